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
enum class XAxis { Step, Epoch, Seconds, Wall };

/// Smallest and largest value of a bucket of samples, for drawing: the line passes through both.
struct Bucket {
    double x = 0;  ///< of the first finite sample
    double first = 0, min = 0, max = 0, last = 0, mean = 0;
    bool gapBefore = false;  ///< a non-finite value or a new piece lies before this bucket
    std::uint32_t count = 0;
    double xLast = 0;  ///< of the last finite sample
};

/// One metric of one run: every sample kept, with a min/max pyramid (leaves of 32 samples, levels x2) so that any range
/// is drawn in time proportional to the pixels. Append-only; x never decreases within a piece. Smoothing is an
/// exponential mean weighted by steps (weight w per step, debiased), kept beside the raw values and recomputed when w
/// changes. GUI thread.
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
    /// 0: identity. In [0, 1). `share`: the mean goes over at most this part of the steps up to its place, so that no
    /// value changes as the run goes on; 0: no limit.
    void setSmoothing(double weightPerStep, double share = 0);
    /// At most `buckets` buckets per piece over x in [low, high], plus the neighbours outside so that lines reach the
    /// border. low > high: everything.
    [[nodiscard]] std::vector<Bucket> buckets(XAxis axis, double low, double high, std::size_t buckets,
                                              bool smoothedValues) const;
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

/// All metrics of one run. The first steps are smoothed less than asked for: up to the usual 0.97 the mean at a step
/// goes over at most a fiftieth of the steps before it (more in proportion above), else a curve that falls fast would
/// be drawn several times above its values. GUI thread.
class MetricStore {
public:
    MetricStore();
    void add(const MetricSample& sample);
    void clear();
    void setSmoothing(double weightPerStep);
    [[nodiscard]] double smoothing() const { return smoothing_; }  ///< as asked for
    [[nodiscard]] double usedSmoothing() const;                    ///< at the last step: never more than asked for
    [[nodiscard]] const MetricSeries& series(MetricId id, std::uint16_t layer = 0) const;
    /// How many layers have values of a metric per layer; of any other 1, also without values.
    [[nodiscard]] std::uint16_t layers(MetricId id) const;
    /// Grows by one for every sample: who draws compares it with what it has drawn.
    [[nodiscard]] std::uint64_t revision() const { return revision_; }

private:
    void noteStep(std::int64_t step);
    void applySmoothing();

    std::vector<std::vector<MetricSeries>> series_;  ///< [metric][layer]
    double smoothing_ = 0.97;
    std::int64_t firstStep_ = -1, steps_ = 0;  ///< that the samples span; negative: there is none
    std::uint64_t revision_ = 0;
};

}  // namespace gatelab
