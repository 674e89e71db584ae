// SPDX-License-Identifier: GPL-3.0-or-later
// What stands at the axes of a chart, and how far zoom and pan go.
// Holds ui/charts/chart_time.cpp.
#include "charts/chart_link.h"
#include "charts/chart_paint.h"
#include "charts/line_chart.h"

#include <QDateTime>
#include <QGraphicsView>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

ChartLine ramp(int from, int to) {
    ChartLine line;
    line.name = "ramp", line.colour = Qt::black;
    for (int i = from; i <= to; ++i) line.x.push_back(i), line.y.push_back(i);
    return line;
}

QStringList labels(const std::vector<ChartTick>& ticks) {
    QStringList texts;
    for (const ChartTick& tick : ticks)
        if (!tick.label.isEmpty()) texts << tick.label;
    return texts;
}

double secondsAt(const QString& text) {
    QDateTime time = QDateTime::fromString(text, Qt::ISODate);
    time.setTimeSpec(Qt::UTC);
    return static_cast<double>(time.toSecsSinceEpoch());
}

ChartContent contentOver(double low, double high) {
    ChartContent content;
    content.x = {low, high, false};
    return content;
}

/// Whether the chart kept the last notch for itself.
bool turnWheel(LineChart& chart, int notches, Qt::KeyboardModifiers with = {}) {
    QWidget* plot = chart.findChild<QGraphicsView*>()->viewport();
    bool isKept = false;
    for (int i = 0; i < std::abs(notches); ++i) {
        QWheelEvent wheel(QPointF(300, 60), plot->mapToGlobal(QPointF(300, 60)), {}, {0, notches > 0 ? 120 : -120}, {},
                          with, Qt::NoScrollPhase, false);
        QApplication::sendEvent(plot, &wheel);
        isKept = wheel.isAccepted();
    }
    return isKept;
}

}  // namespace

