// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks with sequences in the window: classes and numbers while a run learns, the table of classes with many of them,
// what a run is held against, the export.
// Holds ui/pages/train/run_charts.cpp.
#include "charts/chart_content.h"
#include "charts/chart_export.h"
#include "common/background_job.h"
#include "common/preferences.h"
#include "models/class_chart.h"
#include "models/confusion_model.h"
#include "models/run_board.h"
#include "models/run_figures.h"
#include "pages/compare/forecasts/forecast_panel.h"
#include "pages/page.h"
#include "pages/train/chart_grid.h"
#include "pages/train/confusion_card.h"
#include "runs/experiment_model.h"
#include "support/fake_workspace.h"
#include "support/person.h"
#include "widgets/architecture/architecture_diagram.h"
#include "widgets/labels/wrapped_label.h"

#include <QAction>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

/// 3 of "up" right, 1 taken for "down"; "down" always right, "side" never answered.
ConfusionMatrix threeClasses() {
    return countAnswers(std::vector<std::int32_t>{0, 0, 0, 0, 1, 1, 2}, std::vector<std::int32_t>{0, 0, 0, 1, 1, 1, 0},
                        3, {"up", "down", "side"});
}

std::shared_ptr<RunView> liveClassRun() {
    auto run = std::make_shared<RunView>();
    run->live = true;
    run->summary.config.edit().task = "classification";
    return run;
}

RunEvent classPreviewOf(const ConfusionMatrix& matrix) {
    ForecastPreview preview;
    preview.epoch = 7;
    preview.confusion = matrix;
    return {preview};
}

}  // namespace

