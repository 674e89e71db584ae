// SPDX-License-Identifier: GPL-3.0-or-later
// Held by tst_year_columns.
#include "data/csv/shapes/year_columns.h"

#include "data/csv/numbers.h"
#include "data/csv/time/choice.h"
#include "data/csv/time/times.h"
#include "data/tables/file_part.h"
#include "data/time_scanner.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <set>
#include <utility>

namespace gatelab {
namespace {

using Places = std::vector<std::optional<YearPlace>>;

int monthOf(std::string_view text) {
    time_text::Scanner name(text);
    const int month = name.monthName();
    return month > 0 && name.atEnd() ? month : 0;
}

int wholeOf(std::string_view text) {
    if (text.ends_with('.')) text.remove_suffix(1);
    int value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc{} && end == text.data() + text.size() ? value : -1;
}

/// The two parts of a label between which a blank or a mark stands.
std::optional<std::pair<std::string_view, std::string_view>> halvesOf(std::string_view label) {
    constexpr std::string_view kMarks = " -/.";
    const std::size_t begin = label.find_first_of(kMarks);
    if (begin == 0 || begin == std::string_view::npos) return std::nullopt;
    const std::size_t end = label.find_first_not_of(kMarks, begin);
    if (end == std::string_view::npos) return std::nullopt;
    return std::pair(label.substr(0, begin), label.substr(end));
}

/// "Jan", "01-Jan", "Jan 1".
std::optional<YearPlace> namedPlace(std::string_view label) {
    if (const int month = monthOf(label); month > 0) return YearPlace{month, 0};
    const auto halves = halvesOf(label);
    if (!halves) return std::nullopt;
    for (const auto& [name, number] : {*halves, std::pair(halves->second, halves->first)})
        if (const int month = monthOf(name), day = wholeOf(number); month > 0 && day >= 1 && day <= 31)
            return YearPlace{month, day};
    return std::nullopt;
}

/// "1/2": the month is the first of the two numbers, or the second.
std::optional<YearPlace> numberedPlace(std::string_view label, bool monthFirst) {
    const auto halves = halvesOf(label);
    if (!halves) return std::nullopt;
    const int first = wholeOf(halves->first), second = wholeOf(halves->second);
    const YearPlace place = monthFirst ? YearPlace{first, second} : YearPlace{second, first};
    const bool exists = place.month >= 1 && place.month <= 12 && place.day >= 1 && place.day <= 31;
    return exists ? std::optional(place) : std::nullopt;
}

/// Nearly all have one, all of a kind, and none comes twice.
bool areMost(const Places& places) {
    std::set<YearPlace> once;
    std::size_t found = 0, months = 0;
    for (const auto& place : places) {
        if (!place) continue;
        ++found, months += place->day == 0 ? 1 : 0;
        once.insert(*place);
    }
    return found > 1 && found * 10 >= places.size() * 9 && once.size() == found && (months == 0 || months == found);
}

bool rise(const Places& places) {
    std::optional<YearPlace> before;
    for (const auto& place : places) {
        if (place && before && *place < *before) return false;
        if (place) before = place;
    }
    return true;
}

template <class PlaceOf>
std::optional<Places> placesBy(std::span<const std::string> labels, PlaceOf placeOf) {
    Places places;
    for (const std::string& label : labels) places.push_back(placeOf(label));
    return areMost(places) ? std::optional(std::move(places)) : std::nullopt;
}

/// Whole numbers from 1 on, of months or of days.
std::optional<Places> countedPlaces(std::span<const std::string> labels) {
    constexpr int kMonths = 12, kDays = 366;
    const auto most =
        static_cast<int>(std::ranges::count_if(labels, [](const auto& label) { return wholeOf(label) >= 1; }));
    if (most != kMonths && most != kDays && most != kDays - 1) return std::nullopt;
    auto places = placesBy(labels, [&](const std::string& label) -> std::optional<YearPlace> {
        const int number = wholeOf(label);
        if (number < 1 || number > most) return std::nullopt;
        return most == kMonths ? YearPlace{number, 0} : YearPlace{0, number};
    });
    return places;
}

std::vector<std::string> columnOf(const TableCells& cells, std::size_t c) {
    std::vector<std::string> labels;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) labels.push_back(cells.at(r, c));
    return labels;
}

/// Rows and the columns that say where they stand in their year.
struct YearRows {
    Places places;
    std::set<std::size_t> columns;
};

/// The month in one column, which may stand only where it changes, and the day in another.
std::optional<YearRows> rowsOfParts(const TableCells& cells, const std::set<std::size_t>& years) {
    std::array<std::optional<std::size_t>, 2> at;
    constexpr std::array kParts = {TimePart::Month, TimePart::Day};
    for (std::size_t c = 0; c < cells.width; ++c)
        for (std::size_t i = 0; i < kParts.size(); ++i)
            if (!at[i] && !years.contains(c) &&
                csv_time::ruleOf(kParts[i]).names.contains(csv_time::plainName(cells.at(0, c))))
                at[i] = c;
    if (!at[0] || !at[1] || at[0] == at[1]) return std::nullopt;
    YearRows rows{{}, {*at[0], *at[1]}};
    int above = 0;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) {
        const std::string& cell = cells.at(r, *at[0]);
        const int named = monthOf(cell), month = cell.empty() ? above : named > 0 ? named : wholeOf(cell);
        const int day = wholeOf(cells.at(r, *at[1]));
        above = month;
        const bool exists = month >= 1 && month <= 12 && day >= 1 && day <= 31;
        rows.places.push_back(exists ? std::optional(YearPlace{month, day}) : std::nullopt);
    }
    return areMost(rows.places) ? std::optional(std::move(rows)) : std::nullopt;
}

