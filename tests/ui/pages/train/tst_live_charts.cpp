// SPDX-License-Identifier: GPL-3.0-or-later
// The usual charts of the Train page: where they stand, what the tabs of the live card change, what the memory shows on
// a processor and on a GPU, which baselines the loss is held against, what stands there without an evaluation, with
// classes, and without a run.
#include "charts/chart_paint.h"
#include "models/baseline_levels.h"
#include "models/chart_table.h"
#include "models/memory_chart.h"
#include "pages/train/chart_grid.h"
#include "pages/train/live_card.h"
#include "runs/run_view.h"
#include "widgets/segments.h"

#include <QLineEdit>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

constexpr int kSteps = 40;

void take(RunView& run, MetricId id, int step, double value) {
    run.take(MetricSample{id, 0, step, step / 10.0, step * 0.5, 1e9 + step, value});
}

std::shared_ptr<RunView> madeRun() {
    auto run = std::make_shared<RunView>();
    run->live = true;
    run->plan.validationWindows = 100;
    for (int step = 1; step <= kSteps; ++step) {
        take(*run, MetricId::TrainLoss, step, 1.0 / step);
        take(*run, MetricId::SamplesPerSecond, step, 20000 + step);
        take(*run, MetricId::GradientNorm, step, 0.1 * step);
    }
    return run;
}

std::shared_ptr<RunView> onProcessor() {
    auto run = madeRun();
    for (int step = 1; step <= kSteps; ++step) {
        take(*run, MetricId::EngineMemory, step, 57);
        take(*run, MetricId::ProcessMemory, step, 418);
    }
    take(*run, MetricId::EnginePeak, 1, 69);
    return run;
}

constexpr double kDevice = 8188;

std::shared_ptr<RunView> onGpu() {
    auto run = madeRun();
    for (int step = 1; step <= kSteps; ++step) {
        take(*run, MetricId::GpuAllocated, step, 4208);
        take(*run, MetricId::GpuReserved, step, 5000);
        take(*run, MetricId::GpuDeviceUsed, step, step < 20 ? 5300 : 6052);  // another program comes
        take(*run, MetricId::ProcessMemory, step, 900);
    }
    take(*run, MetricId::GpuPeak, 1, 4640);
    return run;
}

const ChartLine* named(const std::vector<ChartLine>& lines, const char* name) {
    const auto found = std::ranges::find(lines, QLatin1String(name), &ChartLine::name);
    return found == lines.end() ? nullptr : &*found;
}

QRect placeOf(const ChartGrid& grid, const QWidget* widget) {
    return QRect(widget->mapTo(&grid, QPoint()), widget->size());
}

bool isNear(int got, int wanted) { return std::abs(got - wanted) <= 4; }

TestScore score(const char* method, double value) { return {method, "standardised", "mse", value}; }

}  // namespace

