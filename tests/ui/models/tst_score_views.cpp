// SPDX-License-Identifier: GPL-3.0-or-later
// How scores are shown: what is worse than a baseline in every task, intervals, quantiles, classes, and numbers that
// cannot be formed.
// Holds ui/models/score_model.cpp.
#include "models/confusion_model.h"
#include "models/quantile_model.h"
#include "models/run_figures.h"
#include "models/score_model.h"
#include "pages/compare/forecasts/forecast_figures.h"
#include "pages/compare/forecasts/score_card.h"
#include "run/heldout_scores.h"
#include "widgets/segments.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

#include <cmath>

using namespace gatelab;

namespace {

RunView classRun(const char* task, double accuracy) {
    RunView run;
    run.summary.config.edit().task = task;
    run.summary.config.edit().loss = "cross-entropy";
    run.take(MetricSample{MetricId::ValidationAccuracy, 0, 5, 1, 1, 1e9, accuracy - 0.1});
    run.take(MetricSample{MetricId::ValidationAccuracy, 0, 10, 2, 2, 1e9, accuracy});
    run.take(MetricSample{MetricId::ValidationAccuracy, 0, 15, 3, 3, 1e9, accuracy + 0.02});
    run.take(RunEvent{NewBest{0}, 10, 2});  // the lowest loss, not the highest accuracy
    run.baselines = {{"majority", "original", "accuracy", 0.4},
                     {"1nn-dtw", "original", "accuracy", 0.8},
                     {"1nn-euclid", "original", "accuracy", 0.7}};
    return run;
}

ForecastSet withInterval() {
    ForecastSet set;
    set.targets = {"a"};
    set.horizon = 2;
    set.originRows = {10, 11};
    set.truth = {11, 12, 12, 13};
    set.forecast = {11.5, 12.5, 12.5, 13.5};
    set.spread.levels = {0.1, 0.5, 0.9};
    set.spread.quantiles = {{10, 11, 11, 12}, set.forecast, {13, 14, 14, 15}};
    set.firstRow = 8;
    for (int row = 8; row <= 13; ++row) set.observed.push_back(row);
    return set;
}

const ChartLine* band(const std::vector<ChartLine>& lines) {
    for (const ChartLine& line : lines)
        if (line.style == ChartLine::Style::Band) return &line;
    return nullptr;
}

std::vector<TestScore> intervalScores() {
    std::vector<TestScore> rows = {{"model", "original", "mse", 1.0}, {"naive", "original", "mse", 2.0}};
    addScores("model", "original", scoreSpread(std::vector<double>{11, 12, 12, 13}, withInterval().spread), rows);
    return rows;
}

}  // namespace

