// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of the Train page: which are shown, in which order, what hidden ones cost.
// Holds ui/pages/train/chart_grid.cpp and ui/pages/train/chart_menu.cpp.
#include "common/preferences.h"
#include "models/chart_table.h"
#include "pages/train/chart_grid.h"
#include "pages/train/chart_menu.h"
#include "runs/run_view.h"
#include "widgets/labels/elided_label.h"
#include "widgets/place_mark.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

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
        Dashboard dashboard = Dashboard::usual();
        QCOMPARE(dashboard.charts, (QStringList{"loss", "forecast", "throughput", "memory"}));
        dashboard.move("memory", -2);
        QCOMPARE(dashboard.charts, (QStringList{"loss", "memory", "forecast", "throughput"}));
        dashboard.move("loss", -1);
        dashboard.move("throughput", 9);
        QCOMPARE(dashboard.charts, (QStringList{"loss", "memory", "forecast", "throughput"}));
        dashboard.move("throughput", -3);
        dashboard.move("loss", 2);
        dashboard.move("none", 1);
        QCOMPARE(dashboard.charts, (QStringList{"throughput", "memory", "forecast", "loss"}));
        dashboard.show("gradient", true);
        dashboard.show("gradient", true);
        dashboard.show("no such chart", true);
        dashboard.show("loss", false);
        QCOMPARE(dashboard.charts, (QStringList{"throughput", "memory", "forecast", "gradient"}));
    }

    // A run that answers with classes has its accuracy beside its loss, wherever nobody has arranged the charts.
    void theUsualChartsSuitTheRun() {
        const Dashboard usual = Dashboard::usual(), classes = Dashboard::usual(true);
        QCOMPARE(classes.charts, (QStringList{"loss", "accuracy", "forecast", "throughput", "memory"}));
        QCOMPARE(usual.suited(true), classes);
        QCOMPARE(classes.suited(false), usual);
        Dashboard mine = usual;
        mine.move("memory", -2);
        QCOMPARE(mine.suited(true), mine);
        ExperimentConfig config;
        QVERIFY(!measuresAccuracy(config));
        config.task = "classification";
        QVERIFY(measuresAccuracy(config));
        config.split = "100%/0%";
        QVERIFY(!measuresAccuracy(config));
    }

    // What a run can never draw is said, by its settings.
    void whatARunCannotDrawIsSaid() {
        const auto obstacle = [](const char* key, const ExperimentConfig& config) {
            return QString::fromUtf8(chartObstacle(*findChartRow(key), config).source);
        };
        ExperimentConfig config;
        for (const char* key : {"loss", "forecast", "validation"}) QCOMPARE(obstacle(key, config), QString());
        QVERIFY(obstacle("accuracy", config).contains("Only classification"));
        config.task = "classification";
        for (const char* key : {"loss", "forecast", "accuracy"}) QCOMPARE(obstacle(key, config), QString());
        QVERIFY(obstacle("validation", config).contains("Accuracy"));
        QCOMPARE(QString::fromUtf8(chartTitle(*findChartRow("forecast"), config).source),
                 QStringLiteral("Classes of the validation part"));
        config.split = "100%/0%";
        for (const char* key : {"forecast", "accuracy"})
            QCOMPARE(obstacle(key, config), QStringLiteral("There is no validation part."));
        QCOMPARE(obstacle("loss", config), QString());
    }

    void chartsAreOnTabs() {
        Dashboard dashboard = Dashboard::usual();
        QVERIFY(!dashboard.addTab("", "Charts") && !dashboard.addTab("Charts", "Charts"));
        QVERIFY(dashboard.addTab("Layers", "Charts"));
        QCOMPARE(dashboard.tabs, (QStringList{"Charts", "Layers"}));
        QVERIFY(dashboard.visible().isEmpty());  // the new one is in front
        dashboard.show("gradient", true);
        dashboard.bringForward("Charts");
        dashboard.place("memory", "Layers");
        dashboard.place("memory", "no such tab");
        dashboard.bringForward("Layers");
        QCOMPARE(dashboard.visible(), (QStringList{"memory", "gradient"}));
        dashboard.move("gradient", -5);
        QCOMPARE(dashboard.visible(), (QStringList{"gradient", "memory"}));
        dashboard.bringForward("Charts");
        QCOMPARE(dashboard.visible(), (QStringList{"loss", "forecast", "throughput"}));
        QVERIFY(!dashboard.renameTab("Charts", "Layers") && dashboard.renameTab("Layers", "Inside"));
        QCOMPARE(dashboard.tabsOf("memory"), QStringList{"Inside"});
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

    void theFiguresOfARunThatHasGoneDoNotStay() {
        Theme theme;
        ChartGrid grid(theme);
        grid.setDashboard(Dashboard::usual());
        auto run = std::make_shared<RunView>();
        run->take(MetricSample{MetricId::StepsPerSecond, 0, 6, 1.2, 3, 1e9, 106});
        const auto says = [&](const char* words) {
            const auto labels = grid.chart("throughput")->findChildren<ElidedLabel*>();
            return std::ranges::any_of(
                labels, [&](const ElidedLabel* label) { return label->fullText().contains(QLatin1String(words)); });
        };
        grid.setRun(run);
        QVERIFY(says("106 steps/s"));
        grid.setRun(nullptr);
        QVERIFY(says("samples/s") && !says("steps/s"));
    }

    void aTabInTheBackCostsNothing() {
        Theme theme;
        ChartGrid grid(theme);
        Dashboard dashboard = Dashboard::usual();
        dashboard.addTab("Layers", "Charts");
        dashboard.show("gradient", true);
        grid.setDashboard(dashboard);
        QVERIFY(grid.chart("gradient") && !grid.chart("loss"));
        dashboard.bringForward("Charts");
        grid.setDashboard(dashboard);
        QVERIFY(!grid.chart("gradient") && grid.chart("loss"));
    }

    void dashboardsAreKeptOverARestart() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("settings.ini");
        Dashboard mine;
        mine.show("gradient", true);
        mine.show("loss", true);
        mine.columns = 3;
        mine.wide = QStringList{"loss"};
        mine.linked = mine.marks = false;
        {
            Preferences preferences(file);
            DashboardStore store(preferences);
            QCOMPARE(store.current(), Dashboard::usual());
            store.setCurrent(mine);
            store.save("gradients", mine);
            store.save("another", Dashboard::usual());
            store.remove("another");
        }
        Preferences preferences(file);
        QCOMPARE(DashboardStore(preferences).current(), mine);
        QCOMPARE(DashboardStore(preferences).names(), QStringList{"gradients"});
        QCOMPARE(DashboardStore(preferences).named("gradients"), mine);
        preferences.setWindow("train/dashboard", QVariantMap{{"charts", QStringList{"gone", "loss"}}, {"columns", 99}});
        QCOMPARE(DashboardStore(preferences).current().charts, QStringList{"loss"});
        QCOMPARE(DashboardStore(preferences).current().columns, Dashboard::kMaxColumns);
        // Also where it was saved before there were the switches
        QVERIFY(DashboardStore(preferences).current().linked && DashboardStore(preferences).current().marks);
    }

    void whatIsNotShownCostsNothing() {
        Theme theme;
        ChartGrid grid(theme);
        Dashboard dashboard = Dashboard::usual();
        dashboard.show("gradient", true);
        grid.setDashboard(dashboard);
        grid.setRun(shortRun());
        grid.resize(1200, 800);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        QTRY_VERIFY(!grid.chart("gradient")->redrawPending());
        // Behind a full-size chart: no line is built, nothing is drawn.
        grid.setFullSize("loss");
        int asked = 0;
        grid.chart("gradient")->setSource([&asked](double, double, int) { return ++asked, std::vector<ChartLine>{}; });
        grid.refresh(false);
        QVERIFY(grid.chart("loss")->redrawPending());
        QVERIFY(!grid.chart("gradient")->redrawPending());
        QTRY_VERIFY(!grid.chart("loss")->redrawPending());
        QCOMPARE(asked, 0);
        grid.setFullSize({});
        QTRY_VERIFY(asked > 0);
        // Removed: gone altogether.
        dashboard.show("gradient", false);
        grid.setDashboard(dashboard);
        QCOMPARE(grid.chart("gradient"), nullptr);
        dashboard.show("forecast", false);
        grid.setDashboard(dashboard);
        grid.refresh(false);
        QTRY_VERIFY(!grid.chart("loss")->redrawPending());
        // A hidden page draws nothing at all.
        grid.hide();
        grid.refresh(false);
        QVERIFY(!grid.chart("loss")->redrawPending());
    }

    void chartsStandAsTheDashboardSays() {
        Theme theme;
        ChartGrid grid(theme);
        Dashboard dashboard = Dashboard::usual();
        dashboard.columns = 3;
        dashboard.wide = QStringList{"forecast"};
        grid.setDashboard(dashboard);
        grid.resize(1200, 800);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        // loss alone, then forecast across, then two that share a row.
        QCOMPARE(grid.chart("loss")->width(), grid.chart("forecast")->width());
        QVERIFY(grid.chart("forecast")->y() > grid.chart("loss")->y());
        QCOMPARE(grid.chart("throughput")->y(), grid.chart("memory")->y());
        QVERIFY(grid.chart("memory")->x() > grid.chart("throughput")->x());
        grid.resize(400, 1200);
        QTRY_COMPARE(grid.chart("memory")->x(), grid.chart("throughput")->x());
    }

    void aDroppedChartTakesThePlace() {
        Theme theme;
        ChartGrid grid(theme);
        grid.setDashboard(Dashboard::usual());
        grid.resize(1200, 800);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        QSignalSpy changed(&grid, &ChartGrid::dashboardChanged);
        dragByTitle(grid, "memory", grid.chart("loss")->geometry().center());
        QVERIFY(mark(grid)->isVisible());
        QCOMPARE(mark(grid)->geometry(), grid.chart("loss")->geometry());
        QCOMPARE(changed.count(), 0);
        release(grid, grid.chart("loss")->geometry().center());
        QVERIFY(!mark(grid)->isVisible());
        QCOMPARE(grid.dashboard().charts, (QStringList{"memory", "loss", "forecast", "throughput"}));
        QCOMPARE(changed.count(), 1);
        grid.chart("memory")->setFocus();
        QTest::keyClick(grid.chart("memory"), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(grid.dashboard().charts, (QStringList{"loss", "memory", "forecast", "throughput"}));
    }

    void aDragCanBeTakenBack() {
        Theme theme;
        ChartGrid grid(theme);
        grid.setDashboard(Dashboard::usual());
        grid.resize(1200, 800);
        grid.show();
        QVERIFY(QTest::qWaitForWindowActive(&grid));
        QSignalSpy changed(&grid, &ChartGrid::dashboardChanged);
        const QPoint loss = grid.chart("loss")->geometry().center();
        dragByTitle(grid, "memory", loss);
        QVERIFY(grid.chart("memory")->hasFocus());
        QTest::keyClick(grid.chart("memory"), Qt::Key_Escape);
        QVERIFY(!mark(grid)->isVisible());
        release(grid, loss);
        // On itself and outside nothing is marked, and nothing moves.
        for (const QPoint at : {grid.chart("memory")->geometry().center(), QPoint(-50, 300)}) {
            dragByTitle(grid, "memory", loss);
            QTest::mouseMove(grid.windowHandle(), at);
            QVERIFY(!mark(grid)->isVisible());
            release(grid, at);
        }
        // The gap between two charts belongs to the nearer one.
        const QRect forecast = grid.chart("forecast")->geometry();
        dragByTitle(grid, "memory", QPoint(forecast.left() - 2, forecast.center().y()));
        QCOMPARE(mark(grid)->geometry(), forecast);
        QTest::keyClick(grid.chart("memory"), Qt::Key_Escape);
        release(grid, forecast.center());
        QCOMPARE(changed.count(), 0);
        QCOMPARE(grid.dashboard(), Dashboard::usual());
    }

    void theMenuShowsSavesAndResets() {
        const QTemporaryDir folder;
        Preferences preferences(folder.filePath("settings.ini"));
        QWidget page;
        ChartMenu menu(preferences, [&page] { return PopoverAnchor(&page); });
        Dashboard mine = Dashboard::usual();
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
        QCOMPARE(chosen[0][0].value<Dashboard>(), Dashboard::usual());
    }

    void cursorAndPinAreOfAllCharts() {
        Theme theme;
        ChartGrid grid(theme);
        Dashboard dashboard = Dashboard::usual();
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
        grid.setDashboard(Dashboard::usual());
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
        QCOMPARE(lines[0].x, (std::vector<double>{10, 9, 9}));  // two pieces, no line from step 0
        QCOMPARE(lines[1].x, (std::vector<double>{2, 10, 8, 8, 20}));
        QCOMPARE(lines[1].y[1], 17.0);
        QVERIFY(std::isnan(lines[1].y[2]));
        QCOMPARE(lines[1].y.back(), 18.0);
        QVERIFY(std::isnan(lines[0].y[1]));
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
