// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/look/repeats.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace gatelab {
namespace {

constexpr std::size_t kMaxLags = 2'000;
// Share of the variance that a season explains: at least this, and more where only few seasons tell it; of the periods
// that people have for the time step, and of any.
constexpr double kWeakestUsual = 0.1, kFewUsual = 0.75, kWeakestAny = 0.25, kFewAny = 1;
/// Of a usual period two and a half seasons tell it where they are nearly all that there is, and not a handful of rows.
constexpr std::size_t kFewestRows = 24;
constexpr double kNearlyAll = 0.8;
constexpr double kClearlyStronger = 0.1;
/// Periods that series without times have for a reason: a year, a week or a day of usual steps.
constexpr std::size_t kCommon[] = {4, 7, 12, 24, 48, 52, 96, 144, 168, 288, 336, 365};
constexpr double kNearCommon = 0.03;

/// The shortest of the usual periods, unless a longer one is clearly stronger; 0: none.
std::size_t usualSeason(const Repeats& repeats, std::int64_t stepMicros, std::size_t longest) {
    std::size_t best = 0;
    double strongest = 0;
    for (const std::size_t period : usualPeriods(stepMicros)) {
        if (period > longest) continue;
        const double strength = repeats.strength(period, true);
        if (strength > 0 && (best == 0 || strength > strongest + kClearlyStronger)) best = period, strongest = strength;
    }
    return best;
}

/// The shortest period that explains nearly as much as the one that explains most, or a common one that is as good as
/// its neighbour; 0: none.
std::size_t anySeason(const Repeats& repeats, std::size_t longest) {
    std::vector<double> strength(longest + 2, 0.0);
    for (std::size_t period = 2; period <= longest; ++period) strength[period] = repeats.strength(period, false);
    const double highest = *std::ranges::max_element(strength);
    if (highest <= 0) return 0;
    std::size_t found = 0;
    for (std::size_t period = 2; period <= longest && found == 0; ++period)
        if (strength[period] >= 0.9 * highest && strength[period] >= strength[period - 1] &&
            strength[period] >= strength[period + 1])
            found = period;
    const auto isNear = [&](std::size_t period) {
        const double apart = std::abs(static_cast<double>(period) - static_cast<double>(found));
        return period <= longest && strength[period] >= 0.9 * strength[found] &&
               apart <= std::max(1.0, kNearCommon * static_cast<double>(found));
    };
    const auto* const common = std::ranges::find_if(kCommon, isNear);
    return common == std::end(kCommon) ? found : *common;
}

}  // namespace

Repeats::Repeats(const std::vector<double>& values)
    : values_(values), sums_(values.size() + 1, 0.0), counts_(values.size() + 1, 0.0) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool isThere = !std::isnan(values[i]);
        sums_[i + 1] = isThere ? sums_[i] + values[i] : sums_[i];
        counts_[i + 1] = counts_[i] + (isThere ? 1 : 0);
    }
}

Repeats::Squares Repeats::squaresOf(std::size_t period) const {
    const std::size_t rows = values_.size();
    if (period < 2 || 2 * rows < 5 * period) return {};
    std::vector<double> sum(period, 0.0), squares(period, 0.0), count(period, 0.0);
    for (std::size_t i = 0, place = 0; i < rows; ++i) {
        if (!std::isnan(values_[i])) {
            const std::size_t from = i > period / 2 ? i - period / 2 : 0, to = std::min(from + period, rows);
            const double rest = values_[i] - (sums_[to] - sums_[from]) / (counts_[to] - counts_[from]);
            sum[place] += rest, squares[place] += rest * rest, count[place] += 1;
        }
        if (++place == period) place = 0;
    }
    // Sum over x of (x - (S - x) / (n - 1))^2 is (n^2 sum of x^2 - n S^2) / (n - 1)^2.
    Squares found;
    for (std::size_t place = 0; place < period; ++place) {
        const double n = count[place];
        if (n < 2) continue;
        found.all += squares[place], found.count += n;
        found.left += (n * n * squares[place] - n * sum[place] * sum[place]) / ((n - 1) * (n - 1));
    }
    return found;
}

double Repeats::explained(std::size_t period) const {
    const Squares found = squaresOf(period);
    return found.all > 0 ? 1 - found.left / found.all : -1;
}

double Repeats::explainedVariance(std::size_t period) const {
    const Squares found = squaresOf(period);
    return found.count > 0 ? std::max(0.0, (found.all - found.left) / found.count) : 0;
}

double Repeats::strength(std::size_t period, bool isUsual) const {
    const double weakest = isUsual ? kWeakestUsual : kWeakestAny, few = isUsual ? kFewUsual : kFewAny;
    const double share = explained(period),
                 seasons = counts_.back() / static_cast<double>(std::max<std::size_t>(1, period));
    if (seasons < 3) return values_.size() >= kFewestRows && share > kNearlyAll ? share : 0;
    return share > weakest + few / seasons ? share : 0;
}

std::vector<std::size_t> usualPeriods(std::int64_t stepMicros) {
    constexpr std::int64_t kMinute = 60'000'000, kHour = 60 * kMinute, kDay = 24 * kHour;
    std::vector<std::size_t> periods;
    if (stepMicros <= 0) return periods;
    if (stepMicros >= 28 * kDay && stepMicros <= 31 * kDay) return {12};
    if (stepMicros >= 89 * kDay && stepMicros <= 92 * kDay) return {4};
    for (const std::int64_t cycle : {kHour, kDay, 7 * kDay, 364 * kDay})
        if (cycle % stepMicros == 0 && cycle / stepMicros >= 2)
            periods.push_back(static_cast<std::size_t>(cycle / stepMicros));
    return periods;
}

std::size_t repeatingPeriod(const std::vector<double>& values, std::int64_t stepMicros, std::size_t longest) {
    if (values.size() < 8) return 0;
    const Repeats repeats(values);
    if (const std::size_t usual = usualSeason(repeats, stepMicros, longest); usual > 0) return usual;
    return anySeason(repeats, std::min({values.size() / 3, longest, kMaxLags}));
}

}  // namespace gatelab
