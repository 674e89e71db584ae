// SPDX-License-Identifier: GPL-3.0-or-later
// Charts with little room: numbers of y stay apart, the box at the cursor says what it leaves out; and the figure of a
// rate beside them.
#include "charts/chart_paint.h"
#include "models/run_figures.h"
#include "runs/run_view.h"

#include <QImage>
#include <QTest>
#include <algorithm>
#include <cmath>

using namespace gatelab;

class TestLowCharts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbersOfALowAxisDoNotTouch() {
        const Theme theme;
        for (const double height : {80.0, 95.0, 120.0, 160.0, 300.0})
            for (const double low : {0.001, 0.02, 0.035, 0.05, 0.13, 0.3})
                for (const bool logarithmic : {true, false}) {
                    ChartContent content;
                    content.x = {0, 20, false}, content.y = {low, 1.2, logarithmic};
                    ChartLine line;
                    line.x = {0, 20}, line.y = {1, low * 1.1};
                    content.lines = {line};
                    const ChartGeometry g = layOutChart(content, theme, QRectF(0, 0, 800, height));
                    std::vector<double> places;
                    for (const ChartTick& tick : g.yTicks)
                        if (!tick.label.isEmpty()) places.push_back(g.yPixel(content, tick.value));
                    std::ranges::sort(places);
                    QVERIFY(!places.empty());
                    for (std::size_t i = 1; i < places.size(); ++i)
                        QVERIFY2(places[i] - places[i - 1] >= 13.9,
                                 qPrintable(QStringLiteral("%1 px high from %2: %3 px apart")
                                                .arg(height)
                                                .arg(low)
                                                .arg(places[i] - places[i - 1])));
                }
    }

    void theBoxAtTheCursorEndsInsideTheChart() {
        const Theme theme;
        ChartContent content;
        content.x = {0, 10, false}, content.y = {0, 30, false};
        for (int k = 0; k < 25; ++k) {
            ChartLine line;
            line.name = QStringLiteral("run %1").arg(k), line.x = {0, 10}, line.y = {double(k), double(k)};
            content.lines.push_back(line);
        }
        content.cursor = 5, content.pointer = true, content.crowded = true;
        const ChartGeometry g = layOutChart(content, theme, QRectF(0, 0, 400, 130));
        QImage image(400, 300, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        paintTooltip(painter, content, theme, g);
        painter.end();
        bool drawn = false;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y) != Qt::white) {
                    drawn = true;
                    QVERIFY2(y < 130, qPrintable(QString::number(y)));
                }
        QVERIFY(drawn);
    }

    // 60 steps in half a second and 40 in two, as of an ended run in the store.
    void aRateIsOfAllStepsSoFar() {
        RunView run;
        QVERIFY(std::isnan(rateSoFar(run, MetricId::SamplesPerSecond)));
        for (const auto& [step, rate] : {std::pair<std::int64_t, double>(60, 7680), {100, 1280}})
            run.take(MetricSample{MetricId::SamplesPerSecond, 0, step, 1, 1, 1e9, rate});
        for (const bool live : {true, false}) {
            run.live = live;
            QCOMPARE(rateSoFar(run, MetricId::SamplesPerSecond), 2560.0);
        }
    }
};

QTEST_MAIN(TestLowCharts)
#include "tst_low_charts.moc"
