// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/data/metric_lines.h"
#include "charts/line_chart.h"
#include "charts/series/series_plot.h"

#include <QGridLayout>
#include <QtTest>
#include <algorithm>
#include <ctime>
#include <random>
#include <set>

using namespace gatelab;

/// Which charts were painted.
class Paints : public QObject {
public:
    std::set<QObject*> charts;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Paint) charts.insert(watched);
        return false;
    }
};

/// Times what a person feels: panning charts full of long runs. Prints milliseconds of processor time per frame, from
/// the change of the view until every chart has asked for its lines and is painted once; has no limits. On a busy
/// machine the slowest frames are those that shared a core.
class BenchChartPan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void pan_data();
    void pan();
    void series_data();
    void series();

private:
    static constexpr int kRuns = 20, kPoints = 1'000'000;
    std::vector<MetricSeries> runs_;
};

void BenchChartPan::initTestCase() {
    std::mt19937 random(1);
    std::normal_distribution<double> noise;
    for (int run = 0; run < kRuns; ++run) {
        MetricSeries series;
        for (int i = 0; i < kPoints; ++i)
            series.add({MetricId::TrainLoss, 0, i, i / 1000.0, i * 0.01, i * 0.01,
                        0.1 + std::exp(-i / 2e5) * (1 + run * 0.05) + 0.02 * noise(random)});
        runs_.push_back(std::move(series));
    }
}

void BenchChartPan::pan_data() {
    QTest::addColumn<bool>("smoothed");
    QTest::addColumn<int>("charts");
    QTest::addColumn<int>("runs");
    QTest::addColumn<int>("from");
    QTest::newRow("8 charts, smoothed lines") << true << 8 << kRuns << 200000;
    QTest::newRow("8 charts, raw lines") << false << 8 << kRuns << 200000;
    QTest::newRow("8 charts, raw lines, noise from edge to edge") << false << 8 << kRuns << 600000;
    QTest::newRow("8 charts, fewer raw lines, noise from edge to edge") << false << 8 << 12 << 600000;
    QTest::newRow("1 chart, raw lines") << false << 1 << kRuns << 200000;
}

void BenchChartPan::pan() {
    QFETCH(bool, smoothed);
    QFETCH(int, charts);
    QFETCH(int, runs);
    QFETCH(int, from);
    Theme theme;
    QWidget window;
    auto* grid = new QGridLayout(&window);
    std::vector<LineChart*> all;
    Paints paints;
    for (int i = 0; i < charts; ++i) {
        auto* chart = new LineChart(theme, QStringLiteral("Loss %1").arg(i), "MSE");
        chart->setRedrawInterval(1);
        chart->setSource([&](double low, double high, int pixels) {
            std::vector<ChartLine> lines;
            for (int run = 0; run < runs; ++run) {
                lines.push_back(
                    metricLine(runs_[static_cast<std::size_t>(run)], XAxis::Step, low, high, pixels, smoothed));
                lines.back().colour = theme.runColour(run);
            }
            return lines;
        });
        grid->addWidget(chart, i / 4, i % 4);
        chart->installEventFilter(&paints);
        all.push_back(chart);
    }
    window.resize(1600, 1000);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QTest::qWait(1000);
    std::vector<double> milliseconds;
    for (int frame = 0; frame < 60; ++frame) {
        const std::clock_t start = std::clock();  // processor time: other programs do not count
        paints.charts.clear();
        for (LineChart* chart : all) chart->setXView(from + frame * 1000, from + 300000 + frame * 1000);
        while (std::ranges::any_of(all, [](LineChart* chart) { return chart->redrawPending(); }))
            QCoreApplication::processEvents();
        while (paints.charts.size() < all.size()) QCoreApplication::processEvents();
        milliseconds.push_back(1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    std::sort(milliseconds.begin(), milliseconds.end());
    qInfo("%d charts x %d runs x %d points, %s: median %.1f ms, 95 %% %.1f ms a frame", charts, runs, kPoints,
          smoothed ? "smoothed" : "raw", milliseconds[30], milliseconds[57]);
}

void BenchChartPan::series_data() {
    QTest::addColumn<int>("rows");
    QTest::newRow("1e6 rows") << 1'000'000;
    QTest::newRow("1e8 rows") << 100'000'000;
}

/// A column of the Data page: until it is worked out, then frames of a tenth of its rows and of all.
void BenchChartPan::series() {
    QFETCH(int, rows);
    std::mt19937 random(1);
    std::vector<double> values(static_cast<std::size_t>(rows));
    for (double& value : values) value = static_cast<double>(random() % 1000);
    auto data = std::make_shared<Series>();
    data->channels = {{"a", "", std::move(values)}};
    Theme theme;
    SeriesView view;
    SeriesPlot plot(theme, view);
    plot.resize(1600, 1000);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    const std::clock_t begun = std::clock();
    view.setSeries(data);
    while (!view.drawing(0)) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
    const double workedOut = 1000.0 * static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    std::vector<double> milliseconds;
    for (int frame = 0; frame < 60; ++frame) {
        const double low = frame % 2 == 0 ? rows * 0.01 * frame : 0, high = frame % 2 == 0 ? low + rows * 0.1 : rows;
        view.setRange(low, high);
        const std::clock_t start = std::clock();
        plot.repaint();
        milliseconds.push_back(1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    std::sort(milliseconds.begin(), milliseconds.end());
    qInfo("a column of %d rows: worked out in %.1f ms; median %.2f ms, 95 %% %.2f ms a frame", rows, workedOut,
          milliseconds[30], milliseconds[57]);
}

QTEST_MAIN(BenchChartPan)
#include "tst_chart_pan.moc"
