// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/layout/header.h"

#include "data/csv/numbers.h"
#include "data/csv/time/times.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace gatelab::csv_header {
namespace {

int wholeOf(std::string_view cell) {
    int value = -1;
    if (isWhole(cell)) std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return value;
}

/// Whether the row reads as those of the table do: no word in a column of numbers or times, and a number or a time in
/// half of them.
bool isBody(const SampleRow& row, const std::vector<bool>& typed) {
    std::size_t all = 0, fit = 0;
    for (std::size_t c = 0; c < typed.size(); ++c) {
        if (!typed[c]) continue;
        ++all;
        if (c >= row.cells.size() || isMissingWord(row.cells[c], {})) continue;
        if (!isTyped(row.cells[c])) return false;
        ++fit;
    }
    return !row.comment && all > 0 && fit * 2 >= all;
}

/// How a logger made each value, below its units (Campbell): Avg, Smp.
bool namesProcesses(const SampleRow& row) {
    static constexpr std::string_view kWords[] = {"Smp", "Avg", "Min", "Max", "Tot", "Std", "Med", "WVc", "TMx", "TMn"};
    std::size_t words = 0;
    for (const std::string& cell : row.cells) {
        if (cell.empty()) continue;
        if (std::ranges::find(kWords, cell) == std::end(kWords)) return false;
        ++words;
    }
    return words > 0;
}

/// Columns that `holds` is true of, in most cells of the later rows of the sample.
std::vector<bool> columnsOf(const std::vector<SampleRow>& rows, std::size_t first, std::size_t width,
                            bool (*holds)(std::string_view)) {
    std::vector<std::size_t> found(width, 0), present(width, 0);
    const std::size_t begin =
        std::min(first + kMaxHeaderRows, rows.size() > first + 1 ? first + (rows.size() - first) / 2 : rows.size());
    for (std::size_t r = std::max(begin, first + 1); r < rows.size(); ++r)
        for (std::size_t c = 0; c < std::min(width, rows[r].cells.size()); ++c) {
            if (rows[r].comment || isMissingWord(rows[r].cells[c], {})) continue;
            ++present[c];
            found[c] += holds(rows[r].cells[c]) ? 1 : 0;
        }
    std::vector<bool> answer(width);
    for (std::size_t c = 0; c < width; ++c) answer[c] = present[c] > 0 && found[c] * 10 >= present[c] * 8;
    return answer;
}

bool isTime(std::string_view cell) { return sniffNumber(cell).mask == 0 && sniffTime(cell).has_value(); }

/// Under the first format that it fits; NaN: no number.
double numberOf(const SampleRow& row, std::size_t c) {
    double value = std::numeric_limits<double>::quiet_NaN();
    const NumberSniff look = c < row.cells.size() ? sniffNumber(row.cells[c]) : NumberSniff{};
    if (look.mask) parseNumber(row.cells[c], look, static_cast<std::size_t>(std::countr_zero(look.mask)), value);
    return value;
}

/// Whether the number lies in what the rows below hold in its column, or as far beside it as that is wide.
bool isNearBelow(const std::vector<SampleRow>& rows, std::size_t r, std::size_t c) {
    const double value = numberOf(rows[r], c);
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t below = r + 1; below < rows.size(); ++below)
        if (const double other = numberOf(rows[below], c); !rows[below].comment && std::isfinite(other))
            low = std::min(low, other), high = std::max(high, other);
    return value >= low - (high - low) && value <= high + (high - low);
}

