// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of a run that was interrupted or changed while it went on: one mean over the pieces, levels that step where
// they were set anew.
// Holds ui/runs/run_view.cpp.
#include "models/chart_table.h"
#include "runs/run_view.h"
#include "support/change_marker.h"

#include <QtTest>
#include <cmath>

using namespace gatelab;

namespace {

MetricSample sample(MetricId metric, std::int64_t step, double value, std::uint16_t piece = 0) {
    const auto x = static_cast<double>(step);
    return {metric, piece, step, x / 10, x / 100, 1.7e9 + x, value};
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
std::ptrdiff_t gaps(const std::vector<Bucket>& buckets) {
    return std::ranges::count_if(buckets, [](const Bucket& bucket) { return bucket.gapBefore; });
}

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
        QCOMPARE(gaps(buckets), 2);  // its pieces stay two
    }

    // A short piece is drawn no finer than the long one before it, nor where a view is wide for the few steps so far.
    void piecesAreDrawnInBucketsOfOneWidth() {
        MetricSeries series;
        for (std::int64_t step = 1; step <= 3200; ++step)
            series.add(
                sample(MetricId::TrainLoss, step, std::sin(static_cast<double>(step * step)), step <= 3000 ? 0 : 1));
        const auto buckets = series.buckets(XAxis::Step, 1, 0, 320, false);
        QCOMPARE(gaps(buckets), 2);
        const auto first = std::ranges::count_if(buckets, [](const Bucket& bucket) { return bucket.x <= 3000; });
        const auto second = static_cast<std::ptrdiff_t>(buckets.size()) - first;
        QVERIFY2(first >= 290 && second >= 15 && second <= 30,
                 qPrintable(QStringLiteral("%1 and %2").arg(first).arg(second)));
    }

    // A curve of one value per epoch too, and the charts say where.
    void everyCurveHasPiecesAndTheirMarker() {
        RunView run;
        for (std::int64_t epoch = 1; epoch <= 6; ++epoch) {
            const std::uint16_t piece = epoch <= 3 ? 0 : 1;
            run.take(sample(MetricId::TrainLoss, 100 * epoch, 1.0, piece));
            run.take(sample(MetricId::ValidationLoss, 100 * epoch, 1.0, piece));
        }
        for (const MetricId id : {MetricId::TrainLoss, MetricId::ValidationLoss})
            for (const XAxis axis : {XAxis::Step, XAxis::Epoch, XAxis::Seconds})
                QCOMPARE(gaps(run.metrics.series(id).buckets(axis, 1, 0, 400, false)), 2);
        const auto markers = runMarkers(run, XAxis::Step);
        QCOMPARE(markers.size(), std::size_t{1});
        QCOMPARE(markers.front().x, 400.0);
        QCOMPARE(markers.front().tag, QStringLiteral("resumed"));
    }

    void whatIsTrainedAgainStartsAnew() {
        MetricSeries series;
        for (std::int64_t step = 1; step <= 100; ++step) series.add(sample(MetricId::TrainLoss, step, 1));
        series.add(sample(MetricId::TrainLoss, 60, 5, 1));
        QCOMPARE(series.smoothed(100), 5.0);
    }

    void theClipLineStepsWhereItWasChanged() {
        RunView run = clippedRun(1);
        run.take(testing::changeMarker(40, "clip_norm", "0.5"));
        run.take(testing::changeMarker(50, "learning_rate", "0.01"));
        QCOMPARE(levelAt(run, 1), 1.0);
        QCOMPARE(levelAt(run, 39.5), 1.0);
        QCOMPARE(levelAt(run, 40.5), 0.5);
        QCOMPARE(levelAt(run, 100), 0.5);
    }

    void aClipLineThatIsTurnedOffAndOn() {
        RunView run = clippedRun(0);
        QVERIFY(std::isnan(levelAt(run, 10)));
        run.take(testing::changeMarker(40, "clip_norm", "0.5"));
        run.take(testing::changeMarker(70, "clip_norm", "0"));
        QVERIFY(std::isnan(levelAt(run, 10)) && std::isnan(levelAt(run, 80)));
        QCOMPARE(levelAt(run, 50), 0.5);
    }
};

QTEST_MAIN(TestResumedCurves)
#include "tst_resumed_curves.moc"
