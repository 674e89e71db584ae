// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of runs say what they are of: the loss of a best validation, the scale of a score; what is no common measure
// is not averaged nor called best.
// Holds ui/models/run_figures.cpp.
#include "common/theme.h"
#include "models/run_columns.h"
#include "models/run_figures.h"
#include "pages/compare/forecasts/score_card.h"
#include "support/fake_workspace.h"
#include "window/desktop_notice.h"

#include <QLabel>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;
using namespace gatelab::test;

namespace {

/// Four runs, 0 to 3: two with MSE, one with the Gaussian loss, one with MSE on other data.
std::shared_ptr<FakeWorkspace> fourRuns() {
    auto workspace = std::make_shared<FakeWorkspace>(4);
    for (int i = 0; i < 4; ++i) {
        RunSummary run = *workspace->run("run-" + std::to_string(100000 + i));
        ExperimentConfig& config = run.config.edit();
        config.seed = i;
        if (i == 2) config.loss = "gaussian-nll";
        if (i == 3) config.dataPath = "/other.csv";
        run.bestValidation = i == 2 ? -1.5 : 0.1 * (i + 1);
        run.scores = std::vector<TestScore>{{"model", i == 3 ? "original" : "standardised", "mse", 0.5}};
        (void)workspace->editRun(run).ok();
    }
    return workspace;
}

RunSummary runOf(const char* id, const char* cell, double best, std::int64_t seed, std::int64_t bytes = 0) {
    RunSummary run;
    run.id = run.name = id;
    run.state = RunState::Finished;
    run.config.edit().cell = cell;
    run.config.edit().seed = seed;
    run.bestValidation = best;
    run.bestEpoch = seed;
    run.bytes = bytes;
    return run;
}

std::vector<RunSummary> fiveRuns() {
    return {runOf("e", "lstm", 0.5, 3, 50), runOf("d", "gru", 0.4, 2, 90), runOf("c", "gru", 0.1, 1, 10),
            runOf("b", "lstm", 0.2, 2, 30), runOf("a", "lstm", 0.9, 1, 70)};
}

}  // namespace