/// Whether a row below names is one of values although a line of words follows it: the words are those names once more;
/// a time stands where the others have theirs; or, without any time, all its cells are numbers such as those below.
bool isLoneRow(const std::vector<SampleRow>& rows, std::size_t r, std::size_t from, std::size_t width,
               const std::vector<bool>& typed) {
    if (r == from || !isBody(rows[r], typed) || rows[r - 1].comment || !looksLikeHeader(rows[r - 1], typed))
        return false;
    if (rows[r + 1].cells == rows[r - 1].cells) return true;
    const std::vector<bool> times = columnsOf(rows, from, width, isTime);
    bool timed = false, near = true;
    for (std::size_t c = 0; c < width; ++c) {
        const bool isTimeHere = c < rows[r].cells.size() && isTime(rows[r].cells[c]);
        if (typed[c] && isTimeHere != times[c]) return false;
        timed = timed || times[c];
        near = near && typed[c] && (times[c] || isNearBelow(rows, r, c));
    }
    return timed || near;
}

}  // namespace

bool isTyped(std::string_view cell) {
    if (sniffNumber(cell).mask != 0 || sniffTime(cell).has_value() || sniffMoney(cell).found()) return true;
    // (1) is a name more often than a number.
    const LedgerCell ledger = sniffLedger(cell), side = sniffSide(cell);
    if (side.hasSide() && (!side.currency.empty() || !isWhole(side.digits))) return true;
    return ledger.minus == LedgerCell::Minus::Behind ||
           (ledger.minus == LedgerCell::Minus::Parentheses && !isWhole(ledger.digits));
}

