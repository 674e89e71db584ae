// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/data/metric_store.h"

#include "charts/data/minmax_pyramid.h"
#include "run/curves/further_metrics.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

namespace gatelab {

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

/// The triangle of weights is a stack of so many boxes.
constexpr int kBoxes = 8;
/// The part of what has passed that a mean reaches back and on: later than width / kPassed it is as wide as asked for.
constexpr double kPassed = 0.25;
/// What counts as an epoch where none is known.
constexpr double kStepsOfEpoch = 100;

}  // namespace

struct MetricSeries::Data {
    std::vector<double> step, epoch, seconds;
    std::vector<std::uint16_t> piece;
    std::vector<std::size_t> starts;  ///< first sample of every monotone stretch
    std::vector<std::size_t> anew;    ///< those of them whose steps are trained once more: no mean goes over them
    MinMaxPyramid raw;
    double smoothing = kUsualSmoothing;
    std::size_t nonPositive = 0;
    // Of the finite samples before each, with one more at the end; they follow `raw` when asked for.
    mutable std::vector<double> sums{0};
    mutable std::vector<std::uint32_t> counts{0};
    mutable bool isLog = true;  ///< `sums` is of logarithms

    [[nodiscard]] const std::vector<double>& column(XAxis axis) const {
        return axis == XAxis::Epoch ? epoch : axis == XAxis::Seconds ? seconds : step;
    }
    [[nodiscard]] std::size_t endOf(std::size_t stretch) const {
        return stretch + 1 < starts.size() ? starts[stretch + 1] : raw.size();
    }
    /// Smallest and largest x of all stretches; not empty.
    [[nodiscard]] std::pair<double, double> extent(const std::vector<double>& x) const {
        double least = x.front(), most = x.front();
        for (std::size_t i = 0; i < starts.size(); ++i)
            least = std::min(least, x[starts[i]]), most = std::max(most, x[endOf(i) - 1]);
        return {least, most};
    }
    void catchUp() const;
    [[nodiscard]] double smoothed(std::size_t at, std::size_t first, std::size_t last) const;
};

void MetricSeries::Data::catchUp() const {
    if (isLog != (nonPositive == 0)) {
        isLog = nonPositive == 0;
        sums.assign(1, 0), counts.assign(1, 0);
    }
    for (std::size_t i = counts.size() - 1; i < raw.size(); ++i) {
        const bool counted = std::isfinite(raw[i]);
        sums.push_back(sums.back() + (!counted ? 0 : isLog ? std::log(raw[i]) : raw[i]));
        counts.push_back(counts.back() + (counted ? 1 : 0));
    }
}

/// The mean about a sample, at least as wide as the bucket [first, last] that it stands for. Non-finite values pass
/// through, and count for nothing.
double MetricSeries::Data::smoothed(std::size_t at, std::size_t first, std::size_t last) const {
    if (smoothing <= 0 || !std::isfinite(raw[at])) return raw[at];
    catchUp();
    const bool hasEpochs = epoch.back() > epoch.front();
    const std::vector<double>& x = hasEpochs ? epoch : step;
    const double reach = std::max(std::min(smoothing * (hasEpochs ? 1 : kStepsOfEpoch), kPassed * (x[at] - x.front())),
                                  (x[last] - x[first]) / 2);
    if (!(reach > 0)) return raw[at];
    const auto next = std::upper_bound(anew.begin(), anew.end(), at);
    const std::size_t begin = next == anew.begin() ? 0 : *std::prev(next),
                      end = next == anew.end() ? raw.size() : *next;
    double sum = 0, count = 0;
    std::size_t from = at, to = at + 1, back = 0, on = 0;
    for (int box = 1; box <= kBoxes; ++box) {
        const double away = reach * box / kBoxes * (1 + 1e-9);  // what lies on its edge is in it on both sides
        // Of samples evenly apart each box has as many more as the one before it.
        const std::size_t inner = from, outer = to;
        from = gallop(x, begin, end, x[at] - away, inner - std::min(inner, back));
        to = gallop(x, begin, end, x[at] + away, outer + on);
        back = inner - from, on = to - outer;
        sum += sums[to] - sums[from], count += counts[to] - counts[from];
    }
    if (count <= kBoxes) return raw[at];
    return isLog ? std::exp(sum / count) : sum / count;
}

MetricSeries::MetricSeries() : data_(std::make_unique<Data>()) {}
MetricSeries::~MetricSeries() = default;
MetricSeries::MetricSeries(MetricSeries&&) noexcept = default;
MetricSeries& MetricSeries::operator=(MetricSeries&&) noexcept = default;

