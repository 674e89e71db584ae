// SPDX-License-Identifier: GPL-3.0-or-later
// What the run pages draw from a made-up stream of samples and a made-up forecast set, and their table models.
#include "models/chart_table.h"
#include "models/layer_model.h"
#include "models/run_figures.h"
#include "models/score_model.h"
#include "pages/compare/forecasts/forecast_figures.h"
#include "pages/data/row_format.h"
#include "pages/model/presets.h"
#include "runs/run_controller.h"
#include "support/change_marker.h"

#include <QAbstractItemModelTester>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <limits>

using namespace gatelab;

namespace {

/// 2 epochs of 5 steps with falling loss and a validation after each.
RunView madeUpRun() {
    RunView run;
    run.summary.name = "made up";
    run.summary.colour = 2;
    RunPlanInfo planned;
    planned.stepsPerEpoch = 5;
    planned.totalSteps = 10;
    planned.forecastBytes = 1 << 20;
    run.take(RunEvent{planned});
    for (int step = 1; step <= 10; ++step) {
        run.take(MetricSample{MetricId::TrainLoss, 0, step, step / 5.0, step * 0.5, 1e9 + step, 1.0 / step});
        run.take(MetricSample{MetricId::ProcessMemory, 0, step, step / 5.0, step * 0.5, 1e9 + step, 100.0 + step});
        if (step % 5 == 0)
            run.take(MetricSample{MetricId::ValidationLoss, 0, step, step / 5.0, step * 0.5, 1e9 + step, 2.0 / step});
    }
    return run;
}

RunEvent eventOf(RunEvent::What what, std::int64_t step) {
    return {std::move(what), step, step / 5, static_cast<double>(step) / 2};
}

/// Three windows of two steps of two targets; forecast = truth + 1 for the first target, exact for the second.
ForecastSet madeUpForecasts() {
    ForecastSet set;
    set.targets = {"a", "b"};
    set.horizon = 2;
    set.originRows = {10, 11, 13};
    for (const std::int64_t origin : set.originRows)
        for (int step = 1; step <= 2; ++step)
            for (int target = 0; target < 2; ++target) {
                const double truth = static_cast<double>(origin + step) * (target + 1);
                set.truth.push_back(truth);
                set.forecast.push_back(target == 0 ? truth + step : truth);
            }
    set.firstRow = 8;
    for (int row = 8; row <= 15; ++row) set.observed.insert(set.observed.end(), {1.0 * row, 2.0 * row});
    set.closedLoop = {1, 2, 3, 4, 5, 6};
    return set;
}

DrawnRun drawn(const ForecastSet& set, std::size_t target = 0) { return {&set, target, runColour(lightPalette(), 0)}; }

std::vector<TestScore> madeUpScores() {
    return {{"linear", "original", "mse", 2.0}, {"model", "original", "mse", 1.5},
            {"naive", "original", "mse", 1.0},  {"model", "original", "r2", 0.5},
            {"naive", "original", "r2", 0.7},   {"model", "standardised", "mse", 0.1}};
}

const ChartLine* named(const std::vector<ChartLine>& lines, const QString& name) {
    for (const ChartLine& line : lines)
        if (line.name == name) return &line;
    return nullptr;
}

}  // namespace

