// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/data/metric_store.h"

#include "charts/data/minmax_pyramid.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <utility>

namespace gatelab {

struct MetricSeries::Data {
    std::vector<double> step, epoch, seconds, wall;
    std::vector<std::uint16_t> piece;
    std::vector<std::size_t> starts;  ///< first sample of every monotone stretch
    MinMaxPyramid raw;
    mutable MinMaxPyramid smooth;  ///< follows `raw` when asked for
    mutable double level = 0, weightSum = 0, finiteStep = 0;
    double weight = 0.97, share = 0;
    mutable std::vector<double> clock;  ///< follows `wall` when asked for
    mutable std::size_t lastBatch = 0;  ///< in `clock`
    std::size_t nonPositive = 0;

    [[nodiscard]] const std::vector<double>& column(XAxis axis) const {
        switch (axis) {
            case XAxis::Step:
                return step;
            case XAxis::Epoch:
                return epoch;
            case XAxis::Seconds:
                return seconds;
            case XAxis::Wall:
                return clockOfSteps();
        }
        return step;
    }
    [[nodiscard]] std::size_t endOf(std::size_t stretch) const {
        return stretch + 1 < starts.size() ? starts[stretch + 1] : raw.size();
    }
    [[nodiscard]] const MinMaxPyramid& values(bool smoothedValues) const {
        if (!smoothedValues || weight == 0) return raw;
        catchUp();
        return smooth;
    }
    /// Smallest and largest x of all stretches; not empty.
    [[nodiscard]] std::pair<double, double> extent(const std::vector<double>& x) const {
        double least = x.front(), most = x.front();
        for (std::size_t i = 0; i < starts.size(); ++i)
            least = std::min(least, x[starts[i]]), most = std::max(most, x[endOf(i) - 1]);
        return {least, most};
    }
    void catchUp() const;
    const std::vector<double>& clockOfSteps() const;
};

/// Samples are told in batches with the time at which the last one was done: the others were done before it by as much
/// as their training time is shorter.
const std::vector<double>& MetricSeries::Data::clockOfSteps() const {
    if (clock.size() == wall.size()) return clock;
    clock.resize(wall.size());
    for (std::size_t begin = lastBatch, end = begin; begin < wall.size(); begin = end) {
        const auto next = std::upper_bound(starts.begin(), starts.end(), begin);
        const std::size_t stretchEnd = next == starts.end() ? wall.size() : *next;
        while (end < stretchEnd && wall[end] == wall[begin]) ++end;
        double least = *std::prev(next) == begin ? -HUGE_VAL : clock[begin - 1];
        for (std::size_t i = begin; i < end; ++i)
            clock[i] = least = std::max(least, wall[i] - (seconds[end - 1] - seconds[i]));
        lastBatch = begin;
    }
    return clock;
}

namespace {

/// The weight that counts after so many steps.
double weightAfter(double steps, double weight, double share) {
    return share <= 0 ? weight : std::min(weight, 1 - 1 / std::max(1.0, share * steps));
}

}  // namespace

/// Debiased exponential mean: a sample covers the steps since the last finite one; after d steps the old mean weighs
/// weight^d. A resumed run goes on with the same weights, and so does its mean, which would otherwise begin at a single
/// noisy batch; where steps are trained once more it starts anew. Non-finite values pass through as if they were not
/// there.
void MetricSeries::Data::catchUp() const {
    double lastDistance = -1, lastWeight = -1, keep = 0;
    auto next = std::upper_bound(starts.begin(), starts.end(), smooth.size());
    for (std::size_t i = smooth.size(); i < raw.size(); ++i) {
        if (i == 0 || (next != starts.end() && *next == i)) {
            if (i != 0) ++next;
            if (i == 0 || step[i] < finiteStep) level = weightSum = 0;
        }
        const double value = raw[i];
        if (!std::isfinite(value)) {
            smooth.append(value);
            continue;
        }
        const double distance = weightSum == 0 ? 1 : std::max(1.0, step[i] - finiteStep);
        const double used = weightAfter(step[i] - step.front(), weight, share);
        if (distance != lastDistance || used != lastWeight)
            keep = distance == 1 ? used : std::pow(used, distance), lastDistance = distance, lastWeight = used;
        weightSum = weightSum * keep + (1 - keep);
        level += (1 - keep) / weightSum * (value - level);
        finiteStep = step[i];
        smooth.append(level);
    }
}

MetricSeries::MetricSeries() : data_(std::make_unique<Data>()) {}
MetricSeries::~MetricSeries() = default;
MetricSeries::MetricSeries(MetricSeries&&) noexcept = default;
MetricSeries& MetricSeries::operator=(MetricSeries&&) noexcept = default;

void MetricSeries::add(const MetricSample& sample) {
    Data& d = *data_;
    const auto step = static_cast<double>(sample.step);
    const bool newStretch = d.starts.empty() || sample.piece != d.piece.back() || step < d.step.back();
    if (newStretch) d.starts.push_back(d.raw.size());
    // Clocks may be set back; within a stretch x does not decrease.
    const auto push = [newStretch](std::vector<double>& column, double x) {
        if (newStretch)
            column.push_back(std::isfinite(x) ? x : 0);
        else
            column.push_back(x >= column.back() ? x : column.back());
    };
    push(d.step, step);
    push(d.epoch, sample.epoch);
    push(d.seconds, sample.seconds);
    push(d.wall, sample.wall);
    d.piece.push_back(sample.piece);
    d.raw.append(sample.value);
    if (std::isfinite(sample.value) && sample.value <= 0) ++d.nonPositive;
}

void MetricSeries::clear() {
    const double weight = data_->weight, share = data_->share;
    data_ = std::make_unique<Data>();
    data_->weight = weight, data_->share = share;
}

std::size_t MetricSeries::size() const { return data_->raw.size(); }
std::size_t MetricSeries::nonPositive() const { return data_->nonPositive; }
double MetricSeries::x(std::size_t index, XAxis axis) const { return data_->column(axis)[index]; }
double MetricSeries::value(std::size_t index) const { return data_->raw[index]; }
double MetricSeries::smoothed(std::size_t index) const { return data_->values(true)[index]; }
double MetricSeries::current() const { return size() == 0 ? std::nan("") : smoothed(size() - 1); }
std::vector<std::size_t> MetricSeries::resumes() const {
    std::vector<std::size_t> found;
    for (const std::size_t begin : data_->starts)
        if (begin > 0 && data_->piece[begin] != data_->piece[begin - 1]) found.push_back(begin);
    return found;
}

std::uint16_t MetricSeries::piece(std::size_t index) const { return data_->piece[index]; }

void MetricSeries::setSmoothing(double weightPerStep, double share) {
    const double weight = std::isfinite(weightPerStep) ? std::clamp(weightPerStep, 0.0, 0.999999) : 0;
    if (weight == data_->weight && share == data_->share) return;
    data_->weight = weight, data_->share = share;
    data_->smooth.clear();
}

namespace {

/// First index of [begin, end) with x >= wanted, searched outwards from a guess: even spacing makes the guess good.
/// Indices count strides of samples.
std::size_t gallop(const std::vector<double>& x, std::size_t begin, std::size_t end, double wanted, std::size_t guess,
                   std::size_t stride = 1) {
    const auto isBefore = [&](std::size_t index) { return x[index * stride] < wanted; };
    guess = std::clamp(guess, begin, end);
    std::size_t reach = 1, low = begin, high = end;
    if (guess < end && isBefore(guess)) {
        low = guess + 1;
        while (guess + reach < end && isBefore(guess + reach)) low = guess + reach + 1, reach *= 2;
        high = std::min(end, guess + reach);
    } else {
        high = guess;
        while (guess >= begin + reach && !isBefore(guess - reach)) high = guess - reach, reach *= 2;
        low = guess >= begin + reach ? guess - reach : begin;
    }
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (isBefore(middle))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Buckets end where a node of the pyramid does that is this many times shorter (an eighth of a pixel off): then few
/// nodes are read, and no single sample.
constexpr std::size_t kGrains = 16;

/// Collects buckets and knows where the last finite sample was, so that every break is marked.
class BucketList {
public:
    BucketList(const MinMaxPyramid& values, const std::vector<double>& x) : values_(values), x_(x) {}
    void startStretch() { last_ = kNone; }
    void add(std::size_t begin, std::size_t end) {
        const std::size_t first = values_.firstFinite(begin, end);
        if (first == end) return;
        const std::size_t last = end - begin == 1 ? first : values_.lastFinite(begin, end);
        const MinMax all =
            first == last ? MinMax{values_[first], values_[first], values_[first], 1} : values_.over(first, last + 1);
        buckets.push_back({x_[first], values_[first], all.min, all.max, values_[last], all.sum / all.count,
                           last_ == kNone || first != last_ + 1, all.count, x_[last]});
        last_ = last;
    }
    std::vector<Bucket> buckets;

private:
    static constexpr std::size_t kNone = SIZE_MAX;
    const MinMaxPyramid& values_;
    const std::vector<double>& x_;
    std::size_t last_ = kNone;
};

}  // namespace

std::vector<Bucket> MetricSeries::buckets(XAxis axis, double low, double high, std::size_t count,
                                          bool smoothedValues) const {
    const Data& d = *data_;
    const std::vector<double>& x = d.column(axis);
    if (x.empty() || count == 0) return {};
    if (!(low <= high)) low = -HUGE_VAL, high = HUGE_VAL;
    const auto [least, most] = d.extent(x);
    if (std::isinf(low)) low = least;
    if (std::isinf(high)) high = most;
    // Edges are multiples of the width, so that they stand still while the view moves.
    const double width = (high - low) / static_cast<double>(std::max<std::size_t>(1, count - 1));
    BucketList list(d.values(smoothedValues), x);
    for (std::size_t stretch = 0; stretch < d.starts.size(); ++stretch) {
        const std::size_t begin = d.starts[stretch], end = d.endOf(stretch);
        if (x[end - 1] < low || x[begin] > high) continue;
        const std::size_t inside = gallop(x, begin, end, low, begin);
        const std::size_t outside = gallop(x, inside, end, std::nextafter(high, HUGE_VAL), end);
        list.startStretch();
        if (inside > begin) list.add(inside - 1, inside);
        // A short piece is not drawn finer than a long one beside it.
        const double samples = static_cast<double>(outside - inside),
                     length = outside > inside ? x[outside - 1] - x[inside] : 0;
        if ((samples - 1) * width <= length * (1 + 1e-9) || !(width > 0)) {
            for (std::size_t i = inside; i < outside; ++i) list.add(i, i + 1);
        } else {
            double edge = std::floor(low / width) * width;
            std::size_t from = inside, span = (outside - inside) / count + 1;
            const std::size_t node = std::bit_floor(span / kGrains), grain = node >= MinMaxPyramid::kLeaf ? node : 1;
            const auto grains = [grain](std::size_t samples) { return (samples + grain - 1) / grain; };
            for (std::size_t k = 1; from < outside; ++k) {
                const std::size_t to = k > count
                                           ? outside
                                           : std::min(outside, grain * gallop(x, grains(from), grains(outside),
                                                                              edge + width * static_cast<double>(k),
                                                                              grains(from + span), grain));
                if (to > from) span = to - from, list.add(from, to);
                from = to;
            }
        }
        if (outside < end) list.add(outside, outside + 1);
    }
    return std::move(list.buckets);
}

std::int64_t MetricSeries::nearest(XAxis axis, double wanted) const {
    const Data& d = *data_;
    const std::vector<double>& x = d.column(axis);
    std::int64_t best = -1;
    if (std::isnan(wanted)) return best;
    for (std::size_t stretch = 0; stretch < d.starts.size(); ++stretch) {
        const std::size_t begin = d.starts[stretch], end = d.endOf(stretch);
        std::size_t index = gallop(x, begin, end, wanted, begin);
        if (index == end || (index > begin && wanted - x[index - 1] < x[index] - wanted)) --index;
        if (best < 0 || std::abs(x[index] - wanted) <= std::abs(x[static_cast<std::size_t>(best)] - wanted))
            best = static_cast<std::int64_t>(index);
    }
    return best;
}

MetricStore::MetricStore() : series_(static_cast<std::size_t>(MetricId::Count)) {
    for (auto& layers : series_) layers.resize(1);
    applySmoothing();
}

double MetricStore::usedSmoothing() const { return smoothing_; }

void MetricStore::noteStep(std::int64_t step) {
    if (firstStep_ < 0 || step < firstStep_) firstStep_ = step;
    steps_ = std::max(steps_, step - firstStep_);
}

void MetricStore::applySmoothing() {
    for (auto& layers : series_)
        for (MetricSeries& series : layers) series.setSmoothing(smoothing_);
}

const MetricSeries& MetricStore::series(MetricId id, std::uint16_t layer) const {
    static const MetricSeries kNone;
    const auto& layers = series_[static_cast<std::size_t>(id)];
    return layer < layers.size() ? layers[layer] : kNone;
}

std::uint16_t MetricStore::layers(MetricId id) const {
    return static_cast<std::uint16_t>(series_[static_cast<std::size_t>(id)].size());
}

void MetricStore::add(const MetricSample& sample) {
    const auto index = static_cast<std::size_t>(sample.metric);
    if (index >= series_.size() || sample.layer >= kMaxLayers) return;
    auto& layers = series_[index];
    while (layers.size() <= sample.layer) layers.emplace_back().setSmoothing(smoothing_);
    MetricSeries& series = layers[sample.layer];
    // Measured before a resumed run knew where it stood: no step can come back to 0.
    const bool lost = sample.step == 0 && series.size() > 0 && series.x(series.size() - 1, XAxis::Step) > 0;
    if (lost) return;
    series.add(sample);
    noteStep(sample.step);
    ++revision_;
}

void MetricStore::clear() {
    for (auto& layers : series_)
        for (MetricSeries& series : layers) series.clear();
    firstStep_ = -1;
    steps_ = 0;
    ++revision_;
}

void MetricStore::setSmoothing(double weightPerStep) {
    smoothing_ = weightPerStep;
    applySmoothing();
    ++revision_;
}

}  // namespace gatelab