void MetricSeries::add(const MetricSample& sample) {
    Data& d = *data_;
    const auto step = static_cast<double>(sample.step);
    const bool newStretch = d.starts.empty() || sample.piece != d.piece.back() || step < d.step.back();
    if (newStretch && d.raw.size() > 0 && step <= d.step.back()) d.anew.push_back(d.raw.size());
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
    d.piece.push_back(sample.piece);
    d.raw.append(sample.value);
    if (std::isfinite(sample.value) && sample.value <= 0) ++d.nonPositive;
}

void MetricSeries::clear() {
    const double smoothing = data_->smoothing;
    data_ = std::make_unique<Data>();
    data_->smoothing = smoothing;
}

std::size_t MetricSeries::size() const { return data_->raw.size(); }
std::size_t MetricSeries::nonPositive() const { return data_->nonPositive; }
double MetricSeries::x(std::size_t index, XAxis axis) const { return data_->column(axis)[index]; }
double MetricSeries::value(std::size_t index) const { return data_->raw[index]; }
double MetricSeries::smoothed(std::size_t index) const { return data_->smoothed(index, index, index); }
double MetricSeries::current() const { return size() == 0 ? std::nan("") : smoothed(size() - 1); }
std::vector<std::size_t> MetricSeries::resumes() const {
    std::vector<std::size_t> found;
    for (const std::size_t begin : data_->starts)
        if (begin > 0 && data_->piece[begin] != data_->piece[begin - 1]) found.push_back(begin);
    return found;
}

std::uint16_t MetricSeries::piece(std::size_t index) const { return data_->piece[index]; }

void MetricSeries::setSmoothing(double epochs) { data_->smoothing = std::isfinite(epochs) ? std::max(0.0, epochs) : 0; }

namespace {

/// Buckets end where a node of the pyramid does that is this many times shorter (an eighth of a pixel off): then few
/// nodes are read, and no single sample.
constexpr std::size_t kGrains = 16;

/// Collects buckets and knows where the last finite sample was, so that every break is marked.
class BucketList {
public:
    /// Of the smoothed value at a sample of a bucket; empty: of the values themselves.
    using Smooth = std::function<double(std::size_t at, std::size_t first, std::size_t last)>;
    BucketList(const MinMaxPyramid& values, const std::vector<double>& x, Smooth smooth)
        : values_(values), x_(x), smooth_(std::move(smooth)) {}
    void startStretch() { last_ = kNone; }
    void add(std::size_t begin, std::size_t end) {
        const std::size_t first = values_.firstFinite(begin, end);
        if (first == end) return;
        const std::size_t last = end - begin == 1 ? first : values_.lastFinite(begin, end);
        const bool isAfterGap = last_ == kNone || first != last_ + 1;
        last_ = last;
        if (smooth_) {
            const std::size_t middle = values_.firstFinite(first + (last - first) / 2, last + 1);
            const double mean = smooth_(middle, first, last);
            const auto count = static_cast<std::uint32_t>(last - first + 1);
            buckets.push_back({x_[middle], mean, mean, mean, mean, isAfterGap, count, last, x_[last]});
            return;
        }
        const MinMax all =
            first == last ? MinMax{values_[first], values_[first], values_[first], 1} : values_.over(first, last + 1);
        buckets.push_back(
            {x_[first], values_[first], all.min, all.max, all.sum / all.count, isAfterGap, all.count, last, x_[last]});
    }
    std::vector<Bucket> buckets;

private:
    static constexpr std::size_t kNone = SIZE_MAX;
    const MinMaxPyramid& values_;
    const std::vector<double>& x_;
    Smooth smooth_;
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
    BucketList::Smooth smooth;
    if (smoothedValues && d.smoothing > 0)
        smooth = [&d](std::size_t at, std::size_t first, std::size_t last) { return d.smoothed(at, first, last); };
    BucketList list(d.raw, x, std::move(smooth));
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

double MetricSeries::lastValue(const Bucket& bucket, bool smoothedValues) const {
    if (!smoothedValues) return data_->raw[bucket.last];
    return data_->smoothed(bucket.last, bucket.last + 1 - bucket.count, bucket.last);
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

// One more: curves with names of their own.
MetricStore::MetricStore() : series_(static_cast<std::size_t>(kFurtherMetric) + 1) {
    for (auto& layers : series_) layers.resize(1);
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
    ++revision_;
}

void MetricStore::clear() {
    for (auto& layers : series_)
        for (MetricSeries& series : layers) series.clear();
    ++revision_;
}

void MetricStore::setSmoothing(double epochs) {
    smoothing_ = epochs;
    for (auto& layers : series_)
        for (MetricSeries& series : layers) series.setSmoothing(epochs);
    ++revision_;
}

}  // namespace gatelab
