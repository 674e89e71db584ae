// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/data/metric_lines.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

/// Twice the even width of the buckets over the shown x: between samples that lie farther apart the curve is a straight
/// line.
double wideGap(const std::vector<Bucket>& buckets, double low, double high, std::size_t wanted) {
    if (!(low <= high)) {
        low = HUGE_VAL, high = -HUGE_VAL;
        for (const Bucket& bucket : buckets) low = std::min(low, bucket.x), high = std::max(high, bucket.xLast);
    }
    return 2 * (high - low) / static_cast<double>(wanted);
}

/// What was measured inside the range, as it is.
ChartLine sampleLine(const MetricSeries& series, XAxis axis, double low, double high, bool smoothed) {
    const bool all = !(low <= high);
    ChartLine line;
    for (std::size_t i = 0; i < series.size(); ++i) {
        const double x = series.x(i, axis);
        if (!all && !(x >= low && x <= high)) continue;
        line.x.push_back(x);
        line.y.push_back(smoothed ? series.smoothed(i) : series.value(i));
        if (axis != XAxis::Step) line.steps.push_back(series.x(i, XAxis::Step));
    }
    return line;
}

}  // namespace

ChartLine metricLine(const MetricSeries& series, XAxis axis, double low, double high, int pixels, bool smoothed) {
    ChartLine line;
    if (pixels == kEverySample) line = sampleLine(series, axis, low, high, smoothed);
    line.style = smoothed ? ChartLine::Style::Smooth : ChartLine::Style::Plain;
    line.nonPositive = smoothed ? 0 : static_cast<std::int64_t>(series.nonPositive());  // of what was measured
    if (pixels == kEverySample) return line;
    const auto wanted = static_cast<std::size_t>(std::max(1, pixels) / 2 + 1);
    const std::vector<Bucket> buckets = series.buckets(axis, low, high, wanted, smoothed);
    line.isSampled = !smoothed && std::ranges::all_of(buckets, [](const Bucket& bucket) { return bucket.count == 1; });
    line.x.reserve(buckets.size() * 2);
    line.y.reserve(buckets.size() * 2);
    const auto put = [&](double x, double y) { line.x.push_back(x), line.y.push_back(y); };
    // A stretch ends at its very last sample, whatever the buckets.
    const auto endStretch = [&](const Bucket& bucket) {
        if (bucket.xLast > bucket.x) put(bucket.xLast, series.lastValue(bucket, smoothed));
    };
    const double wide = wideGap(buckets, low, high, wanted);
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        const Bucket& bucket = buckets[i];
        if (bucket.gapBefore && i > 0) {
            endStretch(buckets[i - 1]);
            put(bucket.x, std::numeric_limits<double>::quiet_NaN());
        } else if (i > 0 && bucket.x - buckets[i - 1].xLast > wide) {
            // From the very last sample to the very first: a line from an extreme would not be the curve's.
            endStretch(buckets[i - 1]);
            if (bucket.min != bucket.max) put(bucket.x, bucket.first);
        }
        if (bucket.min == bucket.max) {
            put(bucket.x, bucket.min);
            continue;
        }
        // Where the line comes in decides which extreme is nearer.
        const bool rising = bucket.first - bucket.min < bucket.max - bucket.first;
        put(bucket.x, rising ? bucket.min : bucket.max);
        put(bucket.x, rising ? bucket.max : bucket.min);
    }
    if (!buckets.empty()) endStretch(buckets.back());
    return line;
}

ChartLine highestLine(const MetricSeries& series, XAxis axis, double low, double high, int pixels) {
    if (pixels == kEverySample) return sampleLine(series, axis, low, high, false);
    ChartLine line;
    const auto put = [&line](double x, double y) { line.x.push_back(x), line.y.push_back(y); };
    for (const Bucket& bucket :
         series.buckets(axis, low, high, static_cast<std::size_t>(std::max(1, pixels) / 2 + 1), false)) {
        if (bucket.gapBefore && !line.x.empty()) put(bucket.x, std::numeric_limits<double>::quiet_NaN());
        put(bucket.x, bucket.max);
        if (bucket.xLast > bucket.x) put(bucket.xLast, bucket.max);
    }
    return line;
}

ChartLine meanLine(const MetricSeries& series, XAxis axis, double low, double high, int pixels, bool smoothed) {
    if (pixels == kEverySample) return sampleLine(series, axis, low, high, smoothed);
    ChartLine line;
    double end = std::numeric_limits<double>::quiet_NaN();
    for (const Bucket& bucket :
         series.buckets(axis, low, high, static_cast<std::size_t>(std::max(1, pixels) / 2 + 1), smoothed)) {
        const double x = smoothed ? bucket.x : (bucket.x + bucket.xLast) / 2;
        if (bucket.gapBefore && !line.x.empty())
            line.x.push_back((end + bucket.x) / 2), line.y.push_back(std::numeric_limits<double>::quiet_NaN());
        line.x.push_back(x), line.y.push_back(bucket.mean);
        end = bucket.xLast;
    }
    return line;
}

std::vector<ChartLine> smoothedPair(const MetricStore& store, MetricId id, XAxis axis, double low, double high,
                                    int pixels, const QString& name, const QColor& colour, int slot) {
    std::vector<ChartLine> lines;
    const MetricSeries& series = store.series(id);
    if (store.smoothing() > 0) {
        lines.push_back(metricLine(series, axis, low, high, pixels, false));
        lines.back().style = ChartLine::Style::Raw;
        lines.push_back(metricLine(series, axis, low, high, pixels, true));
        lines.back().smoothing = store.smoothing();
    } else {
        lines.push_back(metricLine(series, axis, low, high, pixels, false));
    }
    for (ChartLine& line : lines) line.colour = colour;
    lines.back().name = name;
    lines.back().slot = slot;
    return lines;
}

}  // namespace gatelab
