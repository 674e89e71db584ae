// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/row_times.h"

#include "data/resample/event_rows.h"
#include "data/time_step.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace gatelab {

using Severity = DataFinding::Severity;

RowTimes::RowTimes(const TimeAxis& axis) : time(axis), clocks(clockChanges(axis.values, axis.stepMicros)) {
    if (areEvents(time)) eventStep = gatelab::eventStep(time);
    constexpr std::int64_t kMostLost = INT64_C(1'000'000'000'000'000);  // more is no number of rows
    const std::int64_t step = time.stepMicros;
    for (std::size_t r = 1; r < time.values.size(); ++r) {
        const std::int64_t distance = time.values[r] - time.values[r - 1];
        const auto row = static_cast<std::int64_t>(r);
        if (distance == 0) repeats.add(row);
        if (distance < 0) backward.add(row);
        // Months and years differ by up to a tenth; that is neither too close nor a gap.
        const double steps = static_cast<double>(distance) / static_cast<double>(step);
        if (distance > 0 && steps < 0.9) close.add(row);
        if (step <= 0 || steps <= 1.5) continue;
        if (clocks.forward > 0 && isSetForward(time.values[r - 1], time.values[r], step)) continue;
        gaps.add(row);
        lost = std::min(kMostLost, lost + std::min(kMostLost, distance / step - 1));
        if (distance > longest) longest = distance, longestAt = row;
    }
}

void checkClocks(const RowTimes& times, Findings& findings) {
    const ClockChanges& clocks = times.clocks;
    if (clocks.explainsOrder())
        findings.push_back(warningOf(
            "time-clock-back", "", {clocks.firstBack, clocks.firstBack, clocks.back},
            {GATELAB_TEXT("Doctor",
                          "The clocks were set back %1 times, first at %2: an hour comes twice there. The rows are in "
                          "the right order and were kept so; sorted or resampled, the two hours would be mixed. To "
                          "tell them apart, write the times in UTC or with their offset."),
             {clocks.back, rowsPhrase(clocks.firstBack, clocks.firstBack)}}));
    if (clocks.forward > 0)
        findings.push_back(warningOf(
            "time-clock-forward", "", {clocks.firstForward, clocks.firstForward, clocks.forward},
            {GATELAB_TEXT("Doctor",
                          "The clocks were set forward %1 times, first before %2: an hour is not there, and no row is "
                          "missing: that day has 23 hours."),
             {clocks.forward, rowsPhrase(clocks.firstForward, clocks.firstForward)}}));
}

void checkOrder(const RowTimes& times, Findings& findings) {
    const auto& [count, first] = times.backward;
    if (count == 0 || times.clocks.explainsOrder()) return;
    if (count + 1 == times.count())
        findings.push_back(foundOf(
            Severity::Error, "time-reversed", "", {1, count, count},
            GATELAB_TEXT("Doctor",
                         "The rows run from new to old, so a network would forecast the past. Sort the file by time, "
                         "oldest row first.")));
    else
        findings.push_back(foundOf(
            Severity::Error, "time-disorder", "", {first, first, count},
            {GATELAB_TEXT("Doctor",
                          "The time goes backwards %1 times, first at %2. Windows follow the order of the rows: sort "
                          "the file by time."),
             {count, rowsPhrase(first, first)}}));
    findings.back().setting = "sort_time", findings.back().value = "true";
}

/// Rows that come when something happens are no even steps, and become some where they are put together.
void makeEven(const RowTimes& times, DataFinding& finding) {
    finding.setting = "resample", finding.value = formatTimeStep(times.eventStep);
    finding.message =
        together(finding.message,
                 {GATELAB_TEXT("Doctor",
                               "Resampled to %1, amounts are summed and balances take their last value: a row is a "
                               "step of time then."),
                  {spanText(times.eventStep)}});
}

void checkRepeats(const RowTimes& times, Findings& findings) {
    const auto& [count, first] = times.repeats;
    if (count == 0 || times.clocks.explainsOrder()) return;
    if (times.eventStep > 0) {
        findings.push_back(warningOf(
            "time-repeat", "", {first, first, count},
            {GATELAB_TEXT("Doctor",
                          "%1 rows have the same time as the row before, first %2, now more of them and now fewer, as "
                          "bookings, orders or visits have."),
             {count, rowsPhrase(first, first)}}));
        makeEven(times, findings.back());
        return;
    }
    findings.push_back(warningOf(
        "time-repeat", "", {first, first, count},
        {GATELAB_TEXT("Doctor",
                      "%1 rows have the same time as the row before, first %2. Check whether rows are doubled, or "
                      "whether several series lie in one file."),
         {count, rowsPhrase(first, first)}}));
}

void checkMixedSteps(const RowTimes& times, Findings& findings) {
    constexpr std::int64_t kFewest = 20;
    const std::vector<std::int64_t>& values = times.time.values;
    std::map<std::int64_t, std::int64_t> counts;
    for (std::size_t r = 1; r < values.size(); ++r)
        if (const std::int64_t distance = values[r] - values[r - 1]; distance > 0) ++counts[distance];
    if (counts.size() < 2) return;
    using Count = std::pair<std::int64_t, std::int64_t>;
    const Count usual = *std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
    Count other{0, 0};
    for (const auto& [distance, count] : counts) {
        const double longer = static_cast<double>(distance) / static_cast<double>(usual.first);
        if (count > other.second && (longer >= 1.5 || longer * 3 <= 2)) other = {distance, count};
    }
    if (other.second < kFewest || other.second * 10 < times.count()) return;
    std::int64_t switches = 0, first = -1, last = 0;
    for (std::size_t r = 1; r < values.size(); ++r) {
        const std::int64_t distance = values[r] - values[r - 1];
        if (distance != usual.first && distance != other.first) continue;
        if (last != 0 && distance != last && switches++ == 0) first = static_cast<std::int64_t>(r);
        last = distance;
    }
    // Weekends leave a gap again and again
    if (switches * 10 > other.second) return;
    const std::int64_t slower = std::max(usual.first, other.first), faster = std::min(usual.first, other.first);
    DataFinding finding =
        warningOf("mixed-steps", "", {first, first, other.second},
                  {GATELAB_TEXT("Doctor",
                                "The rows are %1 apart in one stretch and %2 in another, first from %3 on: windows "
                                "count rows, not time. Resample them to %2."),
                   {spanText(faster), spanText(slower), rowsPhrase(first, first)}});
    finding.setting = "resample", finding.value = formatTimeStep(slower);
    findings.push_back(std::move(finding));
}

/// Rows that come when something happens, as bookings and ticks do: said once, of all gaps.
void checkIrregular(const RowTimes& times, Findings& findings) {
    if (times.gaps.count == 0 || times.lost * 20 <= times.count()) return;
    const Spacing spacing = spacingOf(times.time);
    if (spacing.isSteady) return;
    findings.push_back(warningOf(
        "time-irregular", "", {spacing.longestAt, spacing.longestAt, 1},
        {GATELAB_TEXT("Doctor",
                      "The rows have no steady step: most often they lie %1 apart, the middle distance is %2 "
                      "and the longest %3, before row %4. Windows count rows, not time."),
         {spanText(times.time.stepMicros), spanText(spacing.median), spanText(spacing.longest), spacing.longestAt}}));
    if (times.eventStep > 0) makeEven(times, findings.back());
}

void checkGaps(const RowTimes& times, Findings& findings) {
    constexpr std::int64_t kWeek = INT64_C(7) * 86'400'000'000;
    const std::int64_t step = times.time.stepMicros;
    if (times.gaps.count == 0) return;
    DataFinding gap = warningOf(
        "time-gap", "", {times.gaps.first, times.longestAt, times.gaps.count},
        {GATELAB_TEXT("Doctor",
                      "The time jumps %1 times by more than its step of %2 (about %3 rows are not there), the longest "
                      "jump is %4 before row %5. Windows count rows, not time."),
         {times.gaps.count, spanText(step), times.lost, spanText(times.longest), times.longestAt}});
    // Where much is not there the gaps are the nature of the data, as weekends are; months have no one length.
    if (times.lost * 20 <= times.count() && step <= kWeek) {
        gap.setting = "resample", gap.value = formatTimeStep(step);
        gap.message = together(
            gap.message, {GATELAB_TEXT("Doctor", "Resampled to %1, those rows count as missing."), {spanText(step)}});
    }
    findings.push_back(std::move(gap));
}

void checkClose(const RowTimes& times, Findings& findings) {
    // A few rows between the others are found by their gaps; many mean that the step is not the data's.
    const auto& [count, first] = times.close;
    if (count * 10 < times.count()) return;
    findings.push_back(warningOf(
        "time-close", "", {first, first, count},
        {GATELAB_TEXT("Doctor",
                      "%1 rows come sooner than the time step of %2 after the row before, first %3. Seasons are "
                      "counted in rows by that step: where it is wrong, choose another under 'Time step'."),
         {count, spanText(times.time.stepMicros), rowsPhrase(first, first)}}));
}

}  // namespace gatelab
