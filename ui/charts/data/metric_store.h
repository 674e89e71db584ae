// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Before metric.h: moc 6.4 cannot read <compare> as the first header.
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "run/metric.h"

namespace gatelab {

/// What a curve is drawn over.
enum class XAxis { Step, Epoch, Seconds };

/// Smallest and largest value of a bucket of samples, for drawing: the line passes through both.
struct Bucket {
    double x = 0;  ///< of the first finite sample; of smoothed values, which are one to a bucket, of the middle one
    double first = 0, min = 0, max = 0, mean = 0;
    bool gapBefore = false;  ///< a non-finite value or a new piece lies before this bucket
    std::uint32_t count = 0;
    std::size_t last = 0;  ///< index of the last finite sample
    double xLast = 0;      ///< of that sample
};

/// One metric of one run: every sample kept, with a min/max pyramid (leaves of 32 samples, levels x2) so that any range
/// is drawn in time proportional to the pixels. Append-only; x never decreases within a piece. Smoothed values are
/// means with triangular weights about their own place, of the logarithms where all values are above 0: nothing lags.
/// At the newest sample the weights are those of one side; at the start, which falls steeply, the mean goes over a
/// quarter of what has passed. Worked out where they are asked for, from running sums. GUI thread.
class MetricSeries {
public:
    void add(const MetricSample& sample);
    void clear();
    [[nodiscard]] std::size_t size() const;
    /// How many finite values are 0 or below: what a log axis cannot show.
    [[nodiscard]] std::size_t nonPositive() const;
    [[nodiscard]] double x(std::size_t index, XAxis axis) const;
    [[nodiscard]] double value(std::size_t index) const;
    [[nodiscard]] double smoothed(std::size_t index) const;
    /// The smoothed end of the curve, the figure shown for a rate while it is measured; NaN when empty.
    [[nodiscard]] double current() const;
    [[nodiscard]] std::uint16_t piece(std::size_t index) const;
    /// First sample of every piece but the first: where the run was resumed.
    [[nodiscard]] std::vector<std::size_t> resumes() const;
    /// To how far on either side the mean goes, in epochs (where a series has none, of 100 steps each); 0: identity.
    void setSmoothing(double epochs);
    /// At most `buckets` buckets per piece over x in [low, high], plus the neighbours outside so that lines reach the
    /// border. low > high: everything.
    [[nodiscard]] std::vector<Bucket> buckets(XAxis axis, double low, double high, std::size_t buckets,
                                              bool smoothedValues) const;
    /// What stands at the last sample of one of these buckets.
    [[nodiscard]] double lastValue(const Bucket& bucket, bool smoothedValues) const;
    /// Index of the sample nearest to x; -1 when empty.
    [[nodiscard]] std::int64_t nearest(XAxis axis, double x) const;
    MetricSeries();
    ~MetricSeries();
    MetricSeries(MetricSeries&&) noexcept;
    MetricSeries& operator=(MetricSeries&&) noexcept;

private:
    struct Data;
    std::unique_ptr<Data> data_;
};

/// The smoothing of charts, in epochs, where nobody has chosen another.
inline constexpr double kUsualSmoothing = 0.5;

/// All metrics of one run. GUI thread.
class MetricStore {
public:
    MetricStore();
    void add(const MetricSample& sample);
    void clear();
    void setSmoothing(double epochs);
    [[nodiscard]] double smoothing() const { return smoothing_; }
    [[nodiscard]] const MetricSeries& series(MetricId id, std::uint16_t layer = 0) const;
    /// How many layers have values of a metric per layer; of any other 1, also without values.
    [[nodiscard]] std::uint16_t layers(MetricId id) const;
    /// Grows by one for every sample: who draws compares it with what it has drawn.
    [[nodiscard]] std::uint64_t revision() const { return revision_; }

private:
    std::vector<std::vector<MetricSeries>> series_;  ///< [metric][layer]
    double smoothing_ = kUsualSmoothing;
    std::uint64_t revision_ = 0;
};

}  // namespace gatelab