class TestLiveCharts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// In a window of 1280 x 720, and in a lower one, where the page scrolls instead.
    void theTabsAreOneRowAndTheChartsStayReadable() {
        Theme theme;
        for (const QSize area : {QSize(1008, 582), QSize(1008, 460)}) {
            ChartGrid grid(theme);
            auto* tool = new QToolButton;  // the page's menu of charts
            tool->setFixedSize(24, 24);
            grid.live().addTool(tool);
            grid.setRun(onProcessor());
            grid.resize(area);
            grid.show();
            QVERIFY(QTest::qWaitForWindowExposed(&grid));
            auto* tabs = grid.live().findChild<Segments*>();
            QTRY_COMPARE(tabs->height(), 24);
            for (const auto& [key, least] : {std::pair("throughput", 80), {"memory", 104}})
                QVERIFY2(grid.chart(key)->height() >= least, qPrintable(QString::number(grid.chart(key)->height())));
        }
    }

    // What the page has between its bar and the status bar in windows of 1600 x 1000 and 1280 x 720.
    void theUsualChartsFillTheArea() {
        for (const auto& [area, loss, below, half] :
             {std::tuple(QSize(1288, 862), 460, 366, 626), {QSize(1008, 582), 306, 240, 486}}) {
            Theme theme;
            ChartGrid grid(theme);
            grid.setRun(onProcessor());
            grid.resize(area);
            grid.show();
            QVERIFY(QTest::qWaitForWindowExposed(&grid));
            QTRY_VERIFY(isNear(grid.chart("loss")->height(), loss));
            const QRect top = placeOf(grid, grid.chart("loss")), left = placeOf(grid, grid.chart("forecast")),
                        live = placeOf(grid, &grid.live());
            QCOMPARE(top.topLeft(), QPoint(12, 12));
            QCOMPARE(top.width(), area.width() - 24);
            QVERIFY(isNear(left.height(), below) && isNear(live.height(), below));
            QVERIFY(isNear(left.width(), half) && isNear(live.width(), half));
            QCOMPARE(left.top(), top.bottom() + 13);
            QCOMPARE(live.top(), left.top());
            QCOMPARE(live.left(), left.right() + 13);
            QCOMPARE(grid.verticalScrollBar()->maximum(), 0);
            const QRect upper = placeOf(grid, grid.chart("throughput")), memory = placeOf(grid, grid.chart("memory"));
            QVERIFY(live.contains(upper) && live.contains(memory));
            QVERIFY(upper.bottom() < memory.top());
            QVERIFY(std::abs(upper.height() - memory.height()) < 24);
        }
    }

    void tabsChangeTheUpperChartOnly() {
        Theme theme;
        ChartGrid grid(theme);
        grid.setRun(onProcessor());
        grid.resize(1288, 862);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        LineChart* memory = grid.chart("memory");
        QStringList seen;
        connect(&grid.live(), &LiveCard::chosen, this, [&seen](const QString& key) { seen << key; });
        for (int tab = 0; tab < LiveCard::keys().size(); ++tab) {
            Q_EMIT grid.live().findChild<Segments*>()->chosen(tab);
            QVERIFY(grid.bringForward(LiveCard::keys()[tab]));
            QTRY_VERIFY(grid.chart(LiveCard::keys()[tab])->isVisible());
            QCOMPARE(grid.chart("memory"), memory);
            QVERIFY(memory->isVisible() && grid.chart("loss")->isVisible());
            for (const QString& other : LiveCard::keys())
                QCOMPARE(grid.chart(other) != nullptr, other == LiveCard::keys()[tab]);
        }
        QCOMPARE(seen, LiveCard::keys());
        QVERIFY(!grid.bringForward("power"));
        // The same chart may stand below, too.
        Dashboard dashboard;
        dashboard.show("gradient", true);
        grid.setDashboard(dashboard);
        QVERIFY(grid.bringForward("gradient"));
        QTRY_COMPARE(grid.findChildren<LineChart*>().size(), qsizetype{5});
    }

    void bothPlotsShareOneX() {
        Theme theme;
        ChartGrid grid(theme);
        grid.setRun(onProcessor());
        grid.resize(1288, 862);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        QTRY_VERIFY(grid.chart("memory")->xView() == grid.chart("loss")->xView());
        grid.chart("loss")->setXView(5, 20);
        QCOMPARE(grid.chart("throughput")->xView(), std::pair(5.0, 20.0));
        QCOMPARE(grid.chart("memory")->xView(), std::pair(5.0, 20.0));
        QVERIFY(grid.bringForward("step-error"));  // steps of a forecast
        QVERIFY(grid.chart("step-error")->following());
    }

    void theLiveChartsFillTheAreaAndComeBack() {
        Theme theme;
        ChartGrid grid(theme);
        grid.setRun(onProcessor());
        grid.resize(1288, 862);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        for (const char* key : {"memory", "throughput", "loss"}) {
            const int before = grid.chart(key)->height();
            grid.setFullSize(key);
            QTRY_VERIFY(grid.chart(key)->height() > 700);
            QVERIFY(!grid.live().isVisible());
            grid.setFullSize({});
            QTRY_COMPARE(grid.chart(key)->height(), before);
            QVERIFY(grid.live().isVisible());
        }
        QVERIFY(placeOf(grid, grid.chart("throughput")).bottom() < placeOf(grid, grid.chart("memory")).top());
    }

    void aProcessorShowsTensorsAndTheProcessAsAFigure() {
        const auto run = onProcessor();
        const auto lines = memoryLines(*run, lightPalette(), XAxis::Step, 1, 0, 400);
        QCOMPARE(lines.size(), std::size_t{3});
        QCOMPARE(named(lines, "tensors")->style, ChartLine::Style::Smooth);
        QCOMPARE(named(lines, "peak")->style, ChartLine::Style::Dotted);
        const ChartLine* process = named(lines, "whole process");
        QCOMPARE(process->style, ChartLine::Style::Silent);
        QCOMPARE(process->y.back(), 418.0);
        ChartContent content;
        content.lines = lines;
        content.x = {0, kSteps};
        QVERIFY(yRange(content).high < 70);  // nothing lies flat on 0
    }

    void escapeLeavesTheEnlargedChartFromBesideIt() {
        Theme theme;
        QWidget window;
        auto* strip = new QLineEdit(&window);  // as the strip, it is no child of the charts
        auto* grid = new ChartGrid(theme, &window);
        auto* column = new QVBoxLayout(&window);
        column->addWidget(strip), column->addWidget(grid);
        const auto first = madeRun(), later = madeRun();
        first->id = "first", later->id = "later";
        grid->setRun(first);
        window.resize(1288, 862);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        grid->setFullSize("loss");
        strip->setFocus();
        QTest::keyClick(strip, Qt::Key_Escape);
        QTRY_VERIFY(grid->fullSize().isEmpty());
        // Of another run one sees all charts first; of the same one what was chosen.
        grid->setFullSize("loss");
        grid->setRun(first);
        QCOMPARE(grid->fullSize(), QStringLiteral("loss"));
        grid->setRun(later);
        QVERIFY(grid->fullSize().isEmpty() && grid->chart("memory")->isVisible());
    }

    void theTabsStandInOneRowInANarrowWindow() {
        Theme theme;
        ChartGrid grid(theme);
        grid.setRun(onProcessor());
        grid.resize(1008, 582);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        QVERIFY(grid.live().findChild<Segments*>()->height() < 40);
    }

    void theMemoryKeepsTheHighestOfEachPixel() {
        auto run = madeRun();
        for (int step = 1; step <= 400; ++step) take(*run, MetricId::EngineMemory, step, step % 10 == 0 ? 57 : 12);
        const auto lines = memoryLines(*run, lightPalette(), XAxis::Step, 1, 0, 20);
        QCOMPARE(std::ranges::min(named(lines, "tensors")->y), 57.0);
        QCOMPARE(named(lines, "tensors")->x.back(), 400.0);
        // What was measured goes out as it is.
        const auto samples = memoryLines(*run, lightPalette(), XAxis::Step, 1, 0, kEverySample);
        QCOMPARE(named(samples, "tensors")->y.size(), std::size_t{400});
    }

    void aGpuShowsTheDeviceAndWhatOthersHold() {
        const auto run = onGpu();
        const auto lines = memoryLines(*run, lightPalette(), XAxis::Step, 1, 0, 400, kDevice);
        QCOMPARE(named(lines, "allocated")->style, ChartLine::Style::Smooth);
        QCOMPARE(named(lines, "peak")->style, ChartLine::Style::Dotted);
        QCOMPARE(named(lines, "reserved")->style, ChartLine::Style::Dashed);
        QCOMPARE(named(lines, "reserved")->colour, lightPalette().muted);
        const auto device = std::ranges::find(lines, QStringLiteral("device"), &ChartLine::mark);
        QVERIFY(device != lines.end());
        QCOMPARE(device->y.front(), kDevice);
        const auto hatch = std::ranges::find(lines, true, &ChartLine::isHatched);
        QVERIFY(hatch != lines.end());
        QCOMPARE(hatch->y2.front(), kDevice);
        QCOMPARE(hatch->y.front(), kDevice - 300);
        QCOMPARE(hatch->y.back(), kDevice - 1052);
        QCOMPARE(named(lines, "others")->y.back(), 1052.0);
        QVERIFY(named(lines, "others")->isHatched);
        QVERIFY(!named(lines, "whole process"));
        // A device that is not of this machine: what is used of it
        const auto unknown = memoryLines(*run, lightPalette(), XAxis::Step, 1, 0, 400);
        QCOMPARE(named(unknown, "device")->y.back(), 6052.0);

        Theme theme;
        ChartGrid grid(theme);
        grid.setDeviceMemory(kDevice);
        grid.setRun(run);
        grid.resize(1288, 862);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        QTRY_COMPARE(grid.chart("memory")->yView(), std::pair(0.0, kDevice));
        grid.setRun(onProcessor());
        QTRY_VERIFY(grid.chart("memory")->yView().second < 100);
    }

    void theTopOfTheDeviceIsItsFigure() {
        for (const double capacity : {8188.0, 24106.0, 143771.0}) {
            const std::vector<ChartTick> ticks = capacityTicks(capacity);
            QCOMPARE(ticks.back().value, capacity);
            QVERIFY(ticks.size() >= 3);
            QVERIFY(ticks[ticks.size() - 2].value < 0.87 * capacity);
        }
    }

    void theLossIsHeldAgainstTheBestBaselines() {
        auto run = madeRun();
        run->baselines = {score("persistence", 0.0533), score("linear", 0.0409), score("drift", 0.3),
                          score("seasonal-naive", 0.0718)};
        const auto levels = baselineLevels(*run);
        QCOMPARE(levels.size(), std::size_t{3});
        QVERIFY(levels[0].isBest && !levels[1].isBest);
        QCOMPARE(levels[0].score, 0.0409);
        const auto drawn = [&] {
            return metricLines(*findChartRow(kLossChart), *run, lightPalette(), XAxis::Step, 1, 0, 400);
        };
        const auto lines = drawn();
        std::vector<ChartLine> marked;
        std::ranges::copy_if(lines, std::back_inserter(marked),
                             [](const ChartLine& line) { return !line.mark.isEmpty(); });
        QCOMPARE(marked.size(), std::size_t{3});
        QVERIFY2(marked[0].mark.contains(levels[0].name) && marked[0].mark.contains("0.0409"),
                 qPrintable(marked[0].mark));
        QCOMPARE(marked[0].style, ChartLine::Style::Dashed);
        QCOMPARE(marked[1].style, ChartLine::Style::Dotted);
        QCOMPARE(marked[0].name, QStringLiteral("baselines"));  // one entry of the legend for all
        QVERIFY(marked[1].name.isEmpty() && marked[2].name.isEmpty());
        QCOMPARE(marked[0].x, (std::vector<double>{1, kSteps}));
        // Two that lie within one in a hundred are one place, and persistence is always among them.
        run->baselines = {score("persistence", 0.0533), score("linear", 0.0409),     score("theta", 0.04916),
                          score("drift", 0.0412),       score("smoothing", 0.04917), score("seasonal-naive", 0.0500)};
        std::vector<double> scores;
        for (const BaselineLevel& level : baselineLevels(*run)) scores.push_back(level.score);
        QCOMPARE(scores, (std::vector<double>{0.0409, 0.04916, 0.0533}));
        run->baselines = {score("persistence", 0.041), score("linear", 0.0409)};
        QCOMPARE(baselineLevels(*run).size(), std::size_t{2});
        // Of another loss they are no level of the curve.
        run->summary.config.edit().loss = "mae";
        QVERIFY(!isBaselineScore(*run->summary.config, MetricId::ValidationLoss));
        QVERIFY(std::ranges::all_of(drawn(), [](const ChartLine& line) { return line.mark.isEmpty(); }));
    }

    void aRunWithoutEvaluationSaysSo() {
        Theme theme;
        ChartGrid grid(theme);
        auto run = madeRun();
        run->plan.totalSteps = 100, run->plan.validationWindows = 0;
        grid.setRun(run);
        grid.resize(1288, 862);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        QVERIFY(grid.chart("forecast")->isVisible());
        QTRY_VERIFY2(grid.chart("forecast")->textSummary().contains("There is no validation part."),
                     qPrintable(grid.chart("forecast")->textSummary()));
    }

    void classesHaveTheirAccuracyInThePlaceOfTheForecast() {
        Theme theme;
        ChartGrid grid(theme);
        auto run = madeRun();
        run->summary.config.edit().task = "classification";
        grid.setRun(run);
        grid.resize(1288, 862);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        QVERIFY(grid.chart("accuracy")->isVisible() && !grid.chart("forecast"));
        auto* choice = grid.chart("accuracy")->findChild<Segments*>();
        QVERIFY(choice->isVisible());
        const QRect place = placeOf(grid, grid.chart("accuracy"));
        Q_EMIT choice->chosen(1);
        QTRY_VERIFY(grid.chart("forecast") && grid.chart("forecast")->isVisible());
        QVERIFY(!grid.chart("accuracy"));
        QTRY_COMPARE(placeOf(grid, grid.chart("forecast")), place);
        grid.setRun(madeRun());
        QVERIFY(grid.chart("forecast") && !grid.chart("accuracy"));
        QVERIFY(!grid.chart("forecast")->findChild<Segments*>()->isVisible());
    }

    void theErrorByStepFollowsTheForecast() {
        RunView run;
        QVERIFY(stepErrors(run, lightPalette()).empty());
        ForecastPreview preview;
        preview.epoch = 3, preview.windows = 9;
        preview.past = {1, 2}, preview.truth = {3, 4}, preview.forecast = {2.5, 6}, preview.baseline = {2, 2};
        run.take(RunEvent{preview});
        const auto lines = stepErrors(run, lightPalette());
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(lines[0].x, (std::vector<double>{1, 2}));
        QCOMPARE(lines[0].y, (std::vector<double>{0.5, 2}));
        QCOMPARE(lines[1].y, (std::vector<double>{1, 2}));
        QVERIFY2(lines[1].name.contains("easonal"), qPrintable(lines[1].name));  // older records do not say which
        preview.baselineMethod = "linear";
        run.take(RunEvent{preview});
        QVERIFY2(stepErrors(run, lightPalette())[1].name.contains("inear"),
                 qPrintable(stepErrors(run, lightPalette())[1].name));
    }

    void withoutARunOnlyTheLossSpeaks() {
        Theme theme;
        ChartGrid grid(theme);
        grid.setIdleText("Nothing has trained on this data.");
        grid.resize(1288, 862);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        QTRY_VERIFY(grid.chart("loss")->textSummary().contains("Nothing has trained on this data."));
        for (const char* key : {"forecast", "throughput", "memory"})
            QVERIFY(!grid.chart(key)->textSummary().contains("trained"));
    }

    void theDiscIsWhereALiveRunIsNow() {
        auto run = madeRun();
        auto now = nowPoint(*run, MetricId::GradientNorm, XAxis::Step, lightPalette());
        QCOMPARE(now.size(), std::size_t{1});
        QCOMPARE(now[0].x, double{kSteps});
        run->live = false;
        QVERIFY(nowPoint(*run, MetricId::GradientNorm, XAxis::Step, lightPalette()).empty());
        run->live = true;
        QVERIFY(nowPoint(*run, MetricId::GpuAllocated, XAxis::Step, lightPalette()).empty());
    }
};

QTEST_MAIN(TestLiveCharts)
#include "tst_live_charts.moc"
