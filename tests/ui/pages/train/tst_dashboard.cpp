// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of the Train page: which are shown, in which order, what hidden ones cost.
// Holds ui/pages/train/chart_grid.cpp and ui/pages/train/chart_menu.cpp.
#include "common/preferences.h"
#include "models/chart_table.h"
#include "pages/train/chart_grid.h"
#include "pages/train/chart_menu.h"
#include "runs/run_view.h"
#include "widgets/place_mark.h"

#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

std::shared_ptr<RunView> shortRun() {
    auto run = std::make_shared<RunView>();
    run->summary.config.edit().clipNorm = 0.5;
    for (int step = 1; step <= 10; ++step) {
        run->take(MetricSample{MetricId::TrainLoss, 0, step, step / 5.0, step * 0.5, 1e9 + step, 1.0 / step});
        run->take(MetricSample{MetricId::GradientNorm, 0, step, step / 5.0, step * 0.5, 1e9 + step, 0.1 * step});
    }
    run->take(MetricSample{MetricId::LearningRate, 0, 1, 0.2, 0.5, 1e9, 1e-3});
    run->take(MetricSample{MetricId::LearningRate, 0, 6, 1.2, 3, 1e9, 1e-4});
    return run;
}

Dashboard fourCharts() {
    Dashboard dashboard;
    for (const char* key : {"steps", "phases", "device", "power"}) dashboard.show(key, true);
    return dashboard;
}

/// Scrolled to the charts below the usual ones.
void showWithGrid(ChartGrid& grid) {
    grid.resize(1200, 800);
    grid.show();
    QVERIFY(QTest::qWaitForWindowExposed(&grid));
    QTRY_VERIFY(grid.verticalScrollBar()->maximum() > 0);
    grid.verticalScrollBar()->setValue(grid.verticalScrollBar()->maximum());
}

QPoint centreOf(ChartGrid& grid, const QString& key) {
    const LineChart* chart = grid.chart(key);
    return chart->mapTo(&grid, chart->rect().center());
}

/// As a person does it: the title is pressed where its words stand, and moved in several steps. The button stays down.
void dragByTitle(ChartGrid& grid, const QString& key, const QPoint& to) {
    auto* title = grid.chart(key)->findChild<QLabel*>();
    const QPoint from = title->mapTo(&grid, title->rect().center());
    QTest::mousePress(grid.windowHandle(), Qt::LeftButton, {}, from);
    for (int i = 1; i <= 4; ++i) QTest::mouseMove(grid.windowHandle(), from + (to - from) * i / 4);
}

void release(ChartGrid& grid, const QPoint& at) { QTest::mouseRelease(grid.windowHandle(), Qt::LeftButton, {}, at); }

QWidget* mark(ChartGrid& grid) { return grid.findChild<PlaceMark*>(); }

QStringList lineNames(const char* chart, const RunView& run) {
    QStringList names;
    for (const ChartLine& line : metricLines(*findChartRow(chart), run, lightPalette(), XAxis::Step, 1, 0, 400))
        if (!line.name.isEmpty()) names << line.name;
    return names;
}

}  // namespace

