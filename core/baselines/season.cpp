// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/season.h"

#include "baselines/baseline_members.h"
#include "data/look/clock_rows.h"
#include "data/look/repeats.h"
#include "data/look/spectrum.h"
#include "data/many/prepare_many.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace gatelab {
namespace {

constexpr std::size_t kMaxRows = 20'000;

/// Rows to find a season in. Of data that nothing was trained on there is no training part: those before the test part,
/// else all; a season that was found with hindsight makes the simple forecast no worse.
RowRange rowsToSearch(const Split& split) {
    if (split.train.size() > 0) return split.train;
    return {0, split.test.begin > 0 ? split.test.begin : split.test.end};
}

/// The last of them (at most kMaxRows) with their straight line removed; with times, by the clock: a day stays a day
/// where rows are not there.
std::vector<double> detrendedTail(const PreparedSeries& prepared, std::size_t target) {
    const std::vector<double> observed = prepared.observedTarget(target);
    const RowRange rows = rowsToSearch(prepared.split);
    const ClockRows clock(prepared.table.time, rows);
    std::vector<double> values = clock.of(observed);
    const double scale = methods::modestScale(values);
    for (double& value : values) value *= scale;
    if (!clock.isByClock()) std::erase_if(values, [](double value) { return std::isnan(value); });
    if (values.size() > kMaxRows) values.erase(values.begin(), values.end() - static_cast<std::ptrdiff_t>(kMaxRows));
    std::vector<double> rest = withoutLine(values);
    for (std::size_t i = 0; i < rest.size(); ++i)
        if (std::isnan(values[i])) rest[i] = values[i];
    return rest;
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
    const std::size_t period = repeatingPeriod(values, prepared.table.time.stepMicros,
                                               static_cast<std::size_t>(std::max<std::int64_t>(1, longest)));
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(period));
}

std::vector<std::int64_t> findSeasons(const PreparedSeries& prepared) {
    std::vector<std::int64_t> seasons;
    for (std::size_t target = 0; target < prepared.targets.size(); ++target)
        seasons.push_back(findSeason(prepared, std::numeric_limits<std::int64_t>::max(), target));
    return seasons;
}

}  // namespace gatelab
