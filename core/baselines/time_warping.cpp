// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/time_warping.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace gatelab {

namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
/// Sums in another order differ by rounding: a bound counts only when it is clearly above.
constexpr double kRounding = 1 - 1e-9;

std::int64_t reach(std::int64_t steps, std::int64_t otherSteps, double band) {
    const auto longer = std::max(steps, otherSteps);
    return band >= 1 ? longer : static_cast<std::int64_t>(std::ceil(band * static_cast<double>(longer)));
}

/// The least (or greatest) of values[first[j]] to values[last[j]] for each j; both borders never fall (Lemire 2009).
template <typename Before>
void slidingExtreme(const double* values, const std::vector<std::int64_t>& first, const std::vector<std::int64_t>& last,
                    Before before, double* out, std::size_t stride) {
    std::deque<std::int64_t> window;
    std::int64_t next = 0;
    for (std::size_t j = 0; j < first.size(); ++j) {
        for (; next <= last[j]; ++next) {
            while (!window.empty() && !before(values[window.back()], values[next])) window.pop_back();
            window.push_back(next);
        }
        while (window.front() < first[j]) window.pop_front();
        out[j * stride] = values[window.front()];
    }
}

}  // namespace

TimeWarping::TimeWarping(const SequenceSet& set, std::span<const std::int64_t> candidates, double band)
    : set_(set),
      candidates_(candidates),
      channels_(std::max<std::size_t>(1, set.channelNames.size())),
      band_(band),
      tokens_(set.tokens > 0),
      cleaned_(candidates.size()) {
    for (std::size_t k = 0; k < candidates.size(); ++k)
        (void)valuesOf(set.items[static_cast<std::size_t>(candidates[k])], cleaned_[k]);
}

double TimeWarping::maxOperations(double steps, double otherSteps, double channels, double band) {
    const double longer = std::max(steps, otherSteps),
                 width = band >= 1 ? steps : std::min(steps, 2 * std::ceil(band * longer) + 1);
    return std::max(1.0, otherSteps * width * (channels + 4));
}

const double* TimeWarping::valuesOf(const SequenceSet::Item& item, std::vector<double>& cleaned) const {
    if (std::ranges::none_of(item.values, [](double value) { return std::isnan(value); })) return item.values.data();
    cleaned = item.values;
    for (double& value : cleaned)
        if (std::isnan(value)) value = 0;
    return cleaned.data();
}

TimeWarping::Nearest TimeWarping::nearest(const SequenceSet::Item& item) {
    steps_ = item.steps;
    envelopes_.clear();
    std::vector<double> cleaned;
    const double* values = valuesOf(item, cleaned);
    item_.resize(static_cast<std::size_t>(steps_) * channels_);
    for (std::int64_t i = 0; i < steps_; ++i)
        for (std::size_t c = 0; c < channels_; ++c)
            item_[c * static_cast<std::size_t>(steps_) + static_cast<std::size_t>(i)] =
                values[static_cast<std::size_t>(i) * channels_ + c];
    struct Bound {
        double value = 0;
        std::size_t position = 0;
    };
    // The likely ones first: the better the best so far, the more is left out.
    std::vector<Bound> order;
    for (std::size_t k = 0; k < candidates_.size(); ++k) {
        const SequenceSet::Item& other = set_.items[static_cast<std::size_t>(candidates_[k])];
        const double* candidate = cleaned_[k].empty() ? other.values.data() : cleaned_[k].data();
        if (steps_ == 0 || other.steps == 0) {
            order.push_back({steps_ == other.steps ? 0 : kFar, k});
            continue;
        }
        order.push_back(
            {std::max(firstAndLast(candidate, other.steps), keogh(envelopeFor(other.steps), candidate, other.steps)),
             k});
    }
    std::ranges::sort(order, {}, [](const Bound& bound) {
        return std::pair(std::isnan(bound.value) ? kFar : bound.value, bound.position);
    });
    Nearest best;
    for (const auto& [bound, position] : order) {
        if (bound * kRounding > best.distance) break;
        const SequenceSet::Item& other = set_.items[static_cast<std::size_t>(candidates_[position])];
        double distance = bound;
        if (steps_ > 0 && other.steps > 0) {
            const double* candidate = cleaned_[position].empty() ? other.values.data() : cleaned_[position].data();
            const Envelope& envelope = envelopeFor(other.steps);
            (void)keogh(envelope, candidate, other.steps);
            distance = pathCost(envelope, candidate, other.steps, best.distance);
        }
        if (distance < best.distance || (distance == best.distance && position < best.position))
            best = {position, distance};
    }
    return best;
}