class TestRunMeasures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLossStandsBesideTheNumber() {
        RunController runs;
        runs.setWorkspace(fourRuns());
        QTRY_VERIFY(runs.findRun(QStringLiteral("run-100002")));
        QCOMPARE(shortResult(*runs.findRun(QStringLiteral("run-100000"))).unit, QStringLiteral("MSE"));
        QVERIFY(bestValidationText(*runs.findRun(QStringLiteral("run-100002"))).contains("Gaussian"));
        // Columns of the board: scales in the head, and in a cell that is on another one.
        const RunColumns columns;
        const auto cell = [&](const char* id, const char* key) {
            return columns.find(QLatin1String(key))->display(*runs.findRun(QLatin1String(id)));
        };
        QCOMPARE(cell("run-100000", "loss"), QStringLiteral("MSE"));
        QCOMPARE(cell("run-100002", "loss"), QStringLiteral("Gaussian"));
        QVERIFY(columns.find(QStringLiteral("test_mse"))->label.contains("standardised"));
        QVERIFY(!cell("run-100000", "test_mse").contains("original"));
        QVERIFY(cell("run-100003", "test_mse").contains("original"));
    }

    void theEndOfARunNamesItsLoss() {
        RunSummary run;
        run.name = "LSTM";
        run.state = RunState::Finished;
        run.bestEpoch = 3, run.bestValidation = 0.25;
        run.config.edit().loss = "mae";
        QVERIFY2(endOfRun(run).text.contains("0.25") && endOfRun(run).text.contains("MAE"),
                 qPrintable(endOfRun(run).text));
    }

    void baselinesAreOnlyHeldAgainstTheirOwnScale() {
        RunView run;
        run.summary.bestEpoch = 1, run.summary.bestValidation = 0.01;
        run.baselines = {{"persistence", "standardised", "mse", 0.5}};
        QVERIFY(bestFigure(run).label.contains("standardised scale"));
        QCOMPARE(bestFigure(run).compared, 0.01);
        QVERIFY(!baselineVerdict(run).isEmpty());
        run.summary.config.edit().recipe = {"minmax"};
        QVERIFY(bestFigure(run).label.contains("prepared scale"));
        QVERIFY(std::isnan(bestFigure(run).compared));
        QVERIFY(baselineVerdict(run).isEmpty());
        run.summary.config.edit().recipe = {"calendar", "!minmax", "standardise"};
        QCOMPARE(bestFigure(run).compared, 0.01);
        run.summary.config.edit().recipe = {"log", "standardise"};
        QVERIFY(std::isnan(bestFigure(run).compared));
    }

    void aRunWithoutAValidationPartHasNoBestValidation() {
        RunView run;
        run.summary.config.edit().task = "classification";
        run.summary.config.edit().split = "100%/0%";
        run.summary.bestEpoch = -1;
        QCOMPARE(bestFigure(run).label, QStringLiteral("no validation part"));
        QVERIFY(std::isnan(bestFigure(run).value) && std::isnan(bestFigure(run).compared));
        run.summary.config.edit().split = "85%/15% stratified";
        QVERIFY(bestFigure(run).label.startsWith(QStringLiteral("best validation")));
    }

    void scoresNameTheirScale() {
        QCOMPARE(scoreName(*findScore("mse"), "original", "MW"), QStringLiteral("MSE, original scale, MW"));
        QCOMPARE(scoreName(*findScore("mse"), "standardised", "MW"), QStringLiteral("MSE, standardised scale"));
        QCOMPARE(scoreName(*findScore("accuracy"), "original"), QStringLiteral("accuracy"));
        ScoreCard card;
        const auto says = [&card](const char* text) {
            bool found = false;
            for (const QLabel* label : card.findChildren<QLabel*>())
                found = found || label->text().contains(QLatin1String(text));
            return found;
        };
        card.setScores({{"model", "original", "mse", 1.0},
                        {"model", "original", "pinball_0.5", 1.0},
                        {"model", "original", "coverage_nominal", 0.8},
                        {"model", "original", "coverage", 0.7},
                        {"model", "original", "width", 2.0},
                        {"model", "original", "crossed", 0.03}},
                       "MW");
        QVERIFY(says("original scale, MW"));
        QVERIFY(says("In 3") && says("crossed"));
        card.setScores({{"model", "original", "accuracy", 0.9}});
        QVERIFY(!says("original scale"));
    }

    void theShortResultIsOfTheKeptWeights() {
        auto all = fiveRuns();
        all[1].config.edit().task = "classification";
        all[1].bestValues.edit()["validation_accuracy"] = 0.99;
        all[1].keptValues.edit()["validation_accuracy"] = 0.95;  // of the weights that are kept
        all[2].bestEpoch = -1;
        all[2].scores.edit() = {{"model", "original", "accuracy", 0.875}};
        QCOMPARE(shortResult(all[1]).value, formatNumber(0.95));
        QVERIFY(shortResult(all[1]).unit.contains(QStringLiteral("accuracy")));
        QCOMPARE(shortResult(all[2]).value, formatNumber(0.875));
        QCOMPARE(shortResult(all[3]).unit, QStringLiteral("MSE"));
    }

    void baselinesAreThoseOfTheTask() {
        const auto has = [](const char* task, const char* name) {
            return std::ranges::any_of(
                baselinesOf(task), [&](const BaselineName& baseline) { return baseline.label == QLatin1String(name); });
        };
        QVERIFY(has("forecast", "Persistence") && !has("forecast", "Majority class"));
        for (const char* task : {"classification", "labelling"})
            QVERIFY(has(task, "Majority class") && !has(task, "Persistence") &&
                    !has(task, "Mean of the training targets"));
        QVERIFY(has("regression", "Mean of the training targets") && !has("regression", "Majority class"));
        QVERIFY(has("classification", "1-NN (Euclid)") && !has("labelling", "1-NN (Euclid)"));
    }
};

QTEST_MAIN(TestRunMeasures)
#include "tst_run_measures.moc"
