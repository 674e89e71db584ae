// SPDX-License-Identifier: GPL-3.0-or-later
// Scores of quantiles, intervals, distributions and classes against float64 numbers worked out elsewhere, and of
// numbers whose squares are too large.
// Holds core/run/heldout_scores.cpp.
#include "baselines/baselines.h"
#include "baselines/class_scores.h"
#include "baselines/sequence_baselines.h"
#include "baselines/spread_scores.h"
#include "core/data_support.h"
#include "io/json/json.h"
#include "run/confusion_json.h"
#include "run/heldout_scores.h"
#include "run/run_event_json.h"

#include <QTest>
#include <array>

#include <cmath>

using namespace gatelab;

namespace {

bool near(double a, double b, double tolerance = 1e-14) {
    return std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b));
}

const std::vector<double> kTruth = {1, 2, 3, -1.5};

ForecastSpread madeUp() {
    return {{0.1, 0.5, 0.9},
            {{0.5, 2.5, 2.0, -2.0}, {1.0, 1.5, 3.5, -1.0}, {1.5, 4.0, 3.0, -1.6}},
            {0.8, 2.4, 2.0, -1.0},
            {0.5, 1.2, 0.3, 2.0}};
}

}  // namespace

class TestSpreadScores : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Pinball, shares and width by hand; NLL from PyTorch 2.11 (torch.distributions.Normal), CRPS by integrating (F(x)
    // - [x >= y])^2 in float64.
    void agreesWithTheReferences() {
        const SpreadScores scores = scoreSpread(kTruth, madeUp());
        QCOMPARE(scores.values, std::int64_t{4});
        const double pinball[] = {0.1625, 0.1875, 0.085}, below[] = {0.25, 0.75, 0.75};
        for (std::size_t k = 0; k < 3; ++k) {
            QVERIFY(near(scores.quantiles[k].pinball, pinball[k]));
            QCOMPARE(scores.quantiles[k].below, below[k]);
        }
        QVERIFY(near(scores.pinball, (0.1625 + 0.1875 + 0.085) / 3));
        QVERIFY(near(scores.nominal, 0.8));
        QCOMPARE(scores.coverage, 0.5);
        QVERIFY(near(scores.width, 0.975));
        QVERIFY(near(scores.nll, 2.094115999099455, 1e-13));
        QVERIFY(near(scores.crps, 0.4573233042312283, 1e-9));
    }

    void missingTruthsAreLeftOut() {
        std::vector<double> truth = kTruth;
        truth[3] = std::nan("");
        const SpreadScores scores = scoreSpread(truth, madeUp());
        QCOMPARE(scores.values, std::int64_t{3});
        QVERIFY(near(scores.coverage, 2.0 / 3));
        QVERIFY(std::isnan(scoreSpread({}, {{0.5}, {{}}, {}, {}}).pinball));
    }

    void whatAHeadDoesNotSayIsNotScored() {
        ForecastSpread one = madeUp();
        one.levels = {0.5};
        one.quantiles = {one.quantiles[1]};
        one.mean.clear(), one.deviation.clear();
        const SpreadScores scores = scoreSpread(kTruth, one);
        QVERIFY(std::isnan(scores.coverage) && std::isnan(scores.width) && std::isnan(scores.crps) &&
                std::isnan(scores.nll));
        QVERIFY(near(scores.pinball, 0.1875));
        std::vector<TestScore> rows;
        addScores("model", "original", scores, rows);
        QCOMPARE(rows.size(), std::size_t{3});
    }

    void quantilesAreFoundAgainAmongTheScores() {
        std::vector<TestScore> rows;
        addScores("model", "original", scoreSpread(kTruth, madeUp()), rows);
        rows.push_back({"model", "original", "pinball", 7});
        const auto found = quantileScores(rows, "model", "original");
        QCOMPARE(found.size(), std::size_t{3});
        QCOMPARE(found[0].level, 0.1);
        QVERIFY(near(found[2].pinball, 0.085));
        QCOMPARE(found[2].below, 0.75);
        QVERIFY(quantileScores(rows, "model", "standardised").empty());
        QCOMPARE(quantileKey("below", 0.975), std::string("below_0.975"));
    }

    // By hand: 0 occurs 3 times (2 right, 1 taken for 1), 1 occurs twice (1 right, 1 taken for 2), 2 occurs once (taken
    // for 0), 3 never.
    void classesByHand() {
        const std::vector<std::int32_t> truth = {0, 0, 0, 1, 1, 2}, answers = {0, 0, 1, 1, 2, 0};
        const ConfusionMatrix matrix = countAnswers(truth, answers, 4, {"a", "b"});
        QCOMPARE(matrix.classes, (std::vector<std::string>{"a", "b", "2", "3"}));
        QCOMPARE(matrix.counts, (std::vector<std::int64_t>{2, 1, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0}));
        for (const auto& scores : {classScores(matrix), classScores(truth, answers, 4)}) {
            QVERIFY(near(scores[0].precision, 2.0 / 3) && near(scores[0].recall, 2.0 / 3) &&
                    near(scores[0].f1, 2.0 / 3));
            QVERIFY(near(scores[1].precision, 0.5) && near(scores[1].recall, 0.5) && near(scores[1].f1, 0.5));
            QVERIFY(scores[2].precision == 0 && scores[2].recall == 0 && scores[2].f1 == 0);
            QVERIFY(std::isnan(scores[3].precision) && std::isnan(scores[3].recall) && std::isnan(scores[3].f1));
            const ClassSummary all = summariseClasses(scores);
            QVERIFY(near(all.accuracy, 0.5) && near(all.precision, (2.0 / 3 + 0.5) / 3) &&
                    near(all.recall, (2.0 / 3 + 0.5) / 3) && near(all.f1, (2.0 / 3 + 0.5) / 3));
        }
        QVERIFY(countAnswers(truth, answers, ConfusionMatrix::kMaxClasses + 1, {}).empty());
        QVERIFY(std::isnan(summariseClasses({}).accuracy));
    }

    void confusionGoesThroughJson() {
        const ConfusionMatrix matrix =
            countAnswers(std::vector<std::int32_t>{0, 1, 1}, std::vector<std::int32_t>{0, 0, 1}, 2, {"yes", "n\"o 中"});
        const auto read = eventFromJson(eventToJson({TestConfusion{matrix}}));
        QVERIFY(read.ok() && read->is<TestConfusion>());
        QVERIFY(read->as<TestConfusion>()->matrix == matrix);
        for (const char* bad : {R"({"kind":"confusion","confusion":{"classes":["a"],"counts":[[1,2]]}})",
                                R"({"kind":"confusion","confusion":{"classes":["a","b"],"counts":[[1,2]]}})",
                                R"({"kind":"confusion","confusion":[]})",
                                R"({"kind":"confusion","confusion":{"classes":["a"],"counts":[["x"]]}})"})
            QVERIFY2(!eventFromJson(bad).ok(), bad);
        QCOMPARE(classReport(matrix)["per_class"][1]["recall"].get<double>(), 0.5);
    }

    // Errors of 1e300: their squares are larger than any number, their root is not.
    void hugeNumbersAreScoredAsFarAsTheyCanBe() {
        std::vector<double> truth, forecast;
        for (int i = 0; i < 100; ++i)
            truth.push_back(1e300 * (i % 7)), forecast.push_back(1e300 * (i % 7) + (i % 2 ? 3e299 : -4e299));
        const ForecastScores huge = scoreForecast(truth, forecast, std::array{1e300});
        std::vector<double> smallTruth, smallForecast;
        for (std::size_t i = 0; i < truth.size(); ++i)
            smallTruth.push_back(truth[i] * 1e-300), smallForecast.push_back(forecast[i] * 1e-300);
        const ForecastScores small = scoreForecast(smallTruth, smallForecast, std::array{1.0});
        QVERIFY(std::isinf(huge.mse));
        QVERIFY(near(huge.rmse / 1e300, small.rmse, 1e-12));
        QVERIFY(near(huge.mae / 1e300, small.mae, 1e-12));
        QVERIFY(near(huge.r2, small.r2, 1e-12));
        QVERIFY(near(huge.kge, small.kge, 1e-12));
        QVERIFY(near(huge.mase, small.mase, 1e-12));
        QVERIFY(near(huge.smape, small.smape, 1e-10));
        std::vector<TestScore> rows;
        addScores("model", "original", huge, rows);
        for (const TestScore& row : rows) QCOMPARE(whyUnformed(rows, row).empty(), row.metric != "mse");
    }

    void standardisingSurvivesHugeNumbers() {
        auto series = std::make_shared<Series>();
        series->channels.push_back({"v", "", {}});
        for (int i = 0; i < 200; ++i) series->channels[0].values.append(1e300 * std::sin(0.3 * i));
        ExperimentConfig config;
        config.recipe = {"standardise"};
        const auto prepared = prepareSeries(series, config);
        QVERIFY(prepared.ok());
        double largest = 0;
        for (const double value : (*prepared)->table.columns[0].values) largest = std::max(largest, std::abs(value));
        QVERIFY2(largest > 1 && largest < 2, qPrintable(QString::number(largest)));
        const auto windows = makeWindows(**prepared, 10, 2, 1);
        const auto all = runBaselines(**prepared, windows->test);
        QVERIFY(all.ok());
        for (const BaselineForecast& baseline : *all) {
            QVERIFY2(std::isfinite(baseline.standardised.mse), baseline.key.c_str());
            QVERIFY2(std::isfinite(baseline.original.rmse) && std::isfinite(baseline.original.r2),
                     baseline.key.c_str());
        }
        QVERIFY(all->front().standardised.mse > 0);
    }

    void everyMissingScoreHasAReason() {
        const std::vector<TestScore> constant = {{"model", "original", "mse", 0},
                                                 {"model", "original", "rmse", 0},
                                                 {"model", "original", "mae", 0},
                                                 {"model", "original", "mase", NAN},
                                                 {"model", "original", "r2", NAN}};
        QVERIFY(whyUnformed(constant, constant[0]).empty());
        QVERIFY(whyUnformed(constant, constant[3]).english().find("seasonal naive") != std::string::npos);
        QVERIFY(whyUnformed(constant, constant[4]).english().find("all the same") != std::string::npos);
        // One value of 1e300 in a window, and none among the values to forecast.
        const double truth[] = {1, 2, 3, 4}, forecast[] = {1e300, 2, 3, 4};
        std::vector<TestScore> dwarfed;
        addScores("persistence", "original", scoreForecast(truth, forecast, std::array{1.0}), dwarfed);
        for (const TestScore& row : dwarfed)
            if (row.metric == "r2")
                QVERIFY2(whyUnformed(dwarfed, row).english().find("R² is below any number") != std::string::npos,
                         whyUnformed(dwarfed, row).english().c_str());
        QVERIFY(std::ranges::any_of(dwarfed,
                                    [](const TestScore& row) { return row.metric == "r2" && std::isinf(row.value); }));
        const std::vector<TestScore> broken = {{"model", "original", "mse", NAN}, {"model", "original", "rmse", NAN}};
        QVERIFY(!whyUnformed(broken, broken[0]).empty());
    }

    void stepsWithoutALabelAreNoAnswers() {
        SequenceSet set;
        set.channelNames = {"v"};
        set.classNames = {"a", "b"};
        for (int i = 0; i < 6; ++i) set.items.push_back({3, {1, 2, 3}, {0, 1, -1}, -1});
        for (auto& item : set.items) item.targets[1] = 0;
        const auto scores =
            runSequenceBaselines(set, std::vector<std::int64_t>{0, 1, 2}, std::vector<std::int64_t>{3, 4, 5});
        QVERIFY(scores.ok());
        QCOMPARE(scores->front().accuracy, 1.0);
        QCOMPARE(scores->front().answers, std::int64_t{6});
        for (const SequenceScore& score : *scores)
            QVERIFY(std::any_of(sequenceMethods().begin(), sequenceMethods().end(),
                                [&](const SequenceMethod& method) { return score.key == method.key; }));
    }
};

QTEST_APPLESS_MAIN(TestSpreadScores)
#include "tst_spread_scores.moc"
