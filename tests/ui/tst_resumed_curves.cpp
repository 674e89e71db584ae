// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of a run that was interrupted or changed while it went on: one mean over the pieces, levels that step where they were set anew.
#include "pages/chart_table.h"
#include "run_view.h"

#include <QtTest>
#include <cmath>

using namespace gatelab;

namespace {

MetricSample sample(MetricId metric, std::int64_t step, double value, std::uint16_t piece = 0) {
    const auto x = static_cast<double>(step);
    return {metric, piece, step, x / 10, x / 100, 1.7e9 + x, value};
}

RunEvent marker(std::int64_t step, const char* text) {
    RunEvent event;
    event.kind = RunEvent::Kind::Marker;
    event.step = step;
    event.text = text;
    return event;
}

RunView clippedRun(double norm) {
    RunView run;
    run.summary.config.edit().clipNorm = norm;
    for (std::int64_t step = 1; step <= 100; ++step) run.take(sample(MetricId::GradientNorm, step, 2));
    return run;
}

/// The level that is drawn at a step; NaN: none.
double levelAt(const RunView& run, double step) {
    const std::vector<ChartLine> lines = metricLines(*findChartRow("gradient"), run, Palette{}, XAxis::Step, 1, 0, 400);
    const ChartLine& level = lines.back();
    if (level.name != QStringLiteral("clipped here")) return std::nan("");
    for (std::size_t i = 0; i + 1 < level.x.size(); i += 2)
        if (step >= level.x[i] && step <= level.x[i + 1]) return level.y[i];
    return std::nan("");
}

/// How often a curve begins.
std::ptrdiff_t gaps(const std::vector<Bucket>& buckets) { return std::ranges::count_if(buckets, [](const Bucket& bucket) { return bucket.gapBefore; }); }

}  // namespace

class TestResumedCurves : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theMeanGoesOnOverAResume() {
        MetricSeries resumed, whole;
        for (std::int64_t step = 1; step <= 400; ++step) {
            const double value = 1 + 0.5 * std::sin(static_cast<double>(step * step));
            whole.add(sample(MetricId::TrainLoss, step, value));
            resumed.add(sample(MetricId::TrainLoss, step, value, step <= 200 ? 0 : 1));
        }
        for (std::size_t i = 0; i < whole.size(); ++i) QCOMPARE(resumed.smoothed(i), whole.smoothed(i));
        const auto buckets = resumed.buckets(XAxis::Step, 1, 0, 1000, true);
        QCOMPARE(gaps(buckets), 1);  // the start
    }

    // One value per epoch: the way from the last one before to the first one after is as long as any other.
    void aSparseCurveGoesOnOverAResume() {
        MetricSeries series;
        for (std::int64_t epoch = 1; epoch <= 6; ++epoch) series.add(sample(MetricId::ValidationLoss, 100 * epoch, 1.0 / static_cast<double>(epoch), epoch <= 3 ? 0 : 1));
        for (const XAxis axis : {XAxis::Step, XAxis::Epoch, XAxis::Seconds}) QCOMPARE(gaps(series.buckets(axis, 1, 0, 400, false)), 1);
        QCOMPARE(gaps(series.buckets(XAxis::Wall, 1, 0, 400, false)), 2);  // nothing was trained in between
        // The line comes in over the edge of a view that begins at the resume.
        const auto zoomed = series.buckets(XAxis::Step, 350, 500, 400, false);
        QCOMPARE(zoomed.front().x, 300.0);
        QCOMPARE(gaps(zoomed), 1);
    }

    void epochsThatAreTrainedAgainAreAPieceOfTheirOwn() {
        MetricSeries series;
        for (std::int64_t epoch = 1; epoch <= 5; ++epoch) series.add(sample(MetricId::ValidationLoss, 100 * epoch, 1));
        for (std::int64_t epoch = 4; epoch <= 8; ++epoch) series.add(sample(MetricId::ValidationLoss, 100 * epoch, 2, 1));
        series.add(sample(MetricId::ValidationLoss, 900, 3, 2));
        const auto buckets = series.buckets(XAxis::Epoch, 1, 0, 400, false);
        QCOMPARE(gaps(buckets), 2);
        for (std::size_t i = 1; i < buckets.size(); ++i) QCOMPARE(buckets[i].gapBefore, buckets[i].x < buckets[i - 1].x);
    }

    void whatIsTrainedAgainStartsAnew() {
        MetricSeries series;
        for (std::int64_t step = 1; step <= 100; ++step) series.add(sample(MetricId::TrainLoss, step, 1));
        series.add(sample(MetricId::TrainLoss, 60, 5, 1));
        QCOMPARE(series.smoothed(100), 5.0);
    }

    void theClipLineStepsWhereItWasChanged() {
        RunView run = clippedRun(1);
        run.take(marker(40, "clip_norm = 0.5"));
        run.take(marker(50, "learning_rate = 0.01"));
        QCOMPARE(levelAt(run, 1), 1.0);
        QCOMPARE(levelAt(run, 39.5), 1.0);
        QCOMPARE(levelAt(run, 40.5), 0.5);
        QCOMPARE(levelAt(run, 100), 0.5);
    }

    void aClipLineThatIsTurnedOffAndOn() {
        RunView run = clippedRun(0);
        QVERIFY(std::isnan(levelAt(run, 10)));
        run.take(marker(40, "clip_norm = 0.5"));
        run.take(marker(70, "clip_norm = 0"));
        QVERIFY(std::isnan(levelAt(run, 10)) && std::isnan(levelAt(run, 80)));
        QCOMPARE(levelAt(run, 50), 0.5);
    }
};

QTEST_MAIN(TestResumedCurves)
#include "tst_resumed_curves.moc"
