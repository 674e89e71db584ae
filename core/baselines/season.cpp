// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/season.h"

#include "baselines/baseline_members.h"
#include "data/many/prepare_many.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

namespace gatelab {
namespace {

constexpr std::size_t kMaxRows = 20'000;
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

/// The last training values (at most kMaxRows), with their straight line removed.
std::vector<double> detrendedTail(const PreparedSeries& prepared, std::size_t target) {
    const std::vector<double> observed = prepared.observedTarget(target);
    std::vector<double> values(observed.begin() + prepared.split.train.begin,
                               observed.begin() + prepared.split.train.end);
    const double scale = methods::modestScale(values);
    for (double& value : values) value *= scale;
    std::erase_if(values, [](double value) { return std::isnan(value); });
    if (values.size() > kMaxRows) values.erase(values.begin(), values.end() - static_cast<std::ptrdiff_t>(kMaxRows));
    const auto count = static_cast<double>(values.size());
    double mean = 0, across = 0, squares = 0;
    for (const double value : values) mean += value / count;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double place = static_cast<double>(i) - (count - 1) / 2;
        across += place * (values[i] - mean), squares += place * place;
    }
    const double slope = squares > 0 ? across / squares : 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] -= mean + slope * (static_cast<double>(i) - (count - 1) / 2);
    return values;
}

/// What repeats with a period, told by what was not used to tell it.
class Repeats {
public:
    explicit Repeats(const std::vector<double>& values) : values_(values), sums_(values.size() + 1, 0.0) {
        for (std::size_t i = 0; i < values.size(); ++i) sums_[i + 1] = sums_[i] + values[i];
    }
    /// Share of the variance of the values, from their moving mean over one period on, that the mean of all other
    /// seasons at the same place forecasts (leave-one-out); below 0 where it forecasts nothing, -1 with fewer than
    /// two and a half. Slow changes, which would hide the season or look like one, are gone with the moving mean.
    [[nodiscard]] double explained(std::size_t period) const {
        const std::size_t rows = values_.size();
        if (period < 2 || 2 * rows < 5 * period) return -1;
        std::vector<double> sum(period, 0.0), squares(period, 0.0), count(period, 0.0);
        for (std::size_t i = 0, place = 0; i < rows; ++i) {
            const std::size_t from = i > period / 2 ? i - period / 2 : 0, to = std::min(from + period, rows);
            const double rest = values_[i] - (sums_[to] - sums_[from]) / static_cast<double>(to - from);
            sum[place] += rest, squares[place] += rest * rest, count[place] += 1;
            if (++place == period) place = 0;
        }
        // Sum over x of (x - (S - x) / (n - 1))^2 is (n^2 sum of x^2 - n S^2) / (n - 1)^2.
        double all = 0, left = 0;
        for (std::size_t place = 0; place < period; ++place) {
            const double n = count[place];
            all += squares[place];
            left += (n * n * squares[place] - n * sum[place] * sum[place]) / ((n - 1) * (n - 1));
        }
        return all > 0 ? 1 - left / all : -1;
    }
    /// By how much that is more than what chance and slow swings make of values without a season; 0: it is not.
    [[nodiscard]] double strength(std::size_t period, double weakest, double few) const {
        const double share = explained(period), seasons = static_cast<double>(values_.size()) /
                                                          static_cast<double>(std::max<std::size_t>(1, period));
        if (seasons < 3) return values_.size() >= kFewestRows && share > kNearlyAll ? share : 0;
        return share > weakest + few / seasons ? share : 0;
    }

private:
    const std::vector<double>& values_;
    std::vector<double> sums_;
};

/// Periods that people have for this time step: a day, a week, a year.
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

/// The shortest of the usual periods, unless a longer one is clearly stronger; 0: none.
std::size_t usualSeason(const Repeats& repeats, std::int64_t stepMicros, std::size_t longest) {
    std::size_t best = 0;
    double strongest = 0;
    for (const std::size_t period : usualPeriods(stepMicros)) {
        if (period > longest) continue;
        const double strength = repeats.strength(period, kWeakestUsual, kFewUsual);
        if (strength > 0 && (best == 0 || strength > strongest + kClearlyStronger)) best = period, strongest = strength;
    }
    return best;
}

/// The shortest period that explains nearly as much as the one that explains most, or a common one that is as good as
/// its neighbour; 0: none.
std::size_t anySeason(const Repeats& repeats, std::size_t longest) {
    std::vector<double> strength(longest + 2, 0.0);
    for (std::size_t period = 2; period <= longest; ++period)
        strength[period] = repeats.strength(period, kWeakestAny, kFewAny);
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

namespace {

/// The most frequent season of many series; the longer one of two equally frequent ones. As many are asked as tell it.
std::int64_t seasonOfMany(const PreparedSeries& prepared, std::int64_t longest, std::size_t target) {
    constexpr std::size_t kAsked = 64;
    std::map<std::int64_t, std::size_t> counts;
    std::size_t asked = 0;
    for (const PreparedMember& member : membersOf(prepared))
        if (member.prepared && member.trains && asked < kAsked)
            ++counts[findSeason(*member.prepared, longest, target)], ++asked;
    std::int64_t season = 1;
    for (const auto& [rows, count] : counts)
        if (!counts.contains(season) || count >= counts.at(season)) season = rows;
    return season;
}

}  // namespace

std::int64_t findSeason(const PreparedSeries& prepared, std::int64_t longest, std::size_t target) {
    if (manyOf(prepared) != nullptr) return seasonOfMany(prepared, longest, target);
    const std::vector<double> values = detrendedTail(prepared, target);
    if (values.size() < 8) return 1;
    const Repeats repeats(values);
    const auto limit = static_cast<std::size_t>(std::max<std::int64_t>(1, longest));
    if (const std::size_t usual = usualSeason(repeats, prepared.table.time.stepMicros, limit); usual > 0)
        return static_cast<std::int64_t>(usual);
    const std::size_t any = anySeason(repeats, std::min({values.size() / 3, limit, kMaxLags}));
    return any > 0 ? static_cast<std::int64_t>(any) : 1;
}

std::vector<std::int64_t> findSeasons(const PreparedSeries& prepared) {
    std::vector<std::int64_t> seasons;
    for (std::size_t target = 0; target < prepared.targets.size(); ++target)
        seasons.push_back(findSeason(prepared, std::numeric_limits<std::int64_t>::max(), target));
    return seasons;
}

}  // namespace gatelab
