// SPDX-License-Identifier: GPL-3.0-or-later
// Strong baselines are computed on a run's own data and parts, kept with it, and refused where the data are others.
#include "app/baselines/run_baselines.h"

#include "baselines/strong/strong_baselines.h"
#include "data/data_identity.h"
#include "data/prepared_windows.h"
#include "data/readers.h"
#include "run/heldout_scores.h"
#include "run/selection_score.h"
#include "store/validation_score.h"
#include "store/workspace.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QtTest>

#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

void must(const Result<>& done) {
    if (!done.ok()) qFatal("%s", done.error().message.c_str());
}

ExperimentConfig settings() {
    ExperimentConfig config;
    config.builtin = "sine-mix";
    config.builtinLength = 500;
    config.lookback = 24;
    config.horizon = 4;
    return config;
}

PreparedWindows windowsOf(const ExperimentConfig& config) {
    return take(prepareWindows(take(loadDataset(config)).series, config));
}

/// `times`: what the told scores of the simple methods are multiplied by; 1: they are true.
std::string finishedRun(Workspace& workspace, const ExperimentConfig& config, double times = 1) {
    const auto record = take(workspace.createRun(config, "", "sine-mix"));
    const PreparedWindows all = windowsOf(config);
    std::vector<TestScore> told, scores{{"model", "standardised", "mse", 0.3}};
    for (const BaselineForecast& one : take(runBaselines(*all.prepared, all.windows.validation))) addScores(one, told);
    for (TestScore& one : told) one.value *= times;
    must(record->addEvent({ValidationBaselines{told}}));
    must(record->setScores(scores));
    must(record->setState(RunState::Finished, 10, 1, 1));
    return record->id();
}

double mseOf(const std::vector<TestScore>& scores, const char* method) {
    for (const TestScore& one : scores)
        if (one.method == method && one.metric == "mse" && one.scale == "standardised") return one.value;
    return std::nan("");
}

}  // namespace

