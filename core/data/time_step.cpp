// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/time_step.h"

#include "config/setting_predicates.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>

namespace gatelab {
namespace {

struct Unit {
    std::int64_t micros;
    const char* spelling;
    Text one, many;
};

/// From the largest to the smallest.
std::span<const Unit> units() {
    static constexpr Unit kUnits[] = {
        {INT64_C(604'800'000'000), "w", GATELAB_TEXT("Guess", "1 week"), GATELAB_TEXT("Guess", "%1 weeks")},
        {INT64_C(86'400'000'000), "d", GATELAB_TEXT("Guess", "1 day"), GATELAB_TEXT("Guess", "%1 days")},
        {INT64_C(3'600'000'000), "h", GATELAB_TEXT("Guess", "1 hour"), GATELAB_TEXT("Guess", "%1 hours")},
        {60'000'000, "min", GATELAB_TEXT("Guess", "1 minute"), GATELAB_TEXT("Guess", "%1 minutes")},
        {1'000'000, "s", GATELAB_TEXT("Guess", "1 second"), GATELAB_TEXT("Guess", "%1 seconds")},
        {1'000, "ms", GATELAB_TEXT("Guess", "1 millisecond"), GATELAB_TEXT("Guess", "%1 milliseconds")},
        {1, "us", GATELAB_TEXT("Guess", "1 microsecond"), GATELAB_TEXT("Guess", "%1 microseconds")}};
    return kUnits;
}

const Unit& unitOf(std::int64_t micros) {
    for (const Unit& unit : units())
        if (micros >= unit.micros && micros % unit.micros == 0) return unit;
    return units().back();
}

/// Steps of the calendar, by the longest distance that one has.
struct CalendarStep {
    std::int64_t days, shortest;
    Text name;
};
constexpr CalendarStep kCalendar[] = {{31, 28, GATELAB_TEXT("Guess", "1 month")},
                                      {92, 90, GATELAB_TEXT("Guess", "3 months")},
                                      {365, 365, GATELAB_TEXT("Guess", "1 year")},
                                      {366, 365, GATELAB_TEXT("Guess", "1 year")}};
constexpr std::int64_t kDay = INT64_C(86'400'000'000);

const CalendarStep* calendarStep(std::int64_t micros) {
    const auto* const found =
        std::ranges::find_if(kCalendar, [micros](const CalendarStep& step) { return micros == step.days * kDay; });
    return found == std::end(kCalendar) ? nullptr : found;
}

/// The distances that are one such step.
struct StepRange {
    std::int64_t shortest, longest;
};
StepRange rangeOf(std::int64_t step) {
    const CalendarStep* const calendar = calendarStep(step);
    // A common year is followed by a leap year.
    return {calendar != nullptr ? calendar->shortest * kDay : step, step == 365 * kDay ? 366 * kDay : step};
}

/// Nearly all rows are that far apart: then the step is a fact, not a guess.
bool isRegular(const std::vector<std::int64_t>& times, std::int64_t step) {
    const StepRange range = rangeOf(step);
    std::size_t equal = 0;
    for (std::size_t i = 1; i < times.size(); ++i) {
        const std::int64_t distance = times[i] - times[i - 1];
        equal += distance >= range.shortest && distance <= range.longest ? 1 : 0;
    }
    return times.size() > 1 && equal * 10 >= (times.size() - 1) * 9;
}

}  // namespace

bool isOneStep(std::int64_t distance, std::int64_t step) {
    const StepRange range = rangeOf(step);
    return distance >= range.shortest && distance <= range.longest;
}

std::optional<std::int64_t> timeStepMicros(std::string_view text) {
    double number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || !std::isfinite(number)) return std::nullopt;
    std::string_view spelling = text.substr(static_cast<std::size_t>(end - text.data()));
    while (spelling.starts_with(' ')) spelling.remove_prefix(1);
    for (const Unit& unit : units()) {
        if (spelling != unit.spelling) continue;
        const double micros = number * static_cast<double>(unit.micros);
        if (!(micros >= 1) || micros > 9e18) return std::nullopt;
        return std::llround(micros);
    }
    return std::nullopt;
}

std::string formatTimeStep(std::int64_t micros) {
    const Unit& unit = unitOf(micros);
    return std::to_string(micros / unit.micros) + unit.spelling;
}

Phrase shownStep(std::int64_t micros) {
    if (const CalendarStep* const calendar = calendarStep(micros)) return calendar->name;
    const Unit& unit = unitOf(micros);
    return micros == unit.micros ? Phrase(unit.one) : Phrase(unit.many, {micros / unit.micros});
}

bool standStillWhenCut(const std::vector<std::int64_t>& micros) {
    return std::ranges::adjacent_find(micros) != micros.end() && mostFrequentStep(micros) <= 1;
}

Phrase shownSpan(std::int64_t micros) {
    const auto span = static_cast<double>(micros);
    constexpr double kAlmostTwo = 1.95, kYear = 365.2425 * 86'400'000'000.0;
    if (span >= kAlmostTwo * kYear) {
        const long long tenths = std::llround(span / kYear * 10);
        const bool whole = tenths % 10 == 0 || tenths > 100;
        return {GATELAB_TEXT("Guess", "%1 years"),
                {whole ? std::to_string((tenths + 5) / 10)
                       : std::to_string(tenths / 10) + "." + std::to_string(tenths % 10)}};
    }
    for (const Unit& unit : units().subspan(1)) {  // weeks are for steps
        const double count = span / static_cast<double>(unit.micros);
        if (count >= kAlmostTwo) return {unit.many, {static_cast<std::int64_t>(std::llround(count))}};
    }
    return shownStep(micros);
}

Spacing spacingOf(const TimeAxis& time) {
    constexpr std::size_t kMostLooked = 1'000'000;
    constexpr std::int64_t kFewest = 20, kOneIn = 20, kTimes = 3;
    Spacing spacing;
    const auto& times = time.values;
    const std::size_t every = times.size() / kMostLooked + 1;
    const double jump = 1.5 * static_cast<double>(time.stepMicros);
    std::vector<std::int64_t> looked;
    std::int64_t steps = 0, jumps = 0;
    for (std::size_t row = 1; row < times.size(); ++row) {
        const std::int64_t distance = times[row] - times[row - 1];
        if (distance <= 0) continue;
        ++steps;
        jumps += static_cast<double>(distance) > jump ? 1 : 0;
        if (distance > spacing.longest) spacing.longest = distance, spacing.longestAt = static_cast<std::int64_t>(row);
        if (row % every == 0) looked.push_back(distance);
    }
    if (looked.empty() || time.stepMicros <= 0) return spacing;
    const auto at = [&looked](std::size_t percent) {
        const auto place = looked.begin() + static_cast<std::ptrdiff_t>((looked.size() - 1) * percent / 100);
        std::ranges::nth_element(looked, place);
        return *place;
    };
    spacing.median = at(50);
    spacing.isSteady = steps < kFewest || jumps * kOneIn <= steps;
    spacing.gap = spacing.isSteady ? std::llround(jump) : std::max<std::int64_t>(std::llround(jump), kTimes * at(95));
    return spacing;
}

void settleTimeStep(const std::string& asked, Series& series) {
    const bool own = !isGuessed(asked);
    const auto step = own ? timeStepMicros(asked) : std::nullopt;
    if (own && !step)
        series.report.warnings.push_back({-1,
                                          {GATELAB_TEXT("Reading",
                                                        "'%1' is no time step, so the most frequent distance was "
                                                        "taken; write a number and a unit such as 15min, 1h or 1d"),
                                           {asked}}});
    series.time.stepMicros = step ? *step : mostFrequentStep(series.time.values);
    if (series.time.stepMicros <= 0) return;
    const bool certain = step.has_value() || isRegular(series.time.values, series.time.stepMicros);
    series.report.guesses.push_back({"time_step", formatTimeStep(series.time.stepMicros),
                                     shownStep(series.time.stepMicros), certain, step.has_value(), ""});
}

}  // namespace gatelab