class TestScoreViews : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void worseThanABaselineIsSaidForClassesToo() {
        for (const char* task : {"classification", "labelling"}) {
            const RunView worse = classRun(task, 0.6), better = classRun(task, 0.95);
            // Of the weights that are kept, neither the best of the curve nor the last
            QCOMPARE(bestFigure(worse).compared, 0.6);
            RunView summarised = classRun(task, 0.6);
            summarised.summarise();
            QCOMPARE(summarised.summary.keptValues->at("validation_accuracy"), 0.6);
            QCOMPARE(summarised.summary.bestValues->at("validation_accuracy"), 0.62);
            QCOMPARE(baselineFigures(worse).size(), std::size_t{3});
            QCOMPARE(baselineFigures(worse).front().label, methodLabel("1nn-dtw"));
            QVERIFY2(baselineVerdict(worse).startsWith("Below 1-NN (DTW)"), qPrintable(baselineVerdict(worse)));
            QVERIFY2(baselineVerdict(better).startsWith("Above") && baselineVerdict(better).contains("0.95"),
                     qPrintable(baselineVerdict(better)));
        }
        RunView regression = classRun("regression", 0.5);
        regression.summary.config.edit().loss = "mae";
        regression.take(MetricSample{MetricId::ValidationMse, 0, 10, 2, 2, 1e9, 0.5});
        regression.baselines = {{"mean", "original", "mse", 0.25}, {"mean", "original", "accuracy", 1}};
        QVERIFY2(baselineVerdict(regression).contains("the error of Mean of the training targets"),
                 qPrintable(baselineVerdict(regression)));
        QVERIFY(methodLabel("majority") != QStringLiteral("majority"));
    }

    void aSearchThatWasCutShortDecidesNothing() {
        RunView run = classRun("classification", 0.6);
        run.baselines.push_back({"1nn-dtw", "original", "compared_with", 17});
        run.baselines.push_back({"1nn-dtw", "original", "training_items", 200});
        QVERIFY2(baselineVerdict(run).startsWith("Below 1-NN (Euclid)"), qPrintable(baselineVerdict(run)));
        QVERIFY(baselineFigures(run).front().label.contains("17 of 200"));  // shown all the same
        run.baselines = {{"1nn-dtw", "original", "accuracy", 0.8},
                         {"1nn-dtw", "original", "compared_with", 17},
                         {"1nn-dtw", "original", "training_items", 200}};
        QVERIFY(baselineVerdict(run).isEmpty());
        ScoreModel model;
        model.setScores({{"model", "original", "accuracy", 0.6},
                         {"majority", "original", "accuracy", 0.4},
                         run.baselines[0],
                         run.baselines[1],
                         run.baselines[2]});
        model.setScale("original");
        QCOMPARE(model.bestBaseline("accuracy"), std::string("majority"));
    }

    void intervalsAreDrawnAsABand() {
        ForecastSet set = withInterval();
        const DrawnRun run{&set, 0, runColour(lightPalette(), 0)};
        const auto window = windowLines({run}, 1, lightPalette());
        const ChartLine* edges = band(window);
        QVERIFY(edges);
        QVERIFY2(edges->name.contains("80"), qPrintable(edges->name));
        QCOMPARE(edges->x, (std::vector<double>{11, 12, 13}));
        QCOMPARE(edges->y, (std::vector<double>{11, 11, 12}));
        QCOMPARE(edges->y2, (std::vector<double>{11, 14, 15}));
        const auto ahead = stepLines({run}, 1, lightPalette());
        QVERIFY(band(ahead));
        QCOMPARE(band(ahead)->y2, (std::vector<double>{14, 15}));
        set.spread = {};
        QVERIFY(!band(windowLines({run}, 1, lightPalette())) && !band(stepLines({run}, 1, lightPalette())));
    }

    void onlyWhatCanBeBetterIsCalledBest() {
        ScoreModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        std::vector<TestScore> rows = intervalScores();
        rows.push_back({"naive", "original", "rmse", 3.0});
        model.setScores(rows);
        const auto column = [&](const QString& name) {
            for (int i = 0; i < model.columnCount(); ++i)
                if (model.headerData(i, Qt::Horizontal, Qt::DisplayRole).toString() == name) return i;
            return -1;
        };
        QVERIFY(model.index(0, column("MSE")).data(Qt::FontRole).isValid());
        for (const char* alone : {"pinball", "coverage", "nominal coverage", "interval width"}) {
            QVERIFY2(column(alone) > 0, alone);
            QVERIFY2(!model.index(0, column(alone)).data(Qt::FontRole).isValid(), alone);
            QCOMPARE(model.index(1, column(alone)).data().toString(), QStringLiteral("-"));
        }
    }

    void whatCannotBeFormedSaysWhy() {
        ScoreModel model;
        model.setScores({{"model", "original", "mse", INFINITY},
                         {"model", "original", "rmse", 1e300},
                         {"naive", "original", "mse", 1},
                         {"naive", "original", "rmse", 1}});
        QCOMPARE(model.index(0, 1).data().toString(), QString(QChar(0x221E)));
        QVERIFY2(model.index(0, 1).data(Qt::ToolTipRole).toString().contains("1.8e308"),
                 qPrintable(model.index(0, 1).data(Qt::ToolTipRole).toString()));
        QVERIFY(model.index(1, 1).data(Qt::FontRole).isValid());
    }

    // Of several targets it made one MASE, which is no mean over them.
    void aFigureOfAnOlderVersionIsNotShown() {
        std::vector<TestScore> scores = {{"model", "standardised", "mase", 0.8},
                                         {"model", "original", "mase", 1.2},
                                         {"model", "original", "mae", 3}};
        withoutPooled(scores);  // as who reads the record does
        ScoreModel model;
        model.setScores(scores);
        for (const char* scale : {"original", "standardised"}) {
            model.setScale(scale);
            for (int column = 1; column < model.columnCount(); ++column) {
                const bool isPooled =
                    model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString() == QStringLiteral("MASE");
                const QModelIndex cell = model.index(0, column);
                QCOMPARE(cell.data().toString() == QStringLiteral("-"), isPooled);
                QCOMPARE(cell.data(Qt::ToolTipRole).toString().startsWith("not comparable"), isPooled);
                QVERIFY(!isPooled || !cell.data(Qt::FontRole).isValid());
            }
        }
    }

    void runsStandAboveTheBaselinesOfTheFirstThatHasAny() {
        ScoreModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRuns(
            {{QStringLiteral("#1"), {}, {{"model", "original", "mse", 3.0}}},
             {QStringLiteral("#2"),
              {},
              {{"model", "original", "mse", 1.0},
               {"drift", "original", "mse", 2.0},
               {"linear", "original", "mse", 1.5}}},
             {QStringLiteral("#3"), {}, {{"model", "original", "mse", 2.5}, {"drift", "original", "mse", 0.5}}}});
        QStringList names;
        for (int row = 0; row < model.rowCount(); ++row) names << model.index(row, 0).data().toString();
        QCOMPARE(names, (QStringList{QStringLiteral("#1"), QStringLiteral("#2"), QStringLiteral("#3"),
                                     methodLabel("linear"), methodLabel("drift")}));
        QCOMPARE(model.value(ScoreModel::runMethod(2), "mse"), 2.5);
        QCOMPARE(model.bestBaseline("mse"), std::string("linear"));
        QVERIFY(model.index(1, 1).data(Qt::FontRole).isValid());  // the best of the column
        QCOMPARE(model.residualColumn(), -1);
        model.setResiduals({{"model2", Qt::red, 0.25, {1, 2, 1}}}, 4);
        QCOMPARE(model.residualColumn(), 3);
        QCOMPARE(model.index(1, 2).data().toString(), formatNumber(0.25, 3));
        QCOMPARE(model.index(1, 3).data(ScoreModel::CountsRole).toList(), (QVariantList{1.0, 2.0, 1.0}));
        QCOMPARE(model.index(1, 3).data(ScoreModel::ColourRole).value<QColor>(), QColor(Qt::red));
        QVERIFY(!model.index(0, 3).data(ScoreModel::CountsRole).isValid());
        QCOMPARE(model.index(0, 2).data().toString(), QStringLiteral("-"));
    }

    void quantilesAndIntervalAreShownWhereThereAreAny() {
        ScoreCard card;
        card.setScores(intervalScores());
        const auto segments = card.findChildren<Segments*>();
        const QTableView* table = nullptr;
        for (const auto* each : card.findChildren<QTableView*>())
            if (each->accessibleName() == QStringLiteral("Quantiles on the test part")) table = each;
        QCOMPARE(segments.size(), 2);
        QVERIFY(table != nullptr);
        QVERIFY(!segments[0]->isHidden());
        QVERIFY(segments[1]->isHidden());  // one scale only
        QCOMPARE(table->model()->rowCount(), 3);
        QCOMPARE(table->model()->index(0, 0).data().toString(), formatNumber(0.1));
        QCOMPARE(table->model()->index(0, 1).data().toString(), formatNumber(0.0));
        bool reported = false;
        for (const QLabel* label : card.findChildren<QLabel*>())
            reported = reported || label->text().contains("interval of 80");
        QVERIFY(reported);
        card.setScores({{"model", "standardised", "mse", 1.0}, {"model", "original", "mse", 1.0}});
        QVERIFY(segments[0]->isHidden());
        QVERIFY(!segments[1]->isHidden());
        QCOMPARE(card.scores().rowCount(), 1);
    }

    void numbersStandBesideTheirMethod() {
        ScoreCard card;
        card.resize(1400, 400);
        card.setScores({{"model", "original", "accuracy", 0.9}, {"model", "original", "recall", 0.8}});
        card.show();
        QVERIFY(QTest::qWaitForWindowExposed(&card));
        const auto* table = card.findChild<QTableView*>();
        QCOMPARE(table->model()->columnCount(), 3);
        QVERIFY2(table->columnWidth(2) < 200, qPrintable(QString::number(table->columnWidth(2))));
    }

    void allRowsAreSeenWhereColumnsAreNot() {
        ScoreCard card;
        std::vector<TestScore> rows;
        for (const char* method : {"model", "a", "b", "c", "d", "e", "f"})
            for (const char* score : {"mse", "rmse", "mae", "mase", "r2", "smape"})
                rows.push_back({method, "original", score, 0.123456});
        card.setScores(rows);
        const auto* table = card.findChild<QTableView*>();
        for (const int width : {1200, 320}) {
            card.resize(width, card.sizeHint().height());
            card.show();
            QVERIFY(QTest::qWaitForWindowExposed(&card));
            QTRY_COMPARE(table->horizontalScrollBar()->maximum() > 0, width == 320);
            card.resize(width, card.sizeHint().height());
            QTRY_COMPARE(table->verticalScrollBar()->maximum(), 0);
        }
    }

    void quantileRows() {
        QuantileModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setScores({{0.1, 0.2, 0.15}, {0.9, 0.3, 0.85}});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(1, 1).data().toString(), formatNumber(0.85));
        QCOMPARE(model.index(1, 2).data().toString(), formatNumber(0.3));
    }

    void classesInRowsAnswersInColumns() {
        Theme theme;
        ConfusionModel model(theme);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.columnCount(), 0);
        model.setMatrix(countAnswers(std::vector<std::int32_t>{0, 0, 0, 1}, std::vector<std::int32_t>{0, 0, 1, 1}, 2,
                                     {"up", "down"}));
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.columnCount(), 6);
        QCOMPARE(model.headerData(0, Qt::Vertical, Qt::DisplayRole).toString(), QStringLiteral("up"));
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("3"));
        QCOMPARE(model.index(1, 1).data().toString(), formatNumber(0.5, 3));
        QCOMPARE(model.headerData(5, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("down"));
        QCOMPARE(model.index(0, 5).data().toString(), QStringLiteral("1"));
        QVERIFY(model.index(0, 5).data(Qt::BackgroundRole).isValid());
        QVERIFY(!model.index(1, 4).data(Qt::BackgroundRole).isValid());  // never taken for the other
        QVERIFY(model.index(0, 5).data(Qt::ToolTipRole).toString().contains("taken for down"));
    }
};

QTEST_MAIN(TestScoreViews)
#include "tst_score_views.moc"