bool isWhole(std::string_view cell) {
    return !cell.empty() && cell.size() < 10 &&
           std::all_of(cell.begin(), cell.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::vector<bool> typedColumns(const std::vector<SampleRow>& rows, std::size_t first, std::size_t width) {
    return columnsOf(rows, first, width, isTyped);
}

bool looksLikeHeader(const SampleRow& row, const std::vector<bool>& typed) {
    std::size_t named = 0, all = 0;
    for (std::size_t c = 0; c < typed.size(); ++c) {
        if (!typed[c]) continue;
        ++all;
        const std::string_view cell = c < row.cells.size() ? std::string_view(row.cells[c]) : std::string_view{};
        // A row of missing values is none of names.
        if (cell.empty() || isMissingWord(cell, {})) continue;
        // A quote that never closes makes no name of a number.
        if (isTyped(cell) || ((cell.front() == '"' || cell.front() == '\'') && isTyped(cell.substr(1)))) return false;
        ++named;
    }
    return all > 0 && (named * 2 >= all || namesProcesses(row));
}

std::vector<WeighedLine> weighLines(const std::vector<SampleRow>& rows, std::size_t taken,
                                    const std::vector<bool>& typed) {
    constexpr std::size_t kMost = 6, kBehind = 3;
    std::vector<WeighedLine> lines;
    for (std::size_t r = 0; r < std::min(rows.size(), taken + kBehind); ++r) {
        WeighedLine line{rows[r].line, 0, std::ranges::count(typed, true), std::ssize(rows[r].cells)};
        for (std::size_t c = 0; c < std::min(typed.size(), rows[r].cells.size()); ++c)
            line.named += typed[c] && !isTyped(rows[r].cells[c]) && !isMissingWord(rows[r].cells[c], {}) ? 1 : 0;
        if (!rows[r].comment && (r == taken || line.named > 0)) lines.push_back(line);
    }
    // The last ones are nearest to the values.
    if (lines.size() > kMost) lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(kMost));
    return lines;
}

bool looksLikeYearHeader(const SampleRow& row, const SampleRow& below) {
    std::vector<int> years;
    for (std::size_t c = 0; c < row.cells.size(); ++c) {
        int year = 0;
        const std::string& cell = row.cells[c];
        const auto [end, code] = std::from_chars(cell.data(), cell.data() + cell.size(), year);
        if (code == std::errc{} && end == cell.data() + cell.size() && cell.size() == 4 && year > 1000 && year < 3000)
            years.push_back(year);
        else if (!years.empty() && !cell.empty())
            return false;
    }
    if (years.size() < 3) return false;
    for (std::size_t i = 1; i < years.size(); ++i)
        if (years[i] != years[i - 1] + 1) return false;
    return below.cells != row.cells;
}

bool looksLikeDateHeader(const SampleRow& row, const SampleRow& below) {
    std::size_t dates = 0, numbers = 0;
    for (std::size_t c = 0; c < row.cells.size(); ++c) {
        const auto time = sniffTime(row.cells[c]);
        if (time && time->hasDate && !sniffNumber(row.cells[c]).mask)
            ++dates, numbers += c < below.cells.size() && sniffNumber(below.cells[c]).mask ? 1 : 0;
        else if (dates > 0 && !row.cells[c].empty())
            return false;
    }
    return dates >= 3 && numbers * 2 >= dates;
}

bool looksLikeNumberedHeader(const SampleRow& row, const SampleRow& below, const std::vector<bool>& typed,
                             bool& certain) {
    std::size_t words = 0, counted = 0, wholes = 0, numbers = 0;
    bool fractionsBelow = false;
    for (std::size_t c = 0; c < row.cells.size(); ++c) {
        const std::string& cell = row.cells[c];
        if (cell.empty() && c > 0) return false;
        if (cell.empty() || (!isTyped(cell) && !isMissingWord(cell, {}))) {
            words += c < typed.size() && typed[c] ? 1 : 0;
            continue;
        }
        if (!isTyped(cell)) return false;
        // A time above times is one of them, whatever stands beside it.
        if (isTime(cell) && c < below.cells.size() && isTime(below.cells[c])) return false;
        ++numbers;
        const int value = wholeOf(cell);
        wholes += value >= 0 ? 1 : 0;
        counted += value >= 0 && (value == static_cast<int>(c) || value + 1 == static_cast<int>(c) ||
                                  value == static_cast<int>(c) + 1)
                       ? 1
                       : 0;
        if (c < below.cells.size() && sniffNumber(below.cells[c]).mask && !isWhole(below.cells[c]))
            fractionsBelow = true;
    }
    // The count begins with 0, 1 or behind the words, and never stops.
    bool steady = wholes > 0 && counted == wholes && wholes == numbers;
    for (std::size_t c = 1; c < row.cells.size(); ++c)
        if (const int before = wholeOf(row.cells[c - 1]), here = wholeOf(row.cells[c]);
            before >= 0 && here >= 0 && here != before + 1)
            steady = false;
    if (below.cells == row.cells) return false;
    const bool fromZero = wholeOf(row.cells[0]) == 0;
    certain = steady && (words > 0 || (fractionsBelow && fromZero && wholes > 2));
    return (words > 0 && row.cells.size() >= 2) ||
           (steady && wholes >= 2 && (fromZero ? fractionsBelow || wholes > 2 : fractionsBelow && wholes > 2));
}

HeaderRows findHeader(const std::vector<SampleRow>& rows, std::size_t from, std::size_t width) {
    constexpr std::size_t kMaxAbove = 60;
    const std::vector<bool> typed = typedColumns(rows, from, width);
    std::size_t body = from;
    while (body + 1 < std::min(rows.size(), from + kMaxAbove) &&
           !(isBody(rows[body], typed) && isBody(rows[body + 1], typed)) && !isLoneRow(rows, body, from, width, typed))
        ++body;
    HeaderRows header{body, body};
    if (body + 1 >= std::min(rows.size(), from + kMaxAbove)) return {from, from};
    while (header.first > from && body - header.first < kMaxHeaderRows && !rows[header.first - 1].comment &&
           looksLikeHeader(rows[header.first - 1], typed))
        --header.first;
    // A line of other words above a time's name is no second line of names.
    for (std::size_t r = header.last; r-- > header.first + 1;)
        for (std::size_t c = 0; c < std::min(width, rows[r].cells.size()); ++c) {
            const std::string above = c < rows[r - 1].cells.size() ? rows[r - 1].cells[c] : std::string();
            if (isTimeName(rows[r].cells[c]) && !looksLikeUnit(rows[r].cells[c]) && !above.empty() &&
                !isTimeName(above) && sniffTime(rows[body].cells[c < rows[body].cells.size() ? c : 0])) {
                header.first = r;
                return header;
            }
        }
    return header;
}

}  // namespace gatelab::csv_header
