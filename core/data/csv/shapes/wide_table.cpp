// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/shape_signs.h"

#include "data/csv/shapes/day_parts.h"
#include "data/csv/shapes/table_cells.h"
#include "data/csv/shapes/year_columns.h"
#include "data/csv/time/choice.h"
#include "data/time_scanner.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

namespace gatelab::csv_shape {
namespace {

constexpr std::int64_t kDayMicros = INT64_C(86'400'000'000);

/// The rows have times that go on: what their columns are called by is no time of theirs.
bool hasOwnTimes(const TableShape& s, const Forward& way) {
    return s.times.size() > 1 && way.rises * 10 >= (std::ssize(s.times) - 1) * 9;
}

/// They are closer together than `step`. `usual`: the most frequent step.
bool areWithin(std::int64_t usual, std::int64_t step) {
    return usual > 0 && static_cast<double>(usual) < 0.9 * static_cast<double>(step);
}

/// Numbers of four digits that go on as years do and end in our time, above rows that have names. Wavelengths and the
/// numbers of products look the same; without such names they are more likely.
bool areYears(const TableShape& s, const std::vector<int>& numbers) {
    constexpr int kLast = 2050;
    if (numbers.size() < 2 || std::ranges::max(numbers) > kLast) return false;
    const int step = numbers[1] - numbers[0];
    for (std::size_t i = 1; i < numbers.size(); ++i)
        if (numbers[i] - numbers[i - 1] != step) return false;
    return (std::abs(step) == 1 || std::abs(step) == 5 || std::abs(step) == 10) && hasRowNames(s);
}

/// Years or dates above numbers that were not taken as names: whole years that go on by one in the first row, or a time
/// in it and nowhere else in most columns. Whether they are years alone.
std::optional<bool> yearsInFirstRow(const TableShape& s) {
    std::size_t values = 0, dates = 0, years = 0;
    double before = 0;
    for (std::size_t c = 0; c < s.layout.width; ++c) {
        if (!s.roles.is(c, CsvRole::Value) || s.scan.values[c].empty()) continue;
        ++values;
        dates += s.scan.evidence[c].dates == 1 && std::isnan(s.scan.values[c].front()) ? 1 : 0;
        const double first = s.scan.values[c].front();
        years += first > 1500 && first < 2200 && (first == before + 1 || first == before - 1) ? 1 : 0;
        before = first;
    }
    if (s.layout.header || !s.times.empty() || values <= 2) return std::nullopt;
    if (dates * 2 > values) return false;
    return (years + 1) * 10 > values * 9 ? std::optional(true) : std::nullopt;
}

/// What a column is called; where no names were found, the whole number in its first row.
std::string nameAbove(const TableShape& s, std::size_t c) {
    if (s.layout.header) return yearOfName(s.layout.names[c]);
    if (s.scan.values[c].empty() || !(std::abs(s.scan.values[c].front()) < 1e4)) return {};
    const double first = s.scan.values[c].front();
    return first == std::floor(first) ? std::to_string(static_cast<int>(first)) : std::string();
}

/// The rows are days that say no year, of one year at most (some of "Jan 1" to "Jan 31" pass for dates); or the twelve
/// months by name; or they are counted as its months or days.
bool areDaysOrMonths(const TableShape& s) {
    constexpr std::int64_t kMonths = 12, kDays = 366;
    if (s.scan.rows > kDays + (s.layout.header ? 0 : 1) || s.scan.rows < kMonths) return false;
    const TimePlan& time = s.plan.time;
    if ((time.assumedYear > 0 || time.yearOfDays > 0) && !s.times.empty())
        return std::ranges::is_sorted(s.times) && s.times.back() - s.times.front() < kDays * kDayMicros;
    for (std::size_t c = 0; c < s.layout.width; ++c) {
        const ColumnEvidence& e = s.scan.evidence[c];
        if (s.plan.columns[c].kind == ColumnKind::Text && !s.scan.words[c].empty())
            if (const auto places = placesInYear(s.scan.words[c]);
                places && (std::ssize(*places) == kMonths || std::ssize(*places) + e.dayMonths == s.scan.rows))
                return true;
        const bool counts = s.plan.columns[c].kind == ColumnKind::Number && e.first == 1 && e.up == s.scan.rows - 1;
        if (counts && !isYear(yearOfName(s.layout.names[c])))
            return s.scan.rows >= kDays - 1 ||
                   (s.scan.rows == kMonths &&
                    csv_time::ruleOf(TimePart::Month).names.contains(csv_time::plainName(s.layout.names[c])));
    }
    return false;
}

/// As many columns as a day has equal parts, numbered one after the other under one prefix.
bool hasNumberedParts(const TableShape& s) {
    std::map<std::string, std::vector<int>> numbers;
    std::map<std::string, std::vector<std::size_t>> columns;
    for (std::size_t c = 0; c < s.layout.width; ++c)
        if (const NumberedName name = numberedName(s.layout.names[c]);
            s.roles.is(c, CsvRole::Value) && name.number >= 0)
            numbers[name.prefix].push_back(name.number), columns[name.prefix].push_back(c);
    // Those of the hour that only the day has on which the clocks are set back
    const auto isSeldomFilled = [&](std::size_t c) { return s.scan.evidence[c].numbers * 10 <= s.scan.rows; };
    return std::ranges::any_of(numbers, [&](const auto& group) {
        const std::vector<int>& of = group.second;
        const std::size_t usual = partsOfDay(of.size());
        const std::vector<std::size_t>& at = columns[group.first];
        if (usual > 0 && !std::all_of(at.begin() + static_cast<std::ptrdiff_t>(usual), at.end(), isSeldomFilled))
            return false;
        return usual > 0 && of.front() <= 1 &&
               std::ranges::adjacent_find(of, [](int a, int b) { return b != a + 1; }) == of.end();
    });
}

}  // namespace

NumberedName numberedName(const std::string& name) {
    std::size_t at = name.size();
    while (at > 0 && name[at - 1] >= '0' && name[at - 1] <= '9') --at;
    NumberedName out{name.substr(0, at), -1};
    if (name.size() - at > 0 && name.size() - at <= 4)
        std::from_chars(name.data() + at, name.data() + name.size(), out.number);
    return out;
}

bool hasRowNames(const TableShape& s) {
    std::set<std::vector<std::int64_t>> names;
    const auto rows = static_cast<std::size_t>(s.scan.rows);
    for (std::size_t r = 0; r < rows; ++r) {
        std::vector<std::int64_t> name;
        for (std::size_t c = 0; c < s.layout.width; ++c)
            if (s.plan.columns[c].kind == ColumnKind::Text && r < s.scan.wordOf[c].size()) {
                const auto word = static_cast<std::int64_t>(s.scan.wordOf[c][r]);
                // Of more words than are told apart
                name.push_back(word == kNoWord ? -1 - static_cast<std::int64_t>(r) : word);
            }
        if (name.empty()) return false;
        names.insert(std::move(name));
    }
    return names.size() * 10 >= rows * 9;
}

bool warnOfMonthColumns(const TableShape& s, std::int64_t usual, std::vector<ReadWarning>& warnings) {
    if (areWithin(usual, 365 * kDayMicros)) return false;
    std::set<int> months;
    for (std::size_t c = 0; c < s.layout.width; ++c) {
        time_text::Scanner name(s.layout.names[c]);
        if (const int month = s.roles.is(c, CsvRole::Value) ? name.monthName() : 0; month > 0 && name.atEnd())
            months.insert(month);
    }
    if (months.size() < 12) return false;
    warnings.push_back(
        {-1, GATELAB_TEXT("Reading",
                          "the columns are the months of a year, and each was read as a series of its "
                          "own. To read them as one series, choose 'a row for each year' as the shape")});
    return true;
}

bool warnOfYearColumns(const TableShape& s, std::vector<ReadWarning>& warnings) {
    constexpr std::size_t kFew = 3;
    std::vector<int> years;
    std::size_t others = 0;
    for (std::size_t c = 0; c < s.layout.width; ++c) {
        const std::string name = nameAbove(s, c);
        if (isYear(name) && (s.roles.is(c, CsvRole::Value) || s.roles.is(c, CsvRole::Empty)))
            years.push_back(numberedName(name).number);
        else
            others += s.roles.is(c, CsvRole::Value) ? 1 : 0;
    }
    if (years.size() < kFew || others >= years.size() || !areDaysOrMonths(s)) return false;
    for (std::size_t i = 1; i < years.size(); ++i)
        if (std::abs(years[i] - years[i - 1]) != 1) return false;
    warnings.push_back(
        {-1,
         {GATELAB_TEXT("Reading",
                       "%1 columns are called by years, and the rows are the days or months of one: each year was read "
                       "as a series of its own. To read them as one series, choose 'a column for each year' as the "
                       "shape"),
          {years.size()}}});
    return true;
}

bool warnOfHourColumns(const TableShape& s, std::int64_t usual, std::vector<ReadWarning>& warnings) {
    constexpr std::int64_t kFew = 12;
    if (areWithin(usual, kDayMicros)) return false;
    std::int64_t clocks = 0, before = -1;
    for (std::size_t c = 0; c < s.layout.width; ++c) {
        const auto look = s.roles.is(c, CsvRole::Value) ? sniffTime(s.layout.names[c]) : std::nullopt;
        if (!look || look->hasDate || look->ofDayMicros <= before) continue;
        ++clocks, before = look->ofDayMicros;
    }
    if (clocks < kFew && !(usual == kDayMicros && s.layout.header && hasNumberedParts(s))) return false;
    warnings.push_back(
        {-1, GATELAB_TEXT("Reading",
                          "the columns are the hours of a day or parts of them, and each was read as a "
                          "series of its own. To read them as one series, choose 'a row for each day' as the shape")});
    return true;
}

OtherShape warnOfDateColumns(const TableShape& s, const Forward& way, std::vector<ReadWarning>& warnings) {
    constexpr std::int64_t kFew = 3;
    if (hasOwnTimes(s, way)) return {};
    if (const auto isYears = yearsInFirstRow(s)) {
        warnings.push_back(
            {s.scan.lineOf(0),
             GATELAB_TEXT("Reading",
                          "this line holds years or dates above numbers and was read as a row: the "
                          "table seems to lie on its side. Choose 'a row for each series' as the shape")});
        return {"transposed", *isYears && !hasRowNames(s)};
    }
    std::int64_t dates = 0, values = 0, year = 0;
    std::vector<int> years;
    for (std::size_t c = 0; c < s.layout.width; ++c) {
        if (!s.roles.is(c, CsvRole::Value)) continue;
        const std::string name = yearOfName(s.layout.names[c]);
        ++values;
        const NumberedName number = numberedName(name);
        const bool isYear = number.prefix.empty() && name.size() == 4 && number.number > 1500 && number.number < 2200 &&
                            (year == 0 || std::abs(number.number - year) <= 10);
        if (isYear) year = number.number, years.push_back(number.number);
        const auto look = isYear ? std::nullopt : sniffTime(name);
        dates += isYear || (look && look->hasDate && !sniffNumber(name).mask) ? 1 : 0;
    }
    const bool inDoubt = std::ssize(years) * 2 > dates && !areYears(s, years);
    if (s.layout.liesOnItsSide) return {"transposed", inDoubt};
    if (dates < kFew || dates * 2 < values || !s.layout.header || !s.layout.headerWhy.empty()) return {};
    warnings.push_back(
        {-1,
         {GATELAB_TEXT("Reading",
                       "%1 columns are called by dates or years: the table seems to lie on its side, and each of its "
                       "rows is a series. Choose that as the shape"),
          {dates}}});
    return {"transposed", inDoubt};
}

}  // namespace gatelab::csv_shape