class TestRunPages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void chartKeysAreUniqueAndTheUsualOnesAlwaysStand() {
        QSet<QString> keys;
        QStringList shown;
        for (const ChartRow& row : chartRows()) {
            QVERIFY2(!keys.contains(QString::fromUtf8(row.key)), row.key);
            keys.insert(QString::fromUtf8(row.key));
            if (row.stands) shown << QString::fromUtf8(row.key);
            QVERIFY2(!row.title.isEmpty() && !row.help.isEmpty(), row.key);
        }
        QCOMPARE(shown, (QStringList{"loss", "forecast", "memory", "accuracy"}));
    }

    void everyMetricIsDrawnSomewhere() {
        for (const Metric& metric : metrics()) {
            bool drawn = false;
            for (const ChartRow& row : chartRows())
                for (const ChartCurve& curve : row.curves) drawn = drawn || curve.metric == metric.id;
            QVERIFY2(drawn, metric.key);
        }
    }

    void lossIsDrawnFromTheSamples() {
        const RunView run = madeUpRun();
        const Palette palette = lightPalette();
        const auto lines = metricLines(*findChartRow("loss"), run, palette, XAxis::Step, 1, 0, 400);
        const ChartLine* train = named(lines, "train");
        const ChartLine* validation = named(lines, "validation");
        QVERIFY(train && validation);
        QCOMPARE(train->colour, palette.text);
        QCOMPARE(validation->colour, palette.runs[2]);
        QCOMPARE(train->x.front(), 1.0);
        QCOMPARE(train->x.back(), 10.0);
        QCOMPARE(validation->x.size(), std::size_t{2});
    }

    void withoutSamplesThereAreNoLines() {
        const RunView run;
        for (const ChartRow& row : chartRows())
            QVERIFY2(metricLines(row, run, lightPalette(), XAxis::Step, 1, 0, 400).empty(), row.key);
        QVERIFY(previewLines(run, lightPalette(), 400).empty());
        QVERIFY(std::isnan(bestFigure(run).value));
        QVERIFY(std::isnan(forecastScores(run).epoch.measured));
        QVERIFY(baselineVerdict(run).isEmpty());
    }

    void markersAndBestStandAtTheirPlaceOnEveryAxis() {
        RunView run = madeUpRun();
        run.take(eventOf(RunMarker{"lr 3e-4"}, 4));
        run.take(eventOf(NewBest{0.4}, 5));
        run.take(eventOf(NewBest{0.2}, 10));
        QCOMPARE(runMarkers(run, XAxis::Step).at(0).x, 4.0);
        QCOMPARE(runMarkers(run, XAxis::Seconds).at(0).x, 2.0);
        QCOMPARE(runMarkers(run, XAxis::Epoch).at(0).x, 0.8);
        const auto best = bestPoint(run, XAxis::Step, lightPalette());
        QCOMPARE(best.size(), std::size_t{1});
        QCOMPARE(best[0].x, 10.0);
        QCOMPARE(best[0].y, 0.2);
        QCOMPARE(bestFigure(run).value, 0.2);
    }

    void forecastsHangOnTheLastTruth() {
        RunView run;
        ForecastPreview preview;
        preview.originRow = 100;
        preview.epoch = 3;
        preview.past = {1, 2, 3};
        preview.truth = {4, 5};
        preview.forecast = {4.5, 5.5};
        preview.baseline = {3, 3};
        run.take(RunEvent{preview});
        const auto lines = previewLines(run, lightPalette(), 400);
        const ChartLine* truth = named(lines, "truth");
        QVERIFY(truth);
        QCOMPARE(truth->x, (std::vector<double>{98, 99, 100, 101, 102}));
        QCOMPARE(truth->y, (std::vector<double>{1, 2, 3, 4, 5}));
        const ChartLine* forecast = named(lines, "epoch 3");
        QVERIFY(forecast);
        QCOMPARE(forecast->x, (std::vector<double>{100, 101, 102}));
        QCOMPARE(forecast->y, (std::vector<double>{3, 4.5, 5.5}));
    }

    void theFirstForecastsStayBesideTheNewest() {
        RunView run;
        ForecastPreview preview;
        preview.past = {1}, preview.truth = {2}, preview.forecast = {3};
        for (const int epoch : {0, 1, 2, 4, 6, 7, 20}) {  // not every epoch has one
            preview.epoch = epoch;
            run.take(RunEvent{preview});
        }
        QCOMPARE(run.preview.epoch, std::int64_t{20});
        QCOMPARE(run.olderPreviews.size(), std::size_t{2});
        QCOMPARE(run.olderPreviews[0].epoch, std::int64_t{1});
        QCOMPARE(run.olderPreviews[1].epoch, std::int64_t{6});
        preview.epoch = 3;  // the kept weights are of an epoch before
        run.take(RunEvent{preview});
        QCOMPARE(run.olderPreviews.size(), std::size_t{1});
    }

    void worseThanABaselineIsSaidFirst() {
        RunView run = madeUpRun();
        run.summary.config.edit().loss = "mse";
        run.take(eventOf(NewBest{0.5}, 10));
        run.baselines = {
            {"x", "standardised", "mse", 0.4}, {"y", "standardised", "mse", 0.8}, {"x", "standardised", "mae", 0.01}};
        QVERIFY2(baselineVerdict(run).startsWith("25 % above x"), qPrintable(baselineVerdict(run)));
        run.baselines[0].value = 1.0;
        QVERIFY2(baselineVerdict(run).contains("below y, the best baseline"), qPrintable(baselineVerdict(run)));
        QCOMPARE(baselineFigures(run).size(), std::size_t{2});
    }

    void theTimeShownIsWhatTheErrorIsOf() {
        RunView run;
        int step = 0;
        for (const auto& [id, value] :
             {std::pair(MetricId::EpochForecast, 6.0), std::pair(MetricId::EpochSeconds, 4.0),
              std::pair(MetricId::EpochForecast, 3.0), std::pair(MetricId::EpochSeconds, 2.0)})
            run.take(MetricSample{id, 0, ++step, 1.0 * step, 1.0 * step, 1e9 + step, value});
        const ForecastScore epoch = forecastScores(run).epoch;
        QCOMPARE(epoch.forecast, 6.0);  // the first, not what a resumed run says when it knows more
        QCOMPARE(epoch.measured, 3.0);
        QCOMPARE(epoch.errorPercent(), 100.0);
        run.plan.forecastEpochSeconds = 2.4;
        QCOMPARE(forecastScores(run).epoch.forecast, 2.4);  // what was said before the run, where it was
        RunPlanInfo resumed;
        resumed.totalSteps = 7;
        run.take(RunEvent{resumed});
        QCOMPARE(run.plan.totalSteps, std::int64_t{7});
        QCOMPARE(forecastScores(run).epoch.forecast, 2.4);
    }

    void whatIsLeftFollowsALongerPlan() {
        RunView run = madeUpRun();
        run.summary.config.edit().epochs = 2;
        run.summary.config.edit().maxSteps = 8;
        const double rate = run.summary.config->learningRate;
        run.take(testing::changeMarker(7, "learning_rate", "0.5"));
        QCOMPARE(run.plan.totalSteps, std::int64_t{10});
        run.take(testing::changeMarker(7, "epochs", "5"));
        run.take(testing::changeMarker(7, "max_steps", "0"));
        run.take(testing::changeMarker(7, "max_steps", "0"));  // heard twice after a restart of the window
        QCOMPARE(run.plan.totalSteps, std::int64_t{25});
        QCOMPARE(run.summary.config->epochs, std::int64_t{5});
        QCOMPARE(run.summary.config->learningRate, rate);
        QCOMPARE(run.summary.changes.size(), std::size_t{3});
    }

    void figuresOfTheRun() {
        const RunView run = madeUpRun();
        QCOMPARE(epochOf(run, 0), std::int64_t{0});
        QCOMPARE(epochOf(run, 5), std::int64_t{1});
        QCOMPARE(epochOf(run, 6), std::int64_t{2});
        const MemoryFigures memory = memoryFigures(run);
        QVERIFY(!memory.gpu);
        QCOMPARE(memory.measured, 110.0 * 1024 * 1024);
        const auto rows = memoryRows(run);
        QCOMPARE(rows.size(), std::size_t{2});
        QCOMPARE(rows[1].name, QStringLiteral("Whole process"));
        QVERIFY(rows[1].value.contains(formatBytes(memory.measured)));
    }

    void forecastSetIsReadByWindowStepAndTarget() {
        const ForecastSet set = madeUpForecasts();
        QCOMPARE(forecastAt(set, set.truth, 2, 1, 1), 30.0);
        QVERIFY(std::isnan(forecastAt(set, set.truth, 3, 0, 0)));
        QCOMPARE(residuals(set, set.forecast, 0), (std::vector<double>{1, 2, 1, 2, 1, 2}));
        QCOMPARE(residuals(set, set.forecast, 1), (std::vector<double>{0, 0, 0, 0, 0, 0}));
        QCOMPARE(errorByStep(set, set.forecast, 0), (std::vector<double>{1, 2}));
        const TruthRows truth = truthRows(set, 0);
        QCOMPARE(truth.first, std::int64_t{8});
        QCOMPARE(truth.values, (std::vector<double>{8, 9, 10, 11, 12, 13, 14, 15}));
    }

    void truthHasNoHolesBetweenWindowsThatStrideFartherThanTheyReach() {
        ForecastSet set = madeUpForecasts();
        set.originRows = {9, 13, 13};
        const auto lines = stepLines({drawn(set)}, 0, lightPalette());
        QCOMPARE(lines[0].x, (std::vector<double>{10, 11, 12, 13, 14, 15}));
        QCOMPARE(lines[0].y, lines[0].x);
    }

    void forecastViewsDrawWhatTheSetHolds() {
        const ForecastSet set = madeUpForecasts();
        const auto window = windowLines({drawn(set)}, 1, lightPalette());
        const ChartLine* forecast = named(window, "forecast");
        QVERIFY(forecast);
        QCOMPARE(forecast->x, (std::vector<double>{11, 12, 13}));
        QCOMPARE(forecast->y, (std::vector<double>{11, 13, 15}));
        const auto ahead = stepLines({drawn(set)}, 1, lightPalette());
        QCOMPARE(ahead.back().x, (std::vector<double>{12, 13, 15}));
        QCOMPARE(ahead.back().y, (std::vector<double>{14, 15, 17}));
        const auto closed = closedLoopLines({drawn(set, 1)}, lightPalette());
        QCOMPARE(closed.back().x, (std::vector<double>{11, 12, 13}));
        QCOMPARE(closed.back().y, (std::vector<double>{2, 4, 6}));
        QVERIFY(windowLines({drawn(set)}, 7, lightPalette()).empty());
        const ForecastSet empty;
        QVERIFY(stepLines({drawn(empty)}, 0, lightPalette()).empty());
    }

    void scoresPutTheRunFirstAndFindTheBestBaseline() {
        ScoreModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setScores(madeUpScores());
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.columnCount(), 3);
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("this run"));
        QCOMPARE(model.bestBaseline("mse"), std::string("naive"));
        QCOMPARE(model.bestBaseline("r2"), std::string("naive"));
        QVERIFY(model.index(1, 2).data(Qt::FontRole).isValid());
        QVERIFY(!model.index(0, 2).data(Qt::FontRole).isValid());
        model.setScale("standardised");
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(model.bestBaseline("mse").empty());
        model.setScores({});
        QCOMPARE(model.rowCount(), 0);
    }

    void layersAreSummed() {
        LayerModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        Architecture architecture;
        LayerInfo window, lstm;
        window.name = "Window";
        window.output = {96, 64, 1};
        lstm.kind = LayerInfo::Kind::Recurrent;
        lstm.name = "LSTM 1";
        lstm.parameters = 4480;
        architecture.layers = {window, lstm};
        architecture.parameters = 4480;
        model.show(architecture, {0, 3 * 1048576.0});
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(0, LayerModel::Output).data().toString(), QStringLiteral("[96, 64, 1]"));
        QCOMPARE(model.index(0, LayerModel::Parameters).data().toString(), QStringLiteral("-"));
        QCOMPARE(model.index(2, LayerModel::Parameters).data().toString(), formatCount(4480));
        QCOMPARE(model.index(2, LayerModel::Activations).data().toString(), QStringLiteral("3.00"));
    }

    void presetsAreReadableAndKeepTheData() {
        QStringList problems;
        const std::vector<Preset> presets = loadPresets(&problems);
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
        QVERIFY(presets.size() >= 5);
        ExperimentConfig mine;
        mine.dataPath = "/somewhere/data.csv";
        mine.lookback = 11;
        mine.seed = 9;
        for (const Preset& preset : presets) {
            const ExperimentConfig with = withPreset(mine, preset.config);
            QCOMPARE(with.dataPath, mine.dataPath);
            QCOMPARE(with.lookback, mine.lookback);
            QCOMPARE(with.seed, mine.seed);
            QVERIFY(matchesPreset(with, preset.config));
        }
    }

    void rowsBecomeDates() {
        TimeAxis time;
        time.values = {0, 3'600'000'000, 7'200'000'000};
        time.stepMicros = 3'600'000'000;
        const auto seconds = rowSeconds(std::make_shared<const TimeAxis>(time));
        QCOMPARE(seconds(1.5), 5400.0);
        QCOMPARE(seconds(4), 14400.0);
        QVERIFY(!rowSeconds(std::make_shared<const TimeAxis>()));
    }
};

QTEST_MAIN(TestRunPages)
#include "tst_run_pages.moc"