std::optional<YearRows> rowsOf(const TableCells& cells, const std::set<std::size_t>& years) {
    if (auto rows = rowsOfParts(cells, years)) return rows;
    for (std::size_t c = 0; c < cells.width; ++c)
        if (!years.contains(c))
            if (auto places = placesInYear(columnOf(cells, c))) return YearRows{std::move(*places), {c}};
    return std::nullopt;
}

/// The date or month of a place in a year; empty: the year has no such day.
std::string stampOf(const YearPlace& place, int year) {
    using namespace std::chrono;
    char text[16];
    if (place.month > 0 && place.day == 0) {
        std::snprintf(text, sizeof text, "%04d-%02d", year, place.month);
        return text;
    }
    const auto start = std::chrono::year(year);
    const auto date = place.month == 0 ? year_month_day(sys_days(start / January / 1) + days(place.day - 1))
                                       : start / static_cast<unsigned>(place.month) / static_cast<unsigned>(place.day);
    if (!date.ok() || date.year() != start) return {};
    std::snprintf(text, sizeof text, "%04d-%02u-%02u", year, static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()));
    return text;
}

void warnOfLeft(const TableCells& cells, const YearRows& rows, const std::set<std::size_t>& years, std::int64_t noDay,
                std::vector<ReadWarning>& warnings) {
    std::string names;
    for (std::size_t c = 0; c < cells.width; ++c)
        if (!years.contains(c) && !rows.columns.contains(c))
            names += (names.empty() ? "'" : ", '") + cells.at(0, c) + "'";
    if (!names.empty())
        warnings.push_back(
            {-1, {GATELAB_TEXT("Reading", "columns that are called by no year were left out: %1"), {names}}});
    if (const auto none = std::ranges::count(rows.places, false, &std::optional<YearPlace>::has_value); none > 0)
        warnings.push_back(
            {-1, {GATELAB_TEXT("Reading", "%1 rows that are no day or month of a year were left out"), {none}}});
    if (noDay > 0)
        warnings.push_back({-1,
                            {GATELAB_TEXT("Reading",
                                          "%1 values stand on days that their year does not have, as 29 February, and "
                                          "were left out"),
                             {noDay}}});
}

}  // namespace

std::optional<std::vector<std::optional<YearPlace>>> placesInYear(std::span<const std::string> labels) {
    if (auto places = placesBy(labels, [](const std::string& label) { return namedPlace(label); })) return places;
    for (const bool monthFirst : {true, false}) {
        auto places = placesBy(labels, [&](const std::string& label) { return numberedPlace(label, monthFirst); });
        if (places && rise(*places)) return places;
    }
    return countedPlaces(labels);
}

Result<std::string> fromYears(const TableCells& cells, std::vector<ReadWarning>& warnings) {
    std::vector<std::pair<int, std::size_t>> years;
    std::set<std::size_t> columns;
    for (std::size_t c = 0; c < cells.width; ++c)
        if (isYear(cells.at(0, c))) years.emplace_back(wholeOf(cells.at(0, c)), c), columns.insert(c);
    std::ranges::sort(years);
    if (years.size() < 2 ||
        std::ranges::adjacent_find(years, {}, [](const auto& year) { return year.first; }) != years.end())
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Reading", "no columns are called by one year each")};
    const auto rows = rowsOf(cells, columns);
    if (!rows)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Reading", "no column says the day or the month of each row, as 01-Jan or Jan")};
    std::vector<std::pair<YearPlace, std::size_t>> places;
    for (std::size_t i = 0; i < rows->places.size(); ++i)
        if (rows->places[i]) places.emplace_back(*rows->places[i], i + 1);
    std::ranges::sort(places);
    std::vector<std::vector<std::string>> table;
    std::size_t end = 0;
    std::int64_t noDay = 0;
    for (const auto& [year, c] : years)
        for (const auto& [place, r] : places) {
            const std::string& cell = cells.at(r, c);
            const bool isFilled = sniffNumber(cell).mask != 0;
            const std::string stamp = stampOf(place, year);
            noDay += stamp.empty() && isFilled ? 1 : 0;
            if (stamp.empty() || (table.empty() && !isFilled)) continue;
            table.push_back({stamp, cell});
            if (isFilled) end = table.size();
        }
    table.resize(end);
    warnOfLeft(cells, *rows, columns, noDay, warnings);
    std::string out;
    appendCsvRow(out, {"time", "value"});
    for (const std::vector<std::string>& row : table) appendCsvRow(out, row);
    return out;
}

}  // namespace gatelab
