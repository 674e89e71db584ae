// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/time/choice.h"
#include "data/csv/time/times.h"
#include "data/csv/words.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

namespace gatelab::csv_time {
namespace {

constexpr std::int64_t kFewest = 12;

/// Units of no one length, or longer than rows of a recording are apart.
bool isCalendarUnit(std::string_view word) {
    static const std::set<std::string_view> kUnits = {"week", "weeks", "month", "months", "year", "years"};
    return kUnits.contains(word);
}

/// Letters of a name in words, in small letters.
std::vector<std::string> wordsOf(std::string_view name) {
    std::vector<std::string> words(1);
    for (const char c : lowered(name)) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isLetter = std::isalpha(byte) != 0 || byte >= 0x80;
        if (!isLetter && !words.back().empty()) words.emplace_back();
        if (isLetter) words.back() += c;
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

/// "Test Time (s)", "Elapsed min", "Zeit 1 - rate s": a word for time, and none for anything else.
bool saysElapsed(const std::string& name, const std::vector<std::string>& words) {
    static const std::set<std::string> kWords = {"time",
                                                 "elapsed",
                                                 "uptime",
                                                 "runtime",
                                                 "zeit",
                                                 "laufzeit",
                                                 "temps",
                                                 "tiempo",
                                                 "tempo",
                                                 "tijd",
                                                 "tid",
                                                 "czas",
                                                 "\u0432\u0440\u0435\u043C\u044F",
                                                 "\u65F6\u95F4",
                                                 "\u6642\u9593",
                                                 "\uC2DC\uAC04"};
    return !namesOtherThanTime(name) &&
           std::ranges::any_of(words, [](const std::string& word) { return kWords.contains(word); }) &&
           !isCalendarUnit(words.back());
}

/// Every row later than the one before.
bool alwaysRises(const Columns& columns, std::size_t c) {
    const ColumnEvidence& e = columns.evidence[c];
    return columns.is(c, ColumnKind::Number) && e.numbers >= kFewest && e.numbers == columns.scan.rows && e.rising();
}

/// Steps that are equal but for the last digit, and no whole numbers: rows are counted by those.
bool isEvenRamp(const std::vector<double>& values) {
    constexpr double kRounding = 0.02, kOfDoubles = 1e-13;
    if (values.size() < static_cast<std::size_t>(kFewest)) return false;
    const double step = (values.back() - values.front()) / static_cast<double>(values.size() - 1);
    const double largest = std::max(std::abs(values.front()), std::abs(values.back()));
    bool isWhole = true;
    for (std::size_t r = 0; r < values.size(); ++r) {
        const double expected = values.front() + step * static_cast<double>(r);
        if (!(std::abs(values[r] - expected) <= step * kRounding + largest * kOfDoubles)) return false;
        isWhole = isWhole && values[r] == std::floor(values[r]);
    }
    return !isWhole && step > 0;
}

TimePlan elapsedPlan(const Columns& columns, std::size_t c, const UnitOfTime& unit) {
    TimePlan plan;
    plan.mode = TimePlan::Mode::Relative;
    plan.columns = {c};
    plan.certain = false;
    plan.shown = std::string(unit.said.source) + " from a start";
    plan.microsPerUnit = unit.micros;
    plan.why = {GATELAB_TEXT("Reading",
                             "column '%1' rises from row to row and was taken as time that passed, in %2. Choose time "
                             "column 'none' if it holds values"),
                {columns.layout.names[c], Phrase(unit.said)}};
    return plan;
}

}  // namespace

UnitOfTime unitOfTime(std::string_view word) {
    static const std::set<std::string_view> kNanos = {"ns", "nsec", "nanos", "nanosecond", "nanoseconds"},
                                            kMillis = {"ms", "msec", "millis", "millisecond", "milliseconds"},
                                            kMicros = {"us",     "usec",        "\u00B5s",     "\u03BCs",
                                                       "micros", "microsecond", "microseconds"},
                                            kMinutes = {"min", "mins", "minute", "minutes"},
                                            kHours = {"h", "hr", "hrs", "hour", "hours", "std"},
                                            kDays = {"d", "day", "days", "tage"};
    if (kNanos.contains(word)) return {GATELAB_TEXT("Reading", "nanoseconds"), 1e-3};
    if (kMillis.contains(word)) return {GATELAB_TEXT("Reading", "milliseconds"), 1e3};
    if (kMicros.contains(word)) return {GATELAB_TEXT("Reading", "microseconds"), 1};
    if (kMinutes.contains(word)) return {GATELAB_TEXT("Reading", "minutes"), 60e6};
    if (kHours.contains(word)) return {GATELAB_TEXT("Reading", "hours"), 3600e6};
    if (kDays.contains(word)) return {GATELAB_TEXT("Reading", "days"), 86400e6};
    return {GATELAB_TEXT("Reading", "seconds"), 1e6};
}

std::optional<TimePlan> findElapsed(const Columns& columns) {
    std::optional<std::size_t> ramp;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (!alwaysRises(columns, c)) continue;
        const std::string& name = columns.layout.names[c];
        const std::vector<std::string> words = wordsOf(name);
        if (columns.layout.header && saysElapsed(name, words)) return elapsedPlan(columns, c, unitOfTime(words.back()));
        if (!columns.layout.header && isEvenRamp(columns.scan.values[c])) {
            if (ramp) return std::nullopt;  // either may be the time
            ramp = c;
        }
    }
    const auto numbers =
        std::ranges::count_if(columns.plans, [](const ColumnPlan& plan) { return plan.kind == ColumnKind::Number; });
    return ramp && numbers > 1 ? std::optional(elapsedPlan(columns, *ramp, unitOfTime({}))) : std::nullopt;
}

}  // namespace gatelab::csv_time