class TestClassViews : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void classesAreCells() {
        const auto lines = confusionLines(threeClasses(), lightPalette());
        QCOMPARE(lines.size(), std::size_t{1});
        QCOMPARE(lines[0].style, ChartLine::Style::Heat);
        // Columns are answers; cells go upwards, the first class is at the top.
        QCOMPARE(lines[0].cells[0], (std::vector<double>{1, 0, 0.75}));
        QCOMPARE(lines[0].cells[1], (std::vector<double>{0, 1, 0.25}));
        QCOMPARE(lines[0].cells[2], (std::vector<double>{0, 0, 0}));
        QCOMPARE(lines[0].texts[0], (std::vector<QString>{"1", {}, "3"}));
        const ConfusionAxes axes = confusionAxes(threeClasses());
        QCOMPARE(axes.answers, (std::vector<QString>{"up", "down", "side"}));
        QCOMPARE(axes.truths, (std::vector<QString>{"side", "down", "up"}));
        QVERIFY(confusionLines({}, lightPalette()).empty());
        const std::string endless(200, 'x');
        QVERIFY(confusionAxes(countAnswers(std::vector<std::int32_t>{0}, std::vector<std::int32_t>{0}, 1, {endless}))
                    .answers[0]
                    .size() < 20);
    }

    void cellsAreToldInWords() {
        ChartContent content;
        content.lines = confusionLines(threeClasses(), lightPalette());
        const ConfusionAxes axes = confusionAxes(threeClasses());
        content.xNames = axes.answers, content.yNames = axes.truths;
        content.xLabel = "taken for";
        QCOMPARE(chartSummary(content),
                 QString("taken for up: 3 of up, 1 of side. taken for down: 1 of up, 2 of down."));
    }

    void cellsSayTheirNumberWhereTheyHaveRoom() {
        Theme theme;
        std::vector<ChartLine> lines = confusionLines(threeClasses(), theme.palette());
        const auto picture = [&] {
            LineChart chart(theme, "Classes", {});
            chart.resize(500, 400);
            chart.setLines(lines);
            chart.show();
            if (!QTest::qWaitForWindowExposed(&chart) || !QTest::qWaitFor([&] { return !chart.redrawPending(); }))
                qFatal("the chart is not drawn");
            return chart.grab().toImage();
        };
        const QImage with = picture();
        lines[0].texts.clear();
        QVERIFY(with != picture());
    }

    void axesOfThingsHaveTheirNames() {
        ChartContent content;
        content.x = {-0.5, 2.5}, content.y = {-1, 3};
        content.xNames = {"a", "b", "c"}, content.yNames = {"c", "b", "a"};
        const auto labels = [](const std::vector<ChartTick>& ticks) {
            QStringList all;
            for (const ChartTick& tick : ticks) all << QString::number(tick.value) + tick.label;
            return all;
        };
        QCOMPARE(labels(content.xTicks(2)), (QStringList{"0a", "1b", "2c"}));
        QCOMPARE(labels(content.yTicks(2)), (QStringList{"0c", "1b", "2a"}));
        QCOMPARE(content.xText(1.4), QStringLiteral("b"));
        QCOMPARE(content.xText(9), QStringLiteral("c"));
        content.xNames.assign(256, "x");
        content.x = {-0.5, 255.5};
        QVERIFY(content.xTicks(5).size() <= 15);
    }

    void theTrainPageShowsClassesAfterEachEpoch() {
        Theme theme;
        ChartGrid grid(theme);
        const auto forecast = [&grid] { return grid.chart(QString::fromUtf8(kForecastChart.data())); };
        QVERIFY(forecast() && !grid.chart(QStringLiteral("accuracy")));
        const auto run = liveClassRun();
        grid.setRun(run);
        QVERIFY(!forecast() && grid.chart(QStringLiteral("accuracy")));  // which one for which is a choice beside it
        QVERIFY(grid.bringForward(QString::fromUtf8(kForecastChart.data())));
        LineChart* chart = forecast();
        QVERIFY(chart && !grid.chart(QStringLiteral("accuracy")));
        run->take(classPreviewOf(threeClasses()));
        grid.refresh(false);
        QCOMPARE(chart->accessibleName(), QStringLiteral("Classes of the validation part"));
        const auto drawn = previewLines(*run, lightPalette(), 400);
        QCOMPARE(drawn.size(), std::size_t{1});
        QCOMPARE(drawn[0].style, ChartLine::Style::Heat);
        // Another kind of run takes the chart back.
        grid.setRun(std::make_shared<RunView>());
        QCOMPARE(chart->accessibleName(), QStringLiteral("Forecast against truth"));
    }

    void numbersAreDotsAboutTheirTruth() {
        RunView run;
        run.summary.config.edit().task = "regression";
        ForecastPreview preview;
        preview.epoch = 1;
        preview.truth = {0.1, 0.5, 0.9};
        preview.forecast = {0.2, 0.4, 0.8};
        run.take(RunEvent{preview});
        const auto lines = previewLines(run, lightPalette(), 400);
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(lines[0].y, (std::vector<double>{0.1, 0.5, 0.9}));
        QCOMPARE(lines[1].style, ChartLine::Style::Dots);
        QCOMPARE(lines[1].x.back(), lines[0].x.back());
        QCOMPARE(lines[1].y.back(), 0.8);
    }

    void manyClassesStayInSight() {
        std::vector<std::string> names;
        std::vector<std::int32_t> truth, answers;
        for (std::int32_t i = 0; i < 40; ++i) {
            names.push_back("a class with a name that is much longer than a column, number " + std::to_string(i));
            truth.push_back(i), answers.push_back((i + 1) % 40);
        }
        Theme theme;
        ConfusionCard card(theme);
        card.resize(900, 400);
        card.setMatrix(countAnswers(truth, answers, 40, names));
        card.show();
        QVERIFY(QTest::qWaitForWindowExposed(&card));
        auto* table = card.findChild<QTableView*>();
        QVERIFY(table->verticalHeader()->isVisible() && table->verticalHeader()->width() < 300);
        QVERIFY(table->horizontalScrollBar()->maximum() > 0 && table->verticalScrollBar()->maximum() > 0);
        const QAbstractItemModel* model = table->model();
        for (int column = 0; column < model->columnCount(); ++column) QVERIFY(table->columnWidth(column) < 260);
        // What is cut is said whole under the pointer.
        QVERIFY(model->headerData(0, Qt::Vertical, Qt::ToolTipRole).toString().endsWith("number 0"));
        QVERIFY(model->headerData(model->columnCount() - 1, Qt::Horizontal, Qt::ToolTipRole)
                    .toString()
                    .endsWith("number 39"));
    }

    void headsOfClassesThatBeginAlikeDiffer() {
        Theme theme;
        ConfusionCard card(theme);
        card.resize(1600, 400);
        const std::string begin = "walking on level ground with a load of so many kilograms ";
        card.setMatrix(countAnswers(std::vector<std::int32_t>{0, 1}, std::vector<std::int32_t>{0, 1}, 2,
                                    {begin + "1", begin + "2"}));
        card.show();
        QVERIFY(QTest::qWaitForWindowExposed(&card));
        auto* table = card.findChild<QTableView*>();
        const QAbstractItemModel* model = table->model();
        QHeaderView* heads = table->horizontalHeader();
        const int first = model->columnCount() - 2;
        QCOMPARE(model->headerData(first, Qt::Horizontal).toString(), QString::fromStdString(begin + "1"));
        const auto drawn = [&](int column) {
            return heads->viewport()
                ->grab({heads->sectionViewportPosition(column), 0, heads->sectionSize(column) - 2, heads->height()})
                .toImage();
        };
        QCOMPARE(drawn(first).size(), drawn(first + 1).size());
        QVERIFY(heads->sectionSize(first) < 260 && drawn(first) != drawn(first + 1));
        // What they are is said once.
        const auto labels = card.findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels,
                                    [](const QLabel* label) { return label->text().contains("columns: predicted"); }));
    }

    void aRunWithoutValidationIsHeldAgainstTheTestPart() {
        RunView run;
        run.summary.config.edit().task = "classification";
        QVERIFY(baselineFigures(run).empty() && baselineVerdict(run).isEmpty());
        run.scores = {{"model", "original", "accuracy", 0.9},
                      {"majority", "original", "accuracy", 0.5},
                      {"1nn-dtw", "original", "accuracy", 0.95}};
        QCOMPARE(comparedPart(run), ComparedPart::Test);
        QCOMPARE(comparedValue(run), 0.9);
        QCOMPARE(baselineFigures(run).size(), std::size_t{2});
        QVERIFY2(baselineVerdict(run).startsWith("Below 1-NN (DTW)"), qPrintable(baselineVerdict(run)));
        QVERIFY2(comparedTitle(run).contains("test part"), qPrintable(comparedTitle(run)));
        // What was computed while it learned goes first.
        run.baselines = {{"majority", "original", "accuracy", 0.6}};
        QCOMPARE(comparedPart(run), ComparedPart::Validation);
        QVERIFY(std::isnan(comparedValue(run)));
    }

    void stepsOfASequenceAreCountedFromItsBeginning() {
        Theme theme;
        ArchitectureDiagram diagram(theme);
        ExperimentConfig config;
        config.lookback = 96;
        diagram.set(config, {}, describeArchitecture(config, {}));
        QCOMPARE(diagram.endTexts(), std::pair(QStringLiteral("t − 95"), QStringLiteral("t")));
        config.task = "classification";
        config.lookback = 24;
        diagram.set(config, {}, describeArchitecture(config, {}));
        QCOMPARE(diagram.endTexts(), std::pair(QStringLiteral("step 1"), QStringLiteral("step 24")));
    }

    void theAnswersAreExported() {
        const QTemporaryDir folder;
        Theme theme;
        RunController runs;
        const auto workspace = std::make_shared<test::FakeWorkspace>(1);
        RunSummary summary = *workspace->run("run-100000");
        summary.config.edit().task = "labelling";
        QVERIFY(workspace->editRun(summary).ok());
        runs.setWorkspace(workspace);
        Page page;
        ExperimentModel experiment;
        Preferences preferences(folder.filePath(QStringLiteral("settings.ini")));
        RunBoard board(experiment, runs, preferences);
        ForecastPanel panel(theme, runs, board, &page);
        const QString id = QStringLiteral("run-100000");
        QTRY_COMPARE(panel.drawnRuns(), QStringList{id});
        auto set = std::make_shared<ForecastSet>();
        set->answers.classes = {"-1", "a,b"};
        set->answers.sample = {0, 0, 1};
        set->answers.sequence = {5, 5, 3};
        set->answers.step = {1, 2, 1};
        set->answers.truth = {0, 1, -1};
        set->answers.answer = {0, 0, 1};
        set->answers.probability = {0.75, 0.25, 0.5, 0.5, 0.125, 0.875};
        set->problem = "other data";
        panel.setForecasts(id, set);
        const auto reported = [&panel] {
            return std::ranges::count_if(panel.findChildren<WrappedLabel*>(), [&panel](const WrappedLabel* label) {
                return label->isVisibleTo(&panel) && label->fullText() == QStringLiteral("other data");
            });
        };
        QCOMPARE(reported(), 1);
        auto sound = std::make_shared<ForecastSet>(*set);
        sound->problem = {};
        panel.setForecasts(id, sound);
        QCOMPARE(reported(), 0);
        panel.setForecasts(id, set);
        QAction* csv = nullptr;
        for (QAction* action : panel.findChildren<QAction*>())
            if (action->text() == QStringLiteral("Predictions of the test part as CSV...")) csv = action;
        QVERIFY(csv);
        QSignalSpy done(&page, &Page::done);
        const QString path = folder.filePath(QStringLiteral("answers.csv"));
        test::Person::answerFileDialog(path);
        csv->trigger();
        QTRY_COMPARE(done.size(), 1);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("sample,sequence,step,truth,prediction,probability_-1,\"probability_a,b\"\n"
                                            "0,5,1,-1,-1,0.75,0.25\n"
                                            "0,5,2,\"a,b\",-1,0.5,0.5\n"
                                            "1,3,1,,\"a,b\",0.125,0.875\n"));
    }
};

QTEST_MAIN(TestClassViews)
#include "tst_class_views.moc"
