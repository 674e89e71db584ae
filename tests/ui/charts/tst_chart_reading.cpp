// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart says at the cursor and where there is nothing to say; how far its axes reach; where labels stand.
#include "charts/chart_labels.h"
#include "charts/chart_legend.h"
#include "charts/chart_marks.h"
#include "charts/line_chart.h"
#include "pages/train/chart_grid.h"
#include "runs/run_view.h"
#include "widgets/empty_state.h"

#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <algorithm>
#include <set>

using namespace gatelab;

namespace {

ChartLine lineOf(std::vector<double> x, std::vector<double> y) {
    ChartLine line;
    line.name = "a", line.x = std::move(x), line.y = std::move(y);
    return line;
}

int labels(const std::vector<ChartTick>& ticks) {
    return static_cast<int>(
        std::count_if(ticks.begin(), ticks.end(), [](const ChartTick& tick) { return !tick.label.isEmpty(); }));
}

}  // namespace

class TestChartReading : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aLineHasValuesOnlyWhereItIs() {
        Theme theme;
        ChartContent content;
        content.lines = {lineOf({100, 110, 120}, {1, 2, 3})};
        ChartLegend legend(content, theme, nullptr);
        for (const auto& [x, text] :
             {std::pair(96.0, "1.000"), {94.0, ""}, {-2e6, ""}, {111.0, "2.000"}, {125.0, "3.000"}, {126.0, ""}}) {
            content.cursor = x;
            QCOMPARE(legend.valueText(0), QString(text));
        }
        content.cursor = 110, content.pinned = 0;
        QCOMPARE(legend.valueText(0), QString("2.000"));
        QCOMPARE(legend.valueText(0, ChartLegend::Reading::Last), QString("3.000"));  // for pictures
    }

    void zoomedBesideTheDataItSaysSo() {
        Theme theme;
        LineChart chart(theme, "Loss", "MSE");
        chart.setEmptyText("Nothing measured so far.");
        chart.setSource([](double low, double high, int) {
            if (low <= high && high < 50) return std::vector<ChartLine>{};
            return std::vector<ChartLine>{lineOf({50, 60}, {1, 2})};
        });
        chart.show();
        QTRY_COMPARE(chart.xView(), std::pair(50.0, 60.0));
        chart.setXView(10, 20);
        QTRY_VERIFY(!chart.redrawPending());
        QTRY_VERIFY(chart.textSummary().contains("this range"));
        chart.fit();
        QTRY_VERIFY(chart.textSummary().contains("last 2.000"));
    }

    void theAxisFollowsTheDataOfALongRun() {
        Theme theme;
        ChartGrid grid(theme);
        auto run = std::make_shared<RunView>();
        run->live = true;
        run->plan.totalSteps = 9000;
        const auto trainTo = [&](int from, int to) {
            for (int step = from; step <= to; ++step)
                run->take(MetricSample{MetricId::TrainLoss, 0, step, step / 10.0, step * 0.5, 1e9 + step, 1.0 / step});
        };
        trainTo(1, 100);
        grid.setRun(run);
        grid.resize(900, 600);
        grid.show();
        const auto end = [&grid] { return grid.chart("loss")->xView().second; };
        QTRY_VERIFY(end() >= 100 && end() < 300);
        std::set<double> ends;
        for (int to = 110; to <= 400; to += 10) {
            trainTo(to - 9, to);
            grid.refresh(false);
            QTRY_VERIFY(end() >= to && end() < 3.0 * to);
            ends.insert(end());
        }
        QVERIFY2(ends.size() <= 12, qPrintable(QString::number(ends.size())));
        trainTo(401, 3100);
        grid.refresh(false);
        QTRY_VERIFY(end() >= 3100 && end() <= 1.25 * 3100);  // never by more than a quarter at once
    }

    void ticksOfSecondsDiffer() {
        ChartContent content;
        for (const double low : {11.0, 59.0, 3000.0}) {
            content.x = {low, low + 2.5, false};
            content.xDuration = true;
            QStringList texts;
            for (const ChartTick& tick : content.xTicks(5)) texts << tick.label;
            QVERIFY(texts.size() >= 4);
            QCOMPARE(texts.removeDuplicates(), qsizetype{0});
        }
    }

    void aSmallLogAxisHasTwoLabels() {
        for (const auto& [low, high] : {std::pair(0.03, 50.0), {0.5, 200.0}, {0.011, 9.0}, {1e-5, 0.9}})
            QVERIFY2(labels(logTicks(low, high, 2)) >= 2, qPrintable(QString::number(low)));
    }

    void markersAreNamedAboveThePlot() {
        const Theme theme;
        ChartContent content;
        content.x = {0, 100, false}, content.y = {0, 1, false};
        content.lines = {lineOf({0, 100}, {0, 1})};
        const QRectF whole(0, 0, 500, 300);
        QVERIFY(layOutChart(content, theme, whole).strip.isEmpty());
        content.markers = {{20, "Learning rate = 3e-4"}};
        const ChartGeometry g = layOutChart(content, theme, whole);
        QVERIFY(!g.strip.isEmpty() && !g.strip.intersects(g.plot) && whole.contains(g.strip));
        QCOMPARE(markText(content, theme, g, {g.xPixel(content, 20) + 30, g.strip.center().y()}),
                 QString("Learning rate = 3e-4"));
        QCOMPARE(markText(content, theme, g, {g.xPixel(content, 20), g.plot.center().y()}),
                 QString("Learning rate = 3e-4"));
    }

    void namesOfPointsAvoidCurves() {
        std::vector<QPointF> curve;
        for (int x = 100; x < 300; x += 4) curve.emplace_back(x, 115);
        const auto boxes = placeLabels({{200, 100}}, {{80, 16}}, QRectF(0, 0, 400, 300), curve);
        QVERIFY(!boxes[0].isEmpty());
        for (const QPointF& at : curve) QVERIFY(!boxes[0].contains(at));
    }

    void aTabWithoutChartsSaysSo() {
        Theme theme;
        ChartGrid grid(theme);
        Dashboard dashboard;
        QVERIFY(dashboard.addTab("mine", "Charts"));
        grid.setDashboard(dashboard);
        grid.show();
        auto* empty = grid.findChild<EmptyState*>();
        QVERIFY(empty && empty->isVisible());
        dashboard.show("steps", true);
        grid.setDashboard(dashboard);
        QVERIFY(grid.chart("steps") && !empty->isVisible());
    }
};

QTEST_MAIN(TestChartReading)
#include "tst_chart_reading.moc"