const TimeWarping::Envelope& TimeWarping::envelopeFor(std::int64_t candidateSteps) {
    const auto [place, isNew] = envelopes_.try_emplace(candidateSteps);
    Envelope& envelope = place->second;
    if (!isNew) return envelope;
    const std::int64_t aside = reach(steps_, candidateSteps, band_), m = candidateSteps;
    for (std::int64_t j = 0; j < m; ++j) {
        // At equal pace step j covers steps j n/m to (j + 1) n/m of the item: neighbouring windows always touch.
        envelope.first.push_back(std::max<std::int64_t>(0, j * steps_ / m - aside));
        envelope.last.push_back(std::min(steps_ - 1, ((j + 1) * steps_ + m - 1) / m - 1 + aside));
    }
    if (tokens_) return envelope;
    envelope.low.resize(static_cast<std::size_t>(m) * channels_);
    envelope.high.resize(envelope.low.size());
    for (std::size_t c = 0; c < channels_; ++c) {
        const double* values = item_.data() + c * static_cast<std::size_t>(steps_);
        slidingExtreme(values, envelope.first, envelope.last, std::less<>(), envelope.low.data() + c, channels_);
        slidingExtreme(values, envelope.first, envelope.last, std::greater<>(), envelope.high.data() + c, channels_);
    }
    operations_ += static_cast<double>(m) * static_cast<double>(channels_) * 8;
    return envelope;
}

double TimeWarping::between(std::int64_t i, const double* candidate) const {
    double sum = 0;
    for (std::size_t c = 0; c < channels_; ++c) {
        const double difference =
            item_[c * static_cast<std::size_t>(steps_) + static_cast<std::size_t>(i)] - candidate[c];
        sum += tokens_ ? (difference != 0 ? 1.0 : 0.0) : difference * difference;
    }
    return sum;
}

double TimeWarping::firstAndLast(const double* candidate, std::int64_t steps) const {
    // Every path begins at both first steps and ends at both last ones; of two items of one step that is the same pair.
    const double first = between(0, candidate);
    return steps_ == 1 && steps == 1
               ? first
               : first + between(steps_ - 1, candidate + static_cast<std::size_t>(steps - 1) * channels_);
}

double TimeWarping::keogh(const Envelope& envelope, const double* candidate, std::int64_t steps) {
    rest_.assign(static_cast<std::size_t>(steps) + 1, 0.0);
    if (tokens_) return 0;
    for (std::size_t j = static_cast<std::size_t>(steps); j-- > 0;) {
        double sum = 0;
        for (std::size_t c = 0; c < channels_; ++c) {
            const std::size_t at = j * channels_ + c;
            const double outside = std::max({0.0, candidate[at] - envelope.high[at], envelope.low[at] - candidate[at]});
            sum += outside * outside;
        }
        rest_[j] = rest_[j + 1] + sum;
    }
    operations_ += static_cast<double>(steps) * static_cast<double>(channels_) * 2;
    return rest_.front();
}

double TimeWarping::pathCost(const Envelope& envelope, const double* candidate, std::int64_t steps, double limit) {
    const auto n = static_cast<std::size_t>(steps_);
    // before_[i + 1]: the cheapest path to step i of the item and the candidate's step before; [0] only before the
    // first.
    before_.assign(n + 1, kFar);
    now_.assign(n + 1, kFar);
    costs_.resize(n);
    before_[0] = 0;
    for (std::int64_t j = 0; j < steps; ++j) {
        const auto first = static_cast<std::size_t>(envelope.first[static_cast<std::size_t>(j)]),
                   last = static_cast<std::size_t>(envelope.last[static_cast<std::size_t>(j)]);
        const double* theirs = candidate + static_cast<std::size_t>(j) * channels_;
        std::fill(costs_.begin() + static_cast<std::ptrdiff_t>(first),
                  costs_.begin() + static_cast<std::ptrdiff_t>(last) + 1, 0.0);
        for (std::size_t c = 0; c < channels_; ++c) {
            const double* mine = item_.data() + c * n;
            if (tokens_)
                for (std::size_t i = first; i <= last; ++i) costs_[i] += mine[i] == theirs[c] ? 0 : 1;
            else
                for (std::size_t i = first; i <= last; ++i) costs_[i] += (mine[i] - theirs[c]) * (mine[i] - theirs[c]);
        }
        double left = kFar, lowest = kFar;
        now_[first] = kFar;
        for (std::size_t i = first; i <= last; ++i) {
            left = std::min(std::min(before_[i], before_[i + 1]), left) + costs_[i];
            now_[i + 1] = left;
            lowest = std::min(lowest, left);
        }
        operations_ += static_cast<double>(last - first + 1) * static_cast<double>(channels_ + 4);
        if ((lowest + rest_[static_cast<std::size_t>(j) + 1]) * kRounding > limit) return kFar;
        // The next step may reach further than this one did.
        if (j + 1 < steps)
            std::fill(
                now_.begin() + static_cast<std::ptrdiff_t>(last) + 2,
                now_.begin() + std::min<std::ptrdiff_t>(
                                   static_cast<std::ptrdiff_t>(n) + 1,
                                   static_cast<std::ptrdiff_t>(envelope.last[static_cast<std::size_t>(j) + 1]) + 2),
                kFar);
        std::swap(before_, now_);
    }
    return before_[n];
}

}  // namespace gatelab
