// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_line.h"
#include "charts/data/metric_store.h"

namespace gatelab {

/// The line of a metric over the visible range, ready for a ChartSource: buckets of two pixels, each drawn through its
/// smallest and largest value, and the last sample of every stretch; breaks at gaps and between pieces. smoothed: the
/// smoothed values. kEverySample: the samples themselves.
ChartLine metricLine(const MetricSeries& series, XAxis axis, double low, double high, int pixels, bool smoothed);
/// The largest value of every bucket of two pixels, level over it; kEverySample: the samples themselves.
ChartLine highestLine(const MetricSeries& series, XAxis axis, double low, double high, int pixels);
/// The mean of every bucket of two pixels, for averaging over runs; kEverySample: the samples themselves.
ChartLine meanLine(const MetricSeries& series, XAxis axis, double low, double high, int pixels, bool smoothed);
/// Raw faint behind smoothed, the usual pair of a training curve; without smoothing one plain line.
std::vector<ChartLine> smoothedPair(const MetricStore& store, MetricId id, XAxis axis, double low, double high,
                                    int pixels, const QString& name, const QColor& colour, int slot = -1);

}  // namespace gatelab