class TestDashboard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void chartsMoveAndStayWithinTheirEnds() {
        Dashboard dashboard = fourCharts();
        QCOMPARE(dashboard.charts, (QStringList{"steps", "phases", "device", "power"}));
        dashboard.move("power", -2);
        QCOMPARE(dashboard.charts, (QStringList{"steps", "power", "phases", "device"}));
        dashboard.move("steps", -1);
        dashboard.move("device", 9);
        QCOMPARE(dashboard.charts, (QStringList{"steps", "power", "phases", "device"}));
        dashboard.move("device", -3);
        dashboard.move("steps", 2);
        dashboard.move("none", 1);
        QCOMPARE(dashboard.charts, (QStringList{"device", "power", "phases", "steps"}));
        dashboard.show("gradient", true);
        dashboard.show("gradient", true);
        dashboard.show("no such chart", true);
        dashboard.show("steps", false);
        QCOMPARE(dashboard.charts, (QStringList{"device", "power", "phases", "gradient"}));
    }

    void whatAlwaysStandsIsInNoLayout() {
        Dashboard dashboard;
        for (const char* key : {"loss", "forecast", "accuracy", "memory"}) dashboard.show(key, true);
        QVERIFY(dashboard.charts.isEmpty());
        ExperimentConfig config;
        QVERIFY(!measuresAccuracy(config));
        config.task = "classification";
        QVERIFY(measuresAccuracy(config));
        config.split = "100%/0%";
        QVERIFY(!measuresAccuracy(config));
    }

    void chartsOfRanksAreOfferedToTheirRunsAlone() {
        const QTemporaryDir folder;
        Preferences preferences(folder.filePath("settings.ini"));
        ChartMenu menu(preferences, [] { return PopoverAnchor(nullptr); });
        const auto offers = [&menu](const QString& title) {
            return std::ranges::any_of(menu.actions(),
                                       [&](const QAction* one) { return one->text().startsWith(title); });
        };
        ExperimentConfig config;
        menu.setObstacle(
            [&config](const ChartRow& row) { return QString::fromUtf8(chartObstacle(row, config).source); });
        QVERIFY(offers("Learning rate") && offers("Throughput"));
        QVERIFY(!offers("Ranks") && !offers("Slowest rank") && !offers("Bytes between ranks"));
        config.ranks = 2;
        Q_EMIT menu.aboutToShow();
        QVERIFY(offers("Ranks waiting") && offers("Slowest rank") && offers("Bytes between ranks"));
        // What is shown can be hidden.
        Dashboard dashboard;
        dashboard.show("rank-bytes", true);
        DashboardStore(preferences).setCurrent(dashboard);
        config.ranks = 1;
        Q_EMIT menu.aboutToShow();
        QVERIFY(offers("Bytes between ranks") && !offers("Slowest rank"));
    }

    // What a run can never draw is said, by its settings.
    void whatARunCannotDrawIsSaid() {
        const auto obstacle = [](const char* key, const ExperimentConfig& config) {
            return QString::fromUtf8(chartObstacle(*findChartRow(key), config).source);
        };
        ExperimentConfig config;
        for (const char* key : {"loss", "forecast", "validation"}) QCOMPARE(obstacle(key, config), QString());
        QVERIFY(obstacle("accuracy", config).contains("Only classification"));
        QVERIFY(obstacle("rank-bytes", config).contains("several ranks"));
        config.ranks = 2;
        QCOMPARE(obstacle("rank-bytes", config), QString());
        config.task = "classification";
        for (const char* key : {"loss", "forecast", "accuracy"}) QCOMPARE(obstacle(key, config), QString());
        QVERIFY(obstacle("validation", config).contains("Accuracy"));
        QVERIFY(obstacle("step-error", config).contains("forecast"));
        config.split = "100%/0%";
        for (const char* key : {"forecast", "accuracy"})
            QCOMPARE(obstacle(key, config), QStringLiteral("There is no validation part."));
        QCOMPARE(obstacle("loss", config), QString());
    }

    void chartsAreOnTabs() {
        Dashboard dashboard = fourCharts();
        QVERIFY(!dashboard.addTab("", "Charts") && !dashboard.addTab("Charts", "Charts"));
        QVERIFY(dashboard.addTab("Layers", "Charts"));
        QCOMPARE(dashboard.tabs, (QStringList{"Charts", "Layers"}));
        QVERIFY(dashboard.visible().isEmpty());  // the new one is in front
        dashboard.show("gradient", true);
        dashboard.bringForward("Charts");
        dashboard.place("power", "Layers");
        dashboard.place("power", "no such tab");
        dashboard.bringForward("Layers");
        QCOMPARE(dashboard.visible(), (QStringList{"power", "gradient"}));
        dashboard.move("gradient", -5);
        QCOMPARE(dashboard.visible(), (QStringList{"gradient", "power"}));
        dashboard.bringForward("Charts");
        QCOMPARE(dashboard.visible(), (QStringList{"steps", "phases", "device"}));
        QVERIFY(!dashboard.renameTab("Charts", "Layers") && dashboard.renameTab("Layers", "Inside"));
        QCOMPARE(dashboard.tabsOf("power"), QStringList{"Inside"});
        const QTemporaryDir folder;
        {
            Preferences preferences(folder.filePath("settings.ini"));
            DashboardStore(preferences).setCurrent(dashboard);
        }
        Preferences preferences(folder.filePath("settings.ini"));
        QCOMPARE(DashboardStore(preferences).current(), dashboard);
        dashboard.removeTab("Charts");
        QVERIFY(dashboard.tabs.isEmpty());
        QCOMPARE(dashboard.visible().size(), qsizetype(5));
    }

    void aTabInTheBackCostsNothing() {
        Theme theme;
        ChartGrid grid(theme);
        Dashboard dashboard = fourCharts();
        dashboard.addTab("Layers", "Charts");
        dashboard.show("gradient", true);
        grid.setDashboard(dashboard);
        QVERIFY(grid.chart("gradient") && !grid.chart("steps"));
        dashboard.bringForward("Charts");
        grid.setDashboard(dashboard);
        QVERIFY(!grid.chart("gradient") && grid.chart("steps"));
        QVERIFY(grid.chart("loss"));  // stands above all tabs
    }

    void dashboardsAreKeptOverARestart() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("settings.ini");
        Dashboard mine;
        mine.show("gradient", true);
        mine.show("steps", true);
        mine.linked = mine.marks = false;
        {
            Preferences preferences(file);
            DashboardStore store(preferences);
            QCOMPARE(store.current(), Dashboard());
            store.setCurrent(mine);
            store.save("gradients", mine);
            store.save("another", fourCharts());
            store.remove("another");
        }
        Preferences preferences(file);
        QCOMPARE(DashboardStore(preferences).current(), mine);
        QCOMPARE(DashboardStore(preferences).names(), QStringList{"gradients"});
        QCOMPARE(DashboardStore(preferences).named("gradients"), mine);
        // Of an older version: with the usual charts, which stand on the page by now
        preferences.setWindow(
            "train/dashboard",
            QVariantMap{{"charts", QStringList{"gone", "loss", "forecast", "throughput", "memory", "steps"}},
                        {"columns", 2}});
        QCOMPARE(DashboardStore(preferences).current().charts, QStringList{"steps"});
        // Also where it was saved before there were the switches
        QVERIFY(DashboardStore(preferences).current().linked && DashboardStore(preferences).current().marks);
    }

    void whatIsNotShownCostsNothing() {
        Theme theme;
        ChartGrid grid(theme);
        Dashboard dashboard;
        dashboard.show("gradient", true);
        grid.setDashboard(dashboard);
        grid.setRun(shortRun());
        showWithGrid(grid);
        QTRY_VERIFY(!grid.chart("gradient")->redrawPending());
        // Behind a full-size chart: no line is built, nothing is drawn.
        grid.setFullSize("loss");
        QTRY_VERIFY(grid.chart("loss")->isVisible());
        QTRY_VERIFY(!grid.chart("gradient")->redrawPending());  // one may have been due as it was covered
        int asked = 0;
        grid.chart("gradient")->setSource([&asked](double, double, int) { return ++asked, std::vector<ChartLine>{}; });
        grid.refresh(false);
        QVERIFY(grid.chart("loss")->redrawPending());
        QVERIFY(!grid.chart("gradient")->redrawPending());
        QTRY_VERIFY(!grid.chart("loss")->redrawPending());
        QCOMPARE(asked, 0);
        grid.setFullSize({});
        QTRY_VERIFY(grid.verticalScrollBar()->maximum() > 0);
        grid.verticalScrollBar()->setValue(grid.verticalScrollBar()->maximum());
        QTRY_VERIFY(asked > 0);
        // Removed: gone altogether.
        dashboard.show("gradient", false);
        grid.setDashboard(dashboard);
        QCOMPARE(grid.chart("gradient"), nullptr);
        grid.refresh(false);
        QTRY_VERIFY(!grid.chart("loss")->redrawPending());
        // A hidden page draws nothing at all.
        grid.hide();
        grid.refresh(false);
        QVERIFY(!grid.chart("loss")->redrawPending());
    }

    void moreChartsStandBelowTheUsualOnes() {
        Theme theme;
        ChartGrid grid(theme);
        grid.resize(1200, 800);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        QCOMPARE(grid.verticalScrollBar()->maximum(), 0);
        const int height = grid.chart("loss")->height();
        Dashboard dashboard = fourCharts();
        dashboard.show("clock", true);
        grid.setDashboard(dashboard);
        QTRY_VERIFY(grid.verticalScrollBar()->maximum() > 400);
        QCOMPARE(grid.chart("loss")->height(), height);  // these keep the whole area
        QCOMPARE(grid.chart("steps")->y(), grid.chart("phases")->y());
        QVERIFY(grid.chart("phases")->x() > grid.chart("steps")->x());
        QVERIFY(grid.chart("device")->y() > grid.chart("steps")->y());
        QVERIFY(grid.chart("clock")->width() > 2 * grid.chart("steps")->width());  // what is left of its row
        grid.resize(600, 800);
        QTRY_COMPARE(grid.chart("phases")->x(), grid.chart("steps")->x());
    }

    void aDroppedChartTakesThePlace() {
        Theme theme;
        ChartGrid grid(theme);
        grid.setDashboard(fourCharts());
        showWithGrid(grid);
        QSignalSpy changed(&grid, &ChartGrid::dashboardChanged);
        dragByTitle(grid, "power", centreOf(grid, "steps"));
        QVERIFY(mark(grid)->isVisible());
        QCOMPARE(mark(grid)->geometry(), grid.chart("steps")->geometry());
        QCOMPARE(changed.count(), 0);
        release(grid, centreOf(grid, "steps"));
        QVERIFY(!mark(grid)->isVisible());
        QCOMPARE(grid.dashboard().charts, (QStringList{"power", "steps", "phases", "device"}));
        QCOMPARE(changed.count(), 1);
        grid.chart("power")->setFocus();
        QTest::keyClick(grid.chart("power"), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(grid.dashboard().charts, (QStringList{"steps", "power", "phases", "device"}));
    }

    void aDragCanBeTakenBack() {
        Theme theme;
        ChartGrid grid(theme);
        grid.setDashboard(fourCharts());
        showWithGrid(grid);
        QVERIFY(QTest::qWaitForWindowActive(&grid));
        QSignalSpy changed(&grid, &ChartGrid::dashboardChanged);
        const QPoint first = centreOf(grid, "steps");
        dragByTitle(grid, "power", first);
        QVERIFY(grid.chart("power")->hasFocus());
        QTest::keyClick(grid.chart("power"), Qt::Key_Escape);
        QVERIFY(!mark(grid)->isVisible());
        release(grid, first);
        // On itself and outside nothing is marked, and nothing moves.
        for (const QPoint at : {centreOf(grid, "power"), QPoint(-50, 300)}) {
            dragByTitle(grid, "power", first);
            QTest::mouseMove(grid.windowHandle(), at);
            QVERIFY(!mark(grid)->isVisible());
            release(grid, at);
        }
        QCOMPARE(changed.count(), 0);
        QCOMPARE(grid.dashboard(), fourCharts());
    }

    void theMenuShowsSavesAndResets() {
        const QTemporaryDir folder;
        Preferences preferences(folder.filePath("settings.ini"));
        QWidget page;
        ChartMenu menu(preferences, [&page] { return PopoverAnchor(&page); });
        Dashboard mine;
        mine.show("power", true);
        DashboardStore(preferences).setCurrent(mine);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QSignalSpy chosen(&menu, &ChartMenu::chosen);
        connect(&menu, &ChartMenu::keepRequested, this,
                [&](const QString& name, const std::optional<Dashboard>& layout) {
                    DashboardStore(preferences).save(name, *layout);
                });
        QAction* save = nullptr;
        for (const QMenu* submenu : menu.findChildren<QMenu*>())
            for (QAction* action : submenu->actions())
                if (action->text() == "Save these charts as...") save = action;
        QVERIFY(save);
        save->trigger();
        auto* line = page.findChild<QLineEdit*>();
        QVERIFY(line);
        line->setText("  evening ");
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(DashboardStore(preferences).names(), QStringList{"evening"});
        QCOMPARE(DashboardStore(preferences).named("evening"), mine);
        const auto link = [&menu] {
            for (QAction* action : menu.actions())
                if (action->text() == "Zoom all charts together") return action;
            return static_cast<QAction*>(nullptr);
        };
        QVERIFY(link() && link()->isChecked());
        link()->trigger();
        QVERIFY(!chosen.takeFirst()[0].value<Dashboard>().linked);
        menu.actions().constLast()->trigger();
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][0].value<Dashboard>(), Dashboard());
    }

    void cursorAndPinAreOfAllCharts() {
        Theme theme;
        ChartGrid grid(theme);
        Dashboard dashboard;
        dashboard.show("gradient", true);
        grid.setDashboard(dashboard);
        grid.setRun(shortRun());
        grid.resize(1200, 800);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        grid.chart("loss")->setCursor(4);
        QTest::keyClick(grid.chart("loss"), Qt::Key_P);
        QCOMPARE(grid.chart("gradient")->pin(), 4.0);
        QVERIFY(std::isnan(grid.chart("forecast")->pin()));
        // A chart that comes later shows what the others show.
        grid.chart("gradient")->setXView(3, 7);
        dashboard.show("learning-rate", true);
        grid.setDashboard(dashboard);
        QCOMPARE(grid.chart("learning-rate")->pin(), 4.0);
        QCOMPARE(grid.chart("learning-rate")->xView(), std::pair(3.0, 7.0));
        QTest::keyClick(grid.chart("gradient"), Qt::Key_P);
        QVERIFY(std::isnan(grid.chart("loss")->pin()));
    }

    void oneZoomIsTheZoomOfAllUnlessSwitchedOff() {
        Theme theme;
        ChartGrid grid(theme);
        grid.setRun(shortRun());
        grid.resize(1200, 800);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        grid.chart("loss")->setXView(2, 5);
        QCOMPARE(grid.chart("memory")->xView(), std::pair(2.0, 5.0));
        QVERIFY(grid.chart("forecast")->following());  // its x are rows of the data
        Dashboard apart = grid.dashboard();
        apart.linked = false;
        grid.setDashboard(apart);
        grid.chart("memory")->setXView(6, 8);
        QCOMPARE(grid.chart("loss")->xView(), std::pair(2.0, 5.0));
        apart.linked = true;
        grid.setDashboard(apart);
        QCOMPARE(grid.chart("loss")->xView(), std::pair(6.0, 8.0));
        grid.setAxis(XAxis::Seconds);  // another quantity
        QVERIFY(grid.chart("loss")->following() && grid.chart("memory")->following());
    }

    void aHeldValueIsDrawnAsStepsToTheEnd() {
        const auto run = shortRun();
        const auto lines = metricLines(*findChartRow("learning-rate"), *run, lightPalette(), XAxis::Step, 1, 0, 400);
        QCOMPARE(lines.size(), std::size_t{1});
        QCOMPARE(lines[0].x, (std::vector<double>{1, 6, 6, 10}));
        QCOMPARE(lines[0].y, (std::vector<double>{1e-3, 1e-3, 1e-4, 1e-4}));
    }

    void aHeldValueLastsToTheEndOfItsPiece() {
        const auto run = shortRun();
        const auto take = [&](MetricId id, std::uint16_t piece, int step, double value) {
            run->take(MetricSample{id, piece, step, step / 5.0, step * 0.5, 1e9 + step, value});
        };
        take(MetricId::EnginePeak, 0, 2, 17);
        for (int step = 8; step <= 20; ++step) take(MetricId::TrainLoss, 1, step, 1.0 / step);  // resumed from step 7
        take(MetricId::EnginePeak, 1, 8, 18);
        take(MetricId::ProcessMemory, 0, 10, 100);
        take(MetricId::ProcessMemory, 1, 0, 90);  // before the resumed run knew where it stood
        take(MetricId::ProcessMemory, 1, 9, 110);
        const auto lines = metricLines(*findChartRow("memory"), *run, lightPalette(), XAxis::Step, 1, 0, 400);
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(lines[1].x, (std::vector<double>{10, 9, 9}));  // two pieces, no line from step 0
        QCOMPARE(lines[0].x, (std::vector<double>{2, 10, 8, 8, 20}));
        QCOMPARE(lines[0].y[1], 17.0);
        QVERIFY(std::isnan(lines[0].y[2]));
        QCOMPARE(lines[0].y.back(), 18.0);
        QVERIFY(std::isnan(lines[1].y[1]));
    }

    void theLevelOfClippingIsDrawnWhereItCounts() {
        const auto run = shortRun();
        QVERIFY(lineNames("gradient", *run).contains("clipped here"));
        run->summary.config.edit().clipNorm = 0;
        QVERIFY(!lineNames("gradient", *run).contains("clipped here"));
    }
};

QTEST_MAIN(TestDashboard)
#include "tst_dashboard.moc"
