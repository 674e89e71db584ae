// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/resample/event_rows.h"

#include "data/time_step.h"

#include <algorithm>
#include <array>
#include <map>

namespace gatelab {
namespace {

/// The axis with its times in order; a copy is made into `sorted` where they are not.
const TimeAxis& inOrder(const TimeAxis& time, TimeAxis& sorted) {
    if (std::ranges::is_sorted(time.values)) return time;
    sorted = time;
    std::ranges::sort(sorted.values);
    return sorted;
}

/// Several rows of one time are common, and how many they are differs: two loggers in one table write as many each.
bool haveUnevenRepeats(const std::vector<std::int64_t>& times) {
    constexpr std::int64_t kOneIn = 20, kMostAlike = 4, kAlikeOf = 5;
    std::map<std::int64_t, std::int64_t> timesOfCount;  // how many times have so many rows
    std::int64_t distinct = 0, count = 1;
    for (std::size_t row = 1; row <= times.size(); ++row) {
        if (row < times.size() && times[row] == times[row - 1]) {
            ++count;
            continue;
        }
        ++distinct, ++timesOfCount[count];
        count = 1;
    }
    const std::int64_t repeats = static_cast<std::int64_t>(times.size()) - distinct;
    const std::int64_t alike =
        std::ranges::max_element(timesOfCount, {}, [](const auto& one) { return one.second; })->second;
    return repeats * kOneIn >= static_cast<std::int64_t>(times.size()) && alike * kAlikeOf < distinct * kMostAlike;
}

/// No distance is that of half of the rows.
bool keepNoStep(const std::vector<std::int64_t>& times) {
    std::map<std::int64_t, std::int64_t> counts;
    std::int64_t all = 0, most = 0;
    for (std::size_t row = 1; row < times.size(); ++row)
        if (const std::int64_t distance = times[row] - times[row - 1]; distance > 0)
            ++all, most = std::max(most, ++counts[distance]);
    return 2 * most < all;
}

}  // namespace

bool areEvents(const TimeAxis& time) {
    constexpr std::size_t kFewest = 8;
    if (time.values.size() < kFewest) return false;
    TimeAxis copy;
    const TimeAxis& sorted = inOrder(time, copy);
    if (haveUnevenRepeats(sorted.values)) return true;
    return !spacingOf(sorted).isSteady && keepNoStep(sorted.values);
}

std::int64_t eventStep(const TimeAxis& time) {
    constexpr std::int64_t kMinute = 60'000'000, kHour = 60 * kMinute, kDay = 24 * kHour;
    constexpr std::array kSteps = {kMinute, 5 * kMinute, 15 * kMinute, 30 * kMinute, kHour, kDay, 7 * kDay};
    TimeAxis copy;
    const std::vector<std::int64_t>& times = inOrder(time, copy).values;
    if (times.size() < 2) return 0;
    const auto span = [](std::int64_t at, std::int64_t step) { return at / step - (at % step < 0 ? 1 : 0); };
    for (const std::int64_t step : kSteps) {
        const std::int64_t all = span(times.back(), step) - span(times.front(), step) + 1;
        if (all > 2 * static_cast<std::int64_t>(times.size())) continue;
        std::int64_t filled = 1;
        for (std::size_t row = 1; row < times.size(); ++row)
            filled += span(times[row], step) != span(times[row - 1], step) ? 1 : 0;
        if (all > 1 && 2 * filled > all) return step;
    }
    return 0;
}

Phrase noTimesAhead(const TimeAxis& time, std::int64_t rows) {
    if (!time.known() || time.stepMicros <= 0) return {};
    TimeAxis known = time;
    known.values.resize(static_cast<std::size_t>(std::clamp<std::int64_t>(rows, 0, std::ssize(time.values))));
    if (!areEvents(known)) return {};
    const std::int64_t step = eventStep(known);
    if (step == 0)
        return GATELAB_TEXT("Training",
                            "rows of these data come when something happens, so that the time of those to come is not "
                            "known: step 1 is the next row, whenever it comes");
    return {GATELAB_TEXT("Training",
                         "rows of these data come when something happens, so that the time of those to come is not "
                         "known: step 1 is the next row, whenever it comes. Resampled to %1 and trained so, a step "
                         "would be that long"),
            {shownStep(step)}};
}

}  // namespace gatelab
