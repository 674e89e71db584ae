// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/sheet_rows.h"

#include "data/tables/file_part.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <utility>

namespace gatelab {
namespace {

/// A serial number of days as ISO 8601, to the millisecond.
std::string dateText(double serial, DateShown shown, bool from1904) {
    using namespace std::chrono;
    const auto micros = static_cast<std::int64_t>(std::llround(serial * 86400e3));
    const auto start = from1904 ? sys_days(year(1904) / 1 / 1) : sys_days(year(1899) / 12 / 30);
    // 1900-02-29 never was, though spreadsheets count it.
    const auto shift = !from1904 && serial < 60 ? days(1) : days(0);
    const auto time = start + shift + milliseconds(micros);
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    char text[64];
    std::string out;
    if (shown != DateShown::Time) {
        std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(date.year()),
                      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
        out = text;
    }
    if (shown == DateShown::Date) return out;
    std::snprintf(text, sizeof text, "%s%02d:%02d:%02d", out.empty() ? "" : " ",
                  static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()));
    out += text;
    if (clock.subseconds().count() == 0) return out;
    std::snprintf(text, sizeof text, ".%03d", static_cast<int>(clock.subseconds().count()));
    return out + text;
}

}  // namespace

bool SheetRows::beginRow(std::int64_t row) {
    if (row <= text_.rows || row > kMaxRows || text_.csv.size() > kMaxBytes) return false;
    endRow();
    text_.csv.append(static_cast<std::size_t>(row - text_.rows - (text_.rows == 0 ? 1 : 0)), '\n');
    text_.rows = row;
    next_ = 0;
    return true;
}

void SheetRows::put(std::size_t column, std::string_view text) {
    if (text.empty() || text_.rows == 0 || column < next_) return;
    fillBefore(column);
    if (const auto held = held_.find(column); held != held_.end() && held->second.from == text_.rows)
        held->second.text = text;
    countPlain(column, text);
    if (!areNamesKnown_) noteCell(text);
    append(column, text);
}

/// Above the values: texts that may be names.
void SheetRows::noteCell(std::string_view text) {
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isNumber = read.ec == std::errc() && read.ptr == text.data() + text.size();
    hasValues_ = hasValues_ || isNumber;
    texts_ += isNumber ? 0 : 1;
}

/// A row of values is as long as that of the names above it: a column without a value in it is there all the same.
void SheetRows::endRow() {
    constexpr std::size_t kFewNames = 2;
    fillBefore(kMaxColumns);
    if (!areNamesKnown_ && hasValues_)
        areNamesKnown_ = true;
    else if (!areNamesKnown_ && texts_ >= kFewNames && texts_ == next_)
        names_ = std::max(names_, next_);
    if (areNamesKnown_ && next_ > 1 && next_ < names_) text_.csv.append(names_ - next_, ',');
    texts_ = 0, hasValues_ = false;
}

/// A number that is not shown in percent, below one that is.
void SheetRows::countPlain(std::size_t column, std::string_view text) {
    const auto found = arePercents_.find(column);
    if (found == arePercents_.end() || !found->second) return;
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec == std::errc() && read.ptr == text.data() + text.size()) found->second = false;
}

void SheetRows::putUnvalued(std::size_t column) {
    ++text_.unvalued;
    if (text_.rows == 0 || column < next_) return;
    fillBefore(column);
    append(column, {});
}

void SheetRows::fillBefore(std::size_t column) {
    for (auto held = held_.begin(); held != held_.end() && held->first < column;) {
        const auto& [text, from, last] = held->second;
        if (text_.rows > from && text_.rows <= last && held->first >= next_ && !text.empty()) append(held->first, text);
        held = text_.rows >= last ? held_.erase(held) : std::next(held);
    }
}

void SheetRows::append(std::size_t column, std::string_view text) {
    text_.csv.append(column - next_ + (next_ > 0 ? 1 : 0), ',');
    next_ = column + 1;
    appendCsvCell(text_.csv, text);
}

void SheetRows::putNumber(std::size_t column, const std::string& number, DateShown shown) {
    double value = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
    constexpr double kLastDay = 2958466;  // of the year 9999
    const bool isPercent = shown == DateShown::Percent && read.ec == std::errc() && std::isfinite(value);
    if (isPercent && text_.rows > 0 && column >= next_ && !held_.contains(column)) {
        fillBefore(column);
        append(column, number);
        hasValues_ = true;
        percents_.push_back({text_.csv.size() - number.size(), number.size(), column});
        arePercents_.try_emplace(column, true);
        return;
    }
    const bool isDate = shown != DateShown::Number && shown != DateShown::Percent && read.ec == std::errc() &&
                        value >= 0 && value < kLastDay;
    hasValues_ = true;
    put(column, isDate ? dateText(value, shown, from1904_) : number);
}

/// In columns of nothing else numbers are written as they are shown, 0.246 as 24.6%: a unit beside them says so.
void SheetRows::showPercents() {
    constexpr int kDigits = 15;  // all that a spreadsheet keeps
    std::string shown;
    std::size_t at = 0;
    for (const PercentCell& cell : percents_) {
        if (!arePercents_.at(cell.column)) continue;
        double value = 0;
        std::from_chars(text_.csv.data() + cell.begin, text_.csv.data() + cell.begin + cell.size, value);
        char text[40];
        const auto end = std::to_chars(text, text + sizeof text, value * 100, std::chars_format::general, kDigits);
        shown.append(text_.csv, at, cell.begin - at).append(text, end.ptr) += '%';
        at = cell.begin + cell.size;
        ++text_.percents;
    }
    if (text_.percents == 0) return;
    shown.append(text_.csv, at);
    text_.csv = std::move(shown);
}

SheetText SheetRows::finish() {
    endRow();
    text_.csv += '\n';
    showPercents();
    return std::move(text_);
}

}  // namespace gatelab
