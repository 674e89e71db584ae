// SPDX-License-Identifier: GPL-3.0-or-later
// Years with something behind their point: 1990.01 to 1990.12 are months, 1990.0833 is a part of the year.
#include "data/csv/time/choice.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gatelab::csv_time {
namespace {

constexpr std::int64_t kFewest = 12;

/// The share of the steps that are (nearly) as long as most, whatever their direction.
double shareOf(const std::vector<double>& values, double step) {
    constexpr double kNear = 0.05;
    std::int64_t all = 0, near = 0;
    double last = std::nan("");
    for (const double value : values) {
        if (std::isnan(value)) continue;
        if (!std::isnan(last)) ++all, near += std::abs(std::abs(value - last) / step - 1) < kNear ? 1 : 0;
        last = value;
    }
    return all == 0 ? 0 : static_cast<double>(near) / static_cast<double>(all);
}

/// Counted in months where every number has one of 01 to 12 behind its point; else nothing.
std::vector<double> monthsOf(const std::vector<double>& values) {
    constexpr double kDigits = 100, kTolerance = 1e-6, kLast = 12;
    std::vector<double> months;
    for (const double value : values) {
        if (std::isnan(value)) continue;
        const double year = std::floor(value), month = std::round((value - year) * kDigits);
        if (std::abs((value - year) * kDigits - month) > kTolerance || month < 1 || month > kLast) return {};
        months.push_back(year * kLast + month);
    }
    return months;
}

}  // namespace

std::optional<TimePlan> asYears(const Columns& columns, std::size_t c, bool named) {
    static const std::set<std::string> kNames = {"decimalyear", "decimaldate",  "decyear", "decdate", "fracyear",
                                                 "yearfrac",    "yearfraction", "decimal", "yeardec", "dezimaljahr"};
    constexpr double kFirst = 1700, kLast = 2101, kMost = 0.8;
    const ColumnEvidence& e = columns.evidence[c];
    const bool isYear = isNamed(columns, c, TimePart::Year) || kNames.contains(columns.name(c));
    const bool isMonth = isNamed(columns, c, TimePart::Month) || isNamed(columns, c, TimePart::YearMonth);
    if (!columns.is(c, ColumnKind::Number) || e.whole || !(e.low >= kFirst && e.high < kLast) || e.numbers < kFewest ||
        std::min(e.rises, e.falls) * 20 > e.numbers || !(c == 0 || named || isYear || isMonth))
        return std::nullopt;
    const std::vector<double>& values = columns.scan.values[c];
    TimePlan plan;
    plan.mode = TimePlan::Mode::Parts;
    plan.columns = {c};
    plan.certain = false;
    if (const std::vector<double> months = monthsOf(values); !months.empty() && shareOf(months, 1) >= kMost) {
        plan.parts = {{TimePart::MonthOfYear, c}};
        plan.shown = "%Y.%m";
        plan.certain = named || isYear || isMonth;
        return plan;
    }
    constexpr double kPerYear[] = {2, 4, 12};
    const bool isEven =
        std::ranges::any_of(kPerYear, [&](double perYear) { return shareOf(values, 1 / perYear) >= kMost; });
    if (!isEven && !isYear) return std::nullopt;
    plan.parts = {{TimePart::YearFraction, c}};
    plan.shown = "years with their fraction";
    plan.why = {GATELAB_TEXT("Reading",
                             "the numbers of column '%1' were read as years with a part of the year behind their "
                             "point (1990.5: July 1990). Choose time column 'none' if they are values"),
                {columns.layout.names[c]}};
    return plan;
}

}  // namespace gatelab::csv_time
