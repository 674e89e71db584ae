// SPDX-License-Identifier: GPL-3.0-or-later
// What stands at the axes of a chart, and how far zoom and pan go.
#include "charts/chart_paint.h"
#include "charts/line_chart.h"

#include <QGraphicsView>
#include <QScopeGuard>
#include <QTest>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <ctime>

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

ChartContent contentOver(double low, double high) {
    ChartContent content;
    content.x = {low, high, false};
    return content;
}

void turnWheel(LineChart& chart, int notches, Qt::KeyboardModifiers with = {}) {
    QWidget* plot = chart.findChild<QGraphicsView*>()->viewport();
    for (int i = 0; i < std::abs(notches); ++i) {
        QWheelEvent wheel(QPointF(300, 60), plot->mapToGlobal(QPointF(300, 60)), {}, {0, notches > 0 ? 120 : -120}, {},
                          with, Qt::NoScrollPhase, false);
        QApplication::sendEvent(plot, &wheel);
    }
}

}  // namespace

class TestChartAxes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theClockIsTheOneOnTheWall() {
        const QByteArray before = qgetenv("TZ");
        const auto zone = qScopeGuard([&] { before.isNull() ? qunsetenv("TZ") : qputenv("TZ", before), tzset(); });
        qputenv("TZ", "UTC-8");  // 8 hours ahead
        tzset();
        const double noon = 1700049600;  // 2023-11-15 12:00 UTC
        ChartContent content = contentOver(noon, noon + 4 * 3600);
        content.xTime = true;
        const auto ticks = content.xTicks(4);
        QVERIFY2(labels(ticks).contains("20:00") && !labels(ticks).contains("12:00"),
                 qPrintable(labels(ticks).join(' ')));
        for (const ChartTick& tick : ticks) QVERIFY(tick.value >= noon && tick.value <= noon + 4 * 3600);
        QVERIFY2(content.xText(noon).endsWith("20:00"), qPrintable(content.xText(noon)));
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
        // Settings such as the number of layers are counted on either axis, logarithmic ones too.
        for (const bool logarithmic : {false, true})
            for (const auto& [low, high] :
                 {std::pair(0.9, 2.2), {1.0, 2.0}, {0.55, 1.8}, {1.8, 2.2}, {0.9, 4.2}, {15.0, 140.0}}) {
                ChartContent content;
                content.x = content.y = {low, high, logarithmic};
                content.xCounted = content.yCounted = true;
                for (const QStringList& texts : {labels(content.xTicks(6)), labels(content.yTicks(6, 0.05))}) {
                    QVERIFY(!texts.empty());
                    for (const QString& text : texts) QVERIFY2(!text.contains('.'), qPrintable(text));
                }
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
        turnWheel(chart, -60);
        const ChartScale all{1, 5000, logarithmic};
        const auto length = [&] { return all.share(chart.xView().second) - all.share(chart.xView().first); };
        QVERIFY2(std::abs(length() - kWidestView) < 1e-6, qPrintable(QString::number(length())));
        QTRY_VERIFY(!chart.redrawPending());
        const double fitted = chart.yView().second - chart.yView().first;
        turnWheel(chart, -60, Qt::ControlModifier);
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
        turnWheel(chart, 3);
        chart.setLines({ramp(1, 20000)});
        for (int i = 0; i < 200; ++i) QTest::keyClick(&chart, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(chart.xView().second > 19000);
    }
};

QTEST_MAIN(TestChartAxes)
#include "tst_chart_axes.moc"