class TestRunBaselines : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theyAreThoseOfTheRunsParts() {
        const QuickFolder folder;
        const auto workspace = take(Workspace::open(folder.path()));
        const std::string id = finishedRun(*workspace, settings());
        const KeptBaselines kept = take(computeRunBaselines(*workspace, id, {"ets", "dlinear"}, nullptr, {}));
        const PreparedWindows all = windowsOf(settings());
        const std::vector<std::string> keys{"ets"};
        std::vector<Phrase> left;
        std::vector<TestScore> wanted;
        for (const BaselineForecast& one : take(runStrongBaselines(*all.prepared, all.windows.validation, keys, left)))
            addScores(one, wanted);
        QCOMPARE(mseOf(kept.validation, "ets"), mseOf(wanted, "ets"));
        QVERIFY(std::isfinite(mseOf(kept.test, "ets")) && mseOf(kept.test, "ets") != mseOf(kept.validation, "ets"));
        QVERIFY(kept.has("ets") && kept.has("dlinear") && !kept.has("arima"));
        QCOMPARE(mseOf(take(workspace->run(id)).scores, "ets"), mseOf(kept.test, "ets"));
        // Later ones come beside those that are there.
        const KeptBaselines more = take(computeRunBaselines(*workspace, id, {"nlinear"}, nullptr, {}));
        QVERIFY(more.has("ets") && more.has("nlinear"));
        QCOMPARE(mseOf(more.test, "ets"), mseOf(kept.test, "ets"));
        for (const StrongBaseline& row : strongBaselines())
            QVERIFY(more.has(row.row.key) ||
                    std::ranges::find(more.left, row.row.key, &KeptBaselines::Left::key) != more.left.end());
        QVERIFY(baselineNotes(more).size() == strongBaselines().size());
    }

    /// By themselves come those that take seconds; one of two methods that are the same is enough.
    void theQuickOnesWithoutTheTwin() {
        const QuickFolder folder;
        const auto workspace = take(Workspace::open(folder.path()));
        const std::string first = finishedRun(*workspace, settings()), second = finishedRun(*workspace, settings());
        const KeptBaselines kept = take(computeRunBaselines(*workspace, first, {}, nullptr, {}));
        QVERIFY(kept.has("ets") && kept.has("dlinear") && !kept.has("nlinear"));
        const auto twin = std::ranges::find(kept.left, std::string("nlinear"), &KeptBaselines::Left::key);
        QVERIFY(twin != kept.left.end() && twin->why.english().find("same method as Linear") != std::string::npos);
        must(shareBaselines(*workspace, kept, std::span(&second, 1)));
        QCOMPARE(mseOf(take(workspace->run(second)).scores, "ets"), mseOf(kept.test, "ets"));
    }

    /// The limit holds: what is not done then is left out, says why and stays so; asked for, it is computed.
    void theLimitIsHeld() {
        const QuickFolder folder;
        const auto workspace = take(Workspace::open(folder.path()));
        const std::string id = finishedRun(*workspace, settings());
        const PreparedWindows windows = windowsOf(settings());
        const std::vector<std::string> quick = quickBaselines(*windows.prepared, windows.windows.test).keys;
        QVERIFY(quick.size() >= 2);
        double now = 0;
        std::int64_t asked = 0;
        const double second = 0.1 + 0.9 / static_cast<double>(quick.size());
        const auto watch = [&](double share) {
            if (share > second) now = kQuickSeconds + 1;
            asked += now > kQuickSeconds ? 1 : 0;
            return true;
        };
        const KeptBaselines kept = take(computeRunBaselines(*workspace, id, {}, nullptr, watch, [&] { return now; }));
        QVERIFY(kept.has(quick.front()));
        QVERIFY(asked <= 2);  // the second method ended where it asked next
        const KeptBaselines read = take(readKeptBaselines(folder.path() / "runs" / id));
        for (std::size_t i = 1; i < quick.size(); ++i) {
            QVERIFY2(!read.has(quick[i]) && std::isnan(mseOf(read.validation, quick[i].c_str())), quick[i].c_str());
            const auto left = std::ranges::find(read.left, quick[i], &KeptBaselines::Left::key);
            QVERIFY(left != read.left.end() && left->why.english().find("took over 5 s") != std::string::npos);
        }
        const KeptBaselines all = take(computeRunBaselines(*workspace, id, {}, nullptr, {}));
        for (const std::string& key : quick) QVERIFY2(all.has(key), key.c_str());
        // What was computed stays where the time is over at once.
        const KeptBaselines later = take(computeRunBaselines(*workspace, id, {}, nullptr, {}, [] { return 6.0; }));
        for (const std::string& key : quick) QVERIFY2(later.has(key), key.c_str());
    }

    void otherDataAreRefused() {
        const QuickFolder folder;
        const auto workspace = take(Workspace::open(folder.path()));
        const std::string id = finishedRun(*workspace, settings(), 1.01);
        const auto made = computeRunBaselines(*workspace, id, {"ets"}, nullptr, {});
        QVERIFY(!made.ok());
        QCOMPARE(made.error().code, ErrorCode::InvalidInput);
        QCOMPARE(readKeptBaselines(folder.path() / "runs" / id).error().code, ErrorCode::NotFound);
    }

    /// A run of an older program told no scores that could be held against those of now: its identity is asked.
    void otherDataOfAnOlderRunAreRefused() {
        const QuickFolder folder;
        const auto workspace = take(Workspace::open(folder.path()));
        const auto made = [&](const std::string& identity) {
            const auto record = take(workspace->createRun(settings(), "", "sine-mix"));
            RunPlanInfo plan;
            plan.identity.data = identity;
            must(record->addEvent({plan}));
            must(record->setScores({{"model", "standardised", "mse", 0.3}}));
            must(record->setState(RunState::Finished, 10, 1, 1));
            return computeRunBaselines(*workspace, record->id(), {"ets"}, nullptr, {});
        };
        QCOMPARE(made(std::string(64, '0')).error().code, ErrorCode::InvalidInput);
        QVERIFY(made(dataIdentity(take(loadDataset(settings())), settings())).ok());
    }

    void sequencesHaveNone() {
        const QuickFolder folder;
        const auto workspace = take(Workspace::open(folder.path()));
        ExperimentConfig config;
        config.builtin = "temporal-order", config.task = "classification", config.loss = "cross-entropy";
        const auto record = take(workspace->createRun(config, "", "temporal-order"));
        const auto made = computeRunBaselines(*workspace, record->id(), {}, nullptr, {});
        QCOMPARE(made.error().code, ErrorCode::Unsupported);
    }

    void stopsWhenAsked() {
        const QuickFolder folder;
        const auto workspace = take(Workspace::open(folder.path()));
        const std::string id = finishedRun(*workspace, settings());
        const auto made = computeRunBaselines(*workspace, id, {}, nullptr, [](double) { return false; });
        QCOMPARE(made.error().code, ErrorCode::Cancelled);
        QCOMPARE(readKeptBaselines(folder.path() / "runs" / id).error().code, ErrorCode::NotFound);
    }

    /// One rule for the method that is named beside a run: the best on the validation part.
    void theHeadline() {
        const std::vector<TestScore> validation{{"drift", "standardised", "mse", 0.4},
                                                {"ets", "standardised", "mse", 0.2},
                                                {"ets", "original", "mse", 9},
                                                {"linear", "original", "mse", 0.1}},
            test{{"model", "standardised", "mse", 0.01},
                 {"drift", "standardised", "mse", 0.1},
                 {"ets", "standardised", "mse", 0.3}};
        ExperimentConfig config;
        QCOMPARE(headlineMethod(validation, test, config), std::string("ets"));
        QCOMPARE(headlineMethod({}, test, config), std::string("drift"));
        QCOMPARE(headlineMethod({}, {}, config), std::string());
        // A running text is judged by bits, lower is better, and not by its accuracy.
        config.task = "labelling", config.loss = "cross-entropy", config.csvShape = "characters";
        const std::vector<TestScore> text{{"bigram", "original", "bits_per_character", 3.5},
                                          {"bigram", "original", "accuracy", 0.5},
                                          {"trigram", "original", "bits_per_character", 3.1},
                                          {"trigram", "original", "accuracy", 0.4}};
        QCOMPARE(headlineMethod(text, {}, config), std::string("trigram"));
        config.classWeights = true;  // another loss than the one that bits are made of
        QCOMPARE(headlineMethod(text, {}, config), std::string("bigram"));
    }

    void textsAreJudgedByBits() {
        ExperimentConfig config;
        config.task = "labelling", config.loss = "cross-entropy", config.csvShape = "words";
        QCOMPARE(std::string(selectionScore(config).score), std::string("bits_per_word"));
        RunSummary run;
        run.config = config;
        run.bestEpoch = 3, run.bestValidation = 2 * std::log(2.0);
        run.keptValues.edit() = {{"validation_accuracy", 0.25}};
        QVERIFY(std::abs(validationScore(run) - 2) < 1e-12);
        config.csvShape = "rows";
        run.config = config;
        QCOMPARE(validationScore(run), 0.25);
    }
};

QTEST_GUILESS_MAIN(TestRunBaselines)
#include "tst_run_baselines.moc"