class TestChartAxes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The axes are of the lines that are there, whichever came first.
    void axesAreOfTheLinesAndNotOfTheirOrder() {
        const auto views = [](const std::vector<int>& ends) {
            Theme theme;
            LineChart chart(theme, {}, {});
            chart.resize(600, 300);
            chart.show();
            std::vector<ChartLine> shown;
            for (const int end : ends) {
                shown.push_back(ramp(0, end));
                chart.setSource([shown](double, double, int) { return shown; });
                while (chart.redrawPending()) QCoreApplication::processEvents();
            }
            return std::pair(chart.xView(), chart.yView());
        };
        // What comes later fits on the axis of what was there, and would have had another one.
        for (int end = 70; end < 100; end += 3) QCOMPARE(views({end, end + 6}), views({end + 6, end}));
        QCOMPARE(views({100, 40, 5}), views({5, 40, 100}));
    }

    void timesCarryTheirLargerUnit_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<int>("wanted");
        QTest::addColumn<QString>("text");
        QTest::newRow("months") << "2016-07-01"
                                << "2017-06-01" << 4 << "Jul 2016*, Oct, 2017*, Apr";
        QTest::newRow("days") << "2018-05-23"
                              << "2018-05-25" << 2 << "23 May 2018*, 24, 25";
        QTest::newRow("days over a month") << "2018-05-29"
                                           << "2018-06-03" << 6 << "29 May 2018*, 30, 31, 1 Jun*, 2, 3";
        QTest::newRow("days over a year") << "2018-12-30"
                                          << "2019-01-02" << 4 << "30 Dec 2018*, 31, 1 Jan 2019*, 2";
        QTest::newRow("years") << "2012-01-01"
                               << "2016-01-01" << 5 << "2012, 2013, 2014, 2015, 2016";
        QTest::newRow("hours") << "2018-05-23T12:00:00"
                               << "2018-05-24T18:00:00" << 6
                               << "23 May 2018 12:00*, 18:00, 24 May*, 06:00, 12:00, 18:00";
        QTest::newRow("minutes") << "2018-05-23T12:00:00"
                                 << "2018-05-23T13:00:00" << 2 << "23 May 2018 12:00*, 12:30, 13:00";
    }

    void timesCarryTheirLargerUnit() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(int, wanted);
        QFETCH(QString, text);
        const double low = secondsAt(from), high = secondsAt(to);
        const auto told = [](const std::vector<ChartTick>& ticks) {
            QStringList words;
            for (const ChartTick& tick : ticks) words << tick.label + (tick.strong ? "*" : "");
            return words.join(QStringLiteral(", "));
        };
        QCOMPARE(told(timeTicks(low, high, wanted)), text);
        // Rows that are a quarter of an hour apart have the same axis.
        const double rows = (high - low) / 900;
        QCOMPARE(told(timeTicks(0, rows, wanted, [low](double row) { return low + row * 900; })), text);
    }

    /// Working days from nine to five: no night and no weekend has a place, and each day that is there says so.
    void noTickStandsForAGap() {
        std::vector<double> times;
        for (int day = 0; day < 14; ++day)
            for (int hour = 9; hour < 17 && day % 7 < 5; ++hour)
                times.push_back(secondsAt(QStringLiteral("2018-05-21")) + day * 86400 + hour * 3600);
        const auto secondsOf = [&times](double x) {
            const double row = std::floor(std::clamp(x, 0.0, static_cast<double>(times.size()) - 1));
            const auto i = static_cast<std::size_t>(row);
            const double even = times[i] + (x - row) * 3600;
            return i + 1 < times.size() ? std::min(even, times[i + 1]) : even;
        };
        const auto days = timeTicks(0, static_cast<double>(times.size()) - 1, 14, secondsOf);
        QCOMPARE(labels(days), (QStringList{"22 May 2018", "23", "24", "25", "28", "29", "30", "31", "1 Jun"}));
        for (std::size_t i = 0; i < days.size(); ++i) QCOMPARE(days[i].value, 8.0 * static_cast<double>(i + 1));
        double before = -1;
        for (const ChartTick& tick : timeTicks(0, 30, 30, secondsOf)) {
            QVERIFY2(tick.value > before, qPrintable(tick.label));
            before = tick.value;
            const double seconds = secondsOf(tick.value);
            if (!tick.strong)
                QVERIFY(tick.label.startsWith(QStringLiteral("%1").arg(std::fmod(seconds / 3600, 24), 2, 'f', 0, '0')));
        }
        ChartContent content = contentOver(0, 20);
        content.xSeconds = secondsOf;
        QCOMPARE(content.xText(8), QStringLiteral("22 May 2018 09:00"));
        QCOMPARE(content.xDifference(7, 8), QStringLiteral("+") + formatDuration(17 * 3600));
    }

    void aNewYearIsNotThinnedOut() {
        const Theme theme;
        auto ticks = timeTicks(secondsAt(QStringLiteral("2016-07-01")), secondsAt(QStringLiteral("2017-06-01")), 12);
        const double low = ticks.front().value, high = ticks.back().value;
        QVERIFY(thinTicks(
                    ticks, [&](double x) { return 160 * (x - low) / (high - low); }, theme, QRectF(0, 0, 160, 20),
                    HUGE_VAL) >= 2);
        QVERIFY2(labels(ticks).contains("2017"), qPrintable(labels(ticks).join(' ')));
    }

    void chartsOfOneXBeginAtOnePlace() {
        Theme theme;
        ChartContent content = contentOver(0, 9);
        content.lines = {ramp(0, 9)};
        content.sharedLeft = 150;
        QCOMPARE(layOutChart(content, theme, QRectF(0, 0, 600, 200)).plot.left(), 150.0);
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        ChartLink link;
        LineChart narrow(theme, "Loss", "MSE"), wide(theme, "Loss", "MSE");
        for (LineChart* chart : {&narrow, &wide}) {
            ChartLine line = ramp(0, 9);
            if (chart == &wide)
                for (double& y : line.y) y *= 123456;
            chart->setLines({line});
            link.add(chart);
            column->addWidget(chart);
        }
        window.resize(600, 500);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY(narrow.ownLeft() > 0 && wide.ownLeft() > narrow.ownLeft() + 20);
        QSignalSpy moved(&narrow, &LineChart::cursorMoved);
        QWidget* plot = narrow.findChild<QGraphicsView*>()->viewport();
        QTest::mouseMove(plot, QPoint(static_cast<int>(wide.ownLeft()) - 8, 60));
        QCOMPARE(moved.count(), 0);  // the plot of the other begins there too
        QTest::mouseMove(plot, QPoint(static_cast<int>(wide.ownLeft()) + 4, 60));
        QTRY_COMPARE(moved.count(), 1);
    }

    void belowADecadeALogAxisHasMoreLabels() {
        QCOMPARE(labels(logTicks(0.1, 0.8, 5)), (QStringList{"0.1", "0.15", "0.2", "0.3", "0.4", "0.5", "0.7"}));
        QCOMPARE(labels(logTicks(0.04, 0.2, 5)), (QStringList{"0.04", "0.05", "0.07", "0.1", "0.15", "0.2"}));
        QCOMPARE(labels(logTicks(15, 70, 5)), (QStringList{"15", "20", "30", "40", "50", "70"}));
        QCOMPARE(labels(logTicks(1, 9, 5, 1)), (QStringList{"1", "2", "3", "4", "5", "7"}));  // counts
        QCOMPARE(labels(logTicks(0.01, 0.5, 4)), (QStringList{"0.01", "0.02", "0.05", "0.1", "0.2", "0.5"}));
        QVERIFY(labels(logTicks(0.21, 0.29, 5)).size() >= 3);  // even steps
    }

    void theWheelScrollsThePage() {
        Theme theme;
        QScrollArea page;
        auto* content = new QWidget;
        auto* column = new QVBoxLayout(content);
        auto* chart = new LineChart(theme, "Loss", "MSE");
        chart->setLines({ramp(1, 100)});
        chart->setFixedHeight(400);
        column->addWidget(chart);
        column->addSpacing(2000);
        page.setWidget(content);
        page.setWidgetResizable(true);
        page.resize(600, 500);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QTRY_COMPARE(chart->xView().second, 100.0);
        QVERIFY(!turnWheel(*chart, -1));  // what a widget does not keep goes to the page
        QCOMPARE(chart->xView(), std::pair(1.0, 100.0));
        page.verticalScrollBar()->setValue(0);
        QVERIFY(turnWheel(*chart, 1, Qt::ControlModifier));
        QVERIFY(chart->xView().second - chart->xView().first < 90);
        QCOMPARE(page.verticalScrollBar()->value(), 0);
    }

    void countsHaveWholeTicks() {
        for (const auto& [low, high] :
             {std::pair(0.0, 30.0), {0.5, 1.5}, {-0.5, 0.5}, {1.0, 1.4}, {1.0, 3.0}, {0.9, 4.2}, {0.0, 5e6}}) {
            ChartContent content = contentOver(low, high);
            content.xCounted = true;
            const auto ticks = content.xTicks(6);
            QVERIFY(!ticks.empty());
            for (const ChartTick& tick : ticks)
                QVERIFY2(tick.value == std::round(tick.value) && !tick.label.contains('.'), qPrintable(tick.label));
        }
        // Settings such as the number of layers are counted, on a logarithmic axis too.
        for (const bool logarithmic : {false, true})
            for (const auto& [low, high] :
                 {std::pair(0.9, 2.2), {1.0, 2.0}, {0.55, 1.8}, {1.8, 2.2}, {0.9, 4.2}, {15.0, 140.0}}) {
                ChartContent content;
                content.x = {low, high, logarithmic};
                content.xCounted = true;
                const QStringList texts = labels(content.xTicks(6));
                QVERIFY(!texts.empty());
                for (const QString& text : texts) QVERIFY2(!text.contains('.'), qPrintable(text));
            }
        // Inside an epoch there are only its parts.
        ChartContent inside = contentOver(1.2, 1.8);
        inside.xCounted = true;
        QVERIFY(labels(inside.xTicks(5)).size() >= 3);
    }

    void theCursorReadsWholeCounts() {
        ChartContent content = contentOver(0, 12);
        content.xCounted = true;
        QCOMPARE(content.xText(2), QString("2"));
        QCOMPARE(content.xText(2.37), QString("2.37"));
        content.x = {2, 2.5, false};
        QCOMPARE(content.xText(2.371), QString("2.371"));
        content.x = {0, 5000, false};
        QCOMPARE(content.xText(1234.4), formatCount(1234));
    }

    void timeHasOneUnit() {
        ChartContent content = contentOver(0, 45);
        content.xDuration = true, content.xLabel = "seconds";
        QCOMPARE(content.xTitle(), QString("seconds"));
        QCOMPARE(labels(content.xTicks(5)), (QStringList{"0", "10", "20", "30", "40"}));
        QCOMPARE(content.xText(12.4), QString("12.4 s"));
        content.x = {0, 1500, false};
        QCOMPARE(content.xTitle(), QString("minutes"));
        QCOMPARE(labels(content.xTicks(5)), (QStringList{"0", "5", "10", "15", "20", "25"}));
        QCOMPARE(content.xTicks(5)[1].value, 300.0);
        content.x = {0, 36000, false};
        QCOMPARE(content.xTitle(), QString("hours"));
        content.x = {3000, 3002.5, false};  // by what is seen, not by where
        QCOMPARE(content.xTitle(), QString("seconds"));
    }

    void smallPlotsHaveThreeLabels() {
        const Theme theme;
        for (const double high : {0.104, 0.5, 1.63, 2.1, 14.0, 53.0, 104.0, 249.0, 7e5})
            for (const double low : {0.0, -0.37 * high, 0.31 * high}) {
                ChartContent content;
                content.lines = {ramp(0, 9)};
                content.x = {0, 9, false}, content.y = {low, high, false};
                for (const double height : {125.0, 160.0, 260.0}) {
                    const ChartGeometry g = layOutChart(content, theme, QRectF(0, 0, 400, height));
                    QVERIFY(g.plot.height() >= 90);
                    QVERIFY2(g.yTicks.size() >= 3,
                             qPrintable(QStringLiteral("%1 to %2 on %3").arg(low).arg(high).arg(height)));
                    for (std::size_t i = 1; i < g.yTicks.size(); ++i)
                        QVERIFY(g.yPixel(content, g.yTicks[i - 1].value) - g.yPixel(content, g.yTicks[i].value) >= 12);
                }
            }
    }

    void labelsOfASmallLogAxisDoNotTouch() {
        const Theme theme;
        for (const double decades : {0.6, 1.2, 1.7, 2.4, 2.9, 4.5, 9.0}) {
            ChartContent content;
            content.lines = {ramp(1, 9)};
            content.x = {0, 9, false}, content.y = {0.13, 0.13 * std::pow(10, decades), true};
            const ChartGeometry g = layOutChart(content, theme, QRectF(0, 0, 400, 130));
            double above = HUGE_VAL;
            int named = 0;
            for (const ChartTick& tick : g.yTicks) {
                if (tick.label.isEmpty()) continue;
                const double y = g.yPixel(content, tick.value);
                QVERIFY2(above - y >= 10, qPrintable(QStringLiteral("%1 decades, %2").arg(decades).arg(tick.label)));
                above = y, ++named;
            }
            QVERIFY2(named >= 2, qPrintable(QString::number(decades)));
        }
    }

    void zoomingOutEnds_data() {
        QTest::addColumn<bool>("logarithmic");
        QTest::newRow("linear") << false;
        QTest::newRow("log") << true;
    }

    void zoomingOutEnds() {
        QFETCH(bool, logarithmic);
        Theme theme;
        LineChart chart(theme, "Loss", "MSE");
        chart.setLines({ramp(1, 5000)});
        chart.setLogX(logarithmic);
        chart.resize(700, 400);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        QTRY_COMPARE(chart.xView().second, 5000.0);
        turnWheel(chart, -60, Qt::ControlModifier);
        const ChartScale all{1, 5000, logarithmic};
        const auto length = [&] { return all.share(chart.xView().second) - all.share(chart.xView().first); };
        QVERIFY2(std::abs(length() - kWidestView) < 1e-6, qPrintable(QString::number(length())));
        QTRY_VERIFY(!chart.redrawPending());
        const double fitted = chart.yView().second - chart.yView().first;
        turnWheel(chart, -60, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(chart.yView().second - chart.yView().first <= 1.6 * fitted);
    }

    void theDataStayInSight() {
        Theme theme;
        LineChart chart(theme, "Loss", "MSE");
        chart.setLines({ramp(1, 5000)});
        chart.resize(700, 400);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        QTRY_COMPARE(chart.xView().second, 5000.0);
        for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Right}) {
            for (int i = 0; i < 100; ++i) QTest::keyClick(&chart, key, Qt::ShiftModifier);
            QVERIFY2(chart.xView().first < 4800 && chart.xView().second > 200,
                     qPrintable(QString::number(chart.xView().first)));
        }
        for (const Qt::Key key : {Qt::Key_Up, Qt::Key_Down}) {
            for (int i = 0; i < 100; ++i) QTest::keyClick(&chart, key, Qt::ShiftModifier);
            QVERIFY(chart.yView().first < 5500 && chart.yView().second > 0);
        }
        // What was measured meanwhile can be gone to.
        chart.fit();
        QTRY_COMPARE(chart.xView().second, 5000.0);
        turnWheel(chart, 3, Qt::ControlModifier);
        chart.setLines({ramp(1, 20000)});
        for (int i = 0; i < 200; ++i) QTest::keyClick(&chart, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(chart.xView().second > 19000);
    }
};

QTEST_MAIN(TestChartAxes)
#include "tst_chart_axes.moc"
