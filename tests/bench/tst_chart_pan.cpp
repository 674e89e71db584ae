// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/line_chart.h"
#include "charts/metric_lines.h"

#include <QGridLayout>
#include <QtTest>
#include <algorithm>
#include <ctime>
#include <random>

using namespace gatelab;

/// Times what a person feels: panning charts full of long runs. Prints milliseconds of processor time per frame; has no limits.
class BenchChartPan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void pan_data();
    void pan();

private:
    static constexpr int kRuns = 20, kPoints = 1'000'000;
    std::vector<MetricSeries> runs_;
};

void BenchChartPan::initTestCase() {
    std::mt19937 random(1);
    std::normal_distribution<double> noise;
    for (int run = 0; run < kRuns; ++run) {
        MetricSeries series;
        for (int i = 0; i < kPoints; ++i) series.add({MetricId::TrainLoss, 0, i, i / 1000.0, i * 0.01, i * 0.01, 0.1 + std::exp(-i / 2e5) * (1 + run * 0.05) + 0.02 * noise(random)});
        runs_.push_back(std::move(series));
    }
}

void BenchChartPan::pan_data() {
    QTest::addColumn<bool>("smoothed");
    QTest::addColumn<int>("charts");
    QTest::newRow("8 charts, smoothed lines") << true << 8;
    QTest::newRow("8 charts, raw lines") << false << 8;
    QTest::newRow("1 chart, raw lines") << false << 1;
}

void BenchChartPan::pan() {
    QFETCH(bool, smoothed);
    QFETCH(int, charts);
    Theme theme;
    QWidget window;
    auto* grid = new QGridLayout(&window);
    std::vector<LineChart*> all;
    for (int i = 0; i < charts; ++i) {
        auto* chart = new LineChart(theme, QStringLiteral("Loss %1").arg(i), "MSE");
        chart->setRedrawInterval(1);
        chart->setSource([&](double low, double high, int pixels) {
            std::vector<ChartLine> lines;
            for (int run = 0; run < kRuns; ++run) {
                lines.push_back(metricLine(runs_[static_cast<std::size_t>(run)], XAxis::Step, low, high, pixels, smoothed));
                lines.back().colour = theme.runColour(run);
            }
            return lines;
        });
        grid->addWidget(chart, i / 4, i % 4);
        all.push_back(chart);
    }
    window.resize(1600, 1000);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QTest::qWait(1000);
    std::vector<double> milliseconds;
    for (int frame = 0; frame < 60; ++frame) {
        const std::clock_t start = std::clock();  // processor time: other programs do not count
        for (LineChart* chart : all) chart->setXView(200000 + frame * 1000, 500000 + frame * 1000);
        QTest::qWait(2);  // the redraw timers
        window.repaint();
        milliseconds.push_back(1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    std::sort(milliseconds.begin(), milliseconds.end());
    qInfo("%d charts x %d runs x %d points, %s: median %.1f ms, 95 %% %.1f ms a frame", charts, kRuns, kPoints, smoothed ? "smoothed" : "raw", milliseconds[30], milliseconds[57]);
}

QTEST_MAIN(BenchChartPan)
#include "tst_chart_pan.moc"
