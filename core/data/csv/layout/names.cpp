// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/layout/header.h"
#include "data/csv/numbers.h"
#include "data/csv/time/choice.h"
#include "data/csv/time/row_times.h"
#include "data/csv/time/times.h"
#include "data/csv/words.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

namespace gatelab::csv_header {
namespace {

std::string withoutBrackets(std::string_view cell) {
    if (cell.size() > 1 && (cell.front() == '[' || cell.front() == '('))
        return std::string(cell.substr(1, cell.size() - 2));
    return cell == "-" ? std::string{} : std::string(cell);
}

/// Whether `holds` is true of nearly all cells of a column below the names.
template <typename Holds>
bool isColumnOf(const std::vector<SampleRow>& rows, std::size_t first, std::size_t c, Holds holds) {
    std::size_t all = 0, found = 0;
    for (std::size_t r = first + 1; r < rows.size(); ++r) {
        if (rows[r].comment || rows[r].cells.size() <= c || rows[r].cells[c].empty()) continue;
        ++all;
        found += holds(rows[r].cells[c]) ? 1 : 0;
    }
    return all > 0 && found * 10 >= all * 9;
}

/// The value of a whole number; -1: it is none.
double wholeValue(std::string_view cell) {
    double value = -1;
    const bool isDigits = !cell.empty() && std::ranges::all_of(cell, [](char c) { return c >= '0' && c <= '9'; });
    if (isDigits) std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return value;
}

bool isTimeText(std::string_view cell) { return sniffTime(cell) && !sniffNumber(cell).mask; }
bool isEpoch(std::string_view cell) {
    const double value = wholeValue(cell);
    return (value >= kEpochLow && value <= kEpochHigh) || (value >= kEpochLow * 1e3 && value <= kEpochHigh * 1e3);
}

/// The name of a time, or of a part of one, stands above such numbers or texts, and would not if the names began one
/// column later.
bool namesTimesWhereTheyAre(const std::vector<SampleRow>& rows, std::size_t first) {
    const auto& names = rows[first].cells;
    const auto moves = [&](std::size_t c, auto holds) {
        return isColumnOf(rows, first, c, holds) && !isColumnOf(rows, first, c + 1, holds);
    };
    for (std::size_t c = 1; c < names.size(); ++c) {
        if (isTimeName(names[c]) && (moves(c, isTimeText) || moves(c, isEpoch))) return true;
        const std::string name = csv_time::plainName(names[c]);
        for (const csv_time::PartRule& rule : csv_time::partRules())
            if (rule.names.contains(name) && moves(c, [&](std::string_view cell) {
                    const double value = wholeValue(cell);
                    return value >= rule.low && value <= rule.high;
                }))
                return true;
    }
    return false;
}

/// Whether a header that is one short lacks its first name, as R writes it: no name above the row numbers. The first
/// column then counts the rows or names them. Where it does not, or the last one is empty as a rule, the names belong
/// to the first columns, and the last has none.
bool lacksFirstName(const std::vector<SampleRow>& rows, std::size_t first, std::size_t width, bool& certain) {
    std::size_t lastFilled = 0, all = 0, counting = 0, text = 0, times = 0, timesBehind = 0;
    int before = -1;
    for (std::size_t r = first + 1; r < rows.size(); ++r) {
        if (rows[r].comment || rows[r].cells.empty()) continue;
        const std::string& cell = rows[r].cells[0];
        ++all;
        lastFilled += rows[r].cells.size() >= width ? 1 : 0;
        int value = -1;
        if (isWhole(cell)) std::from_chars(cell.data(), cell.data() + cell.size(), value);
        counting += value >= 0 && (before < 0 || value == before + 1) ? 1 : 0;
        before = value;
        times += isTimeText(cell) ? 1 : 0;
        timesBehind += rows[r].cells.size() > 1 && isTimeText(rows[r].cells[1]) ? 1 : 0;
        text += isTyped(cell) ? 0 : 1;
    }
    const bool timeNamed = isTimeName(rows[first].cells[0]);
    if (lastFilled * 2 < all) return false;
    static const std::set<std::string> kOfCounts = {"index", "id",       "no",         "no.",    "nr",
                                                    "nr.",   "lfd. nr.", "unnamed: 0", "yyyymm", "year"};
    // A name that is left empty is that of the row numbers.
    if (rows[first].cells[0].empty() || namesTimesWhereTheyAre(rows, first) ||
        kOfCounts.contains(lowered(rows[first].cells[0])))
        return certain = false;
    // A time's name belongs above times.
    if (timeNamed && counting * 10 >= all * 9 && times == 0 && timesBehind * 10 >= all * 9) return certain = true;
    const bool named = text * 10 >= all * 9 || counting * 10 >= all * 9 || (times * 10 >= all * 9 && !timeNamed);
    certain = named && !timeNamed;
    return certain;
}

/// 5s, 14n, 10d: how many letters a column has and what they are (USGS RDB).
bool isStorageType(const std::string& cell) {
    return cell.size() > 1 && isWhole(std::string_view(cell).substr(0, cell.size() - 1)) &&
           std::string_view("sdn").find(cell.back()) != std::string_view::npos;
}

bool isNameAgain(const std::vector<std::string>& names, const std::vector<std::string>& cells, std::size_t c) {
    return c < names.size() && !cells[c].empty() && lowered(names[c]) == lowered(cells[c]);
}

/// Units alone, or the name once more where a column has none.
bool areUnits(const std::vector<std::string>& cells, const std::vector<std::string>& names) {
    bool any = false;
    for (std::size_t c = 0; c < cells.size(); ++c) {
        if (!looksLikeUnit(cells[c]) && !isNameAgain(names, cells, c)) return false;
        any = any || looksLikeUnit(cells[c]);
    }
    return any;
}

/// Where each word of a line between blanks begins and ends.
std::vector<std::pair<std::size_t, std::size_t>> placesOfWords(std::string_view line) {
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (std::size_t at = line.find_first_not_of(" \t"); at < line.size(); at = line.find_first_not_of(" \t", at)) {
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        places.emplace_back(at, end);
        at = end;
    }
    return places;
}

/// The cells of a line of fewer words below names that stand in columns, as those above which they stand; empty: they
/// stand above no one name each.
std::vector<std::string> alignedBelow(const SampleRow& names, const SampleRow& below) {
    const auto above = placesOfWords(names.raw), words = placesOfWords(below.raw);
    if (above.size() != names.cells.size() || words.size() != below.cells.size() ||
        names.raw.find('\t') != std::string::npos)
        return {};
    std::vector<std::string> cells(above.size());
    for (std::size_t w = 0; w < words.size(); ++w) {
        std::size_t met = above.size(), many = 0;
        for (std::size_t c = 0; c < above.size(); ++c)
            if (words[w].first < above[c].second && above[c].first < words[w].second) met = c, ++many;
        if (many != 1 || !cells[met].empty()) return {};
        cells[met] = below.cells[w];
    }
    return cells;
}

}  // namespace

bool isLastSparse(const std::vector<SampleRow>& rows, std::size_t from, std::size_t width) {
    constexpr std::size_t kFewRows = 8;
    std::size_t all = 0, filled = 0;
    for (std::size_t r = from; r < rows.size(); ++r) {
        if (rows[r].comment || rows[r].written < width) continue;
        ++all, filled += rows[r].cells.size() >= width ? 1 : 0;
    }
    return all >= kFewRows && filled * 10 <= all;
}

bool looksLikeUnit(std::string_view cell) {
    if (cell.empty() || cell == "-") return true;
    const bool bracketed = (cell.front() == '[' && cell.back() == ']') || (cell.front() == '(' && cell.back() == ')');
    static const std::set<std::string_view> kUnits = {
        "s",    "ms",  "min", "h",    "hr",    "d",    "m",    "mm",    "cm",   "km",   "g",          "kg",
        "t",    "A",   "mA",  "V",    "mV",    "kV",   "W",    "kW",    "MW",   "GW",   "Wh",         "kWh",
        "MWh",  "J",   "kJ",  "Pa",   "hPa",   "kPa",  "bar",  "mbar",  "C",    "K",    "F",          "N",
        "Hz",   "kHz", "MHz", "l",    "L",     "ppm",  "ppb",  "EUR",   "USD",  "rpm",  "degC",       "deg",
        "mm/h", "dB",  "VA",  "var",  "Nm",    "lx",   "pH",   "UTC",   "date", "time", "yyyy-mm-dd", "yr",
        "mo",   "dy",  "mn",  "sec",  "degT",  "degF", "days", "hours", "ft",   "nmi",  "mi",         "mb",
        "mph",  "kt",  "in",  "W/m2", "W/m^2", "TS",   "RN"};
    return bracketed || kUnits.contains(cell) || cell.find("\xC2\xB0") != std::string_view::npos ||
           cell.find('%') != std::string_view::npos || cell.find("/s") != std::string_view::npos ||
           cell.find("/m") != std::string_view::npos || cell.find("/h") != std::string_view::npos ||
           cell.find("\xC2\xB5") != std::string_view::npos;
}

std::vector<std::string> groupsAbove(const SampleRow& above, const SampleRow& names, std::size_t width) {
    std::vector<std::string> groups(width);
    std::size_t filled = 0;
    for (std::size_t c = 0; c < width; ++c) {
        const bool begins = c < above.cells.size() && !above.cells[c].empty();
        if (begins && isTyped(above.cells[c])) return {};
        filled += begins ? 1 : 0;
        groups[c] = begins ? above.cells[c] : c > 0 ? groups[c - 1] : std::string();
    }
    std::set<std::string> plain;
    std::set<std::pair<std::string, std::string>> joined;
    bool repeated = false;
    for (std::size_t c = 0; c < std::min(width, names.cells.size()); ++c) {
        if (names.cells[c].empty()) continue;
        repeated = !plain.insert(names.cells[c]).second || repeated;
        if (!joined.emplace(groups[c], names.cells[c]).second) return {};
    }
    return filled > 1 && repeated && !above.comment ? groups : std::vector<std::string>();
}

void takeHeader(const std::vector<SampleRow>& rows, std::size_t first, std::size_t last, CsvLayout& layout) {
    layout.header = true;
    layout.headerCells = rows[first].cells;
    for (std::size_t r = first; r < last; ++r) layout.headerLines.push_back(rows[r].line);
    layout.names.assign(layout.width, {});
    bool rowNames = false;
    const std::size_t named = rows[first].written + 1;
    if (named == layout.width || (named + 1 == layout.width && isLastSparse(rows, first + 1, layout.width))) {
        bool certain = true;
        rowNames = lacksFirstName(rows, first, named, certain);
        if (!certain) {
            layout.headerCertain = false;
            layout.headerWhy = {GATELAB_TEXT("Reading",
                                             "line %1 has %2 names and the rows have %3 cells: the names were given to "
                                             "the first columns, and the last one has none. Check which column each "
                                             "name belongs to, and whether a decimal comma cuts the numbers"),
                                {rows[first].line, rows[first].written, layout.width}};
        } else if (!rowNames) {
            layout.warnings.push_back({rows[first].line,
                                       {GATELAB_TEXT("Reading",
                                                     "this line has %1 names and the rows have %2 cells, of which the "
                                                     "last one is mostly empty: it has no name"),
                                        {rows[first].written, layout.width}}});
        }
    }
    if (rows[first].cells.size() > layout.width)
        layout.warnings.push_back({rows[first].line,
                                   {GATELAB_TEXT("Reading",
                                                 "this line has %1 names and the rows have %2 cells: the last names "
                                                 "belong to no column. Check that none stands before them instead"),
                                    {rows[first].cells.size(), layout.width}}});
    for (std::size_t c = 0; c < rows[first].cells.size() && c < layout.width; ++c)
        layout.names[c + (rowNames ? 1 : 0)] = rows[first].cells[c];
    if (first + 1 < last && !rowNames && !std::ranges::all_of(rows[first + 1].cells, looksLikeUnit))
        if (auto groups = groupsAbove(rows[first], rows[first + 1], layout.width); !groups.empty())
            layout.names = std::move(groups);
    // Campbell loggers: units below the names, and below them how each value was made
    const bool isToa5 = first > 0 && !rows[first - 1].cells.empty() && rows[first - 1].cells[0] == "TOA5";
    for (std::size_t r = first + 1; r < last; ++r) {
        std::vector<std::string> cells = rows[r].cells;
        if ((isToa5 && r > first + 1) || std::ranges::all_of(cells, isStorageType)) continue;
        if (cells.size() < rows[first].cells.size() && !rows[r].raw.empty() && !rows[first].comment) {
            cells = alignedBelow(rows[first], rows[r]);
            if (cells.empty()) {
                layout.warnings.push_back(
                    {rows[r].line,
                     {GATELAB_TEXT("Reading",
                                   "this line below the names has %1 words for %2 columns, and where they stand does "
                                   "not tell to which they belong; it was left out"),
                      {rows[r].cells.size(), rows[first].cells.size()}}});
                continue;
            }
        }
        const bool units = isToa5 || areUnits(cells, rows[first].cells);
        for (std::size_t c = 0; c < std::min(cells.size(), layout.width); ++c) {
            if (units)
                layout.units[c] = isNameAgain(rows[first].cells, cells, c) ? std::string() : withoutBrackets(cells[c]);
            else if (!cells[c].empty())
                layout.names[c] += (layout.names[c].empty() ? "" : " ") + cells[c];
        }
        if (!units)
            layout.warnings.push_back(
                {rows[r].line, GATELAB_TEXT("Reading", "a second line of names was joined to the first one")});
    }
}

bool takeCommentedHeader(const std::vector<SampleRow>& rows, std::size_t body, const CsvDialect& dialect,
                         CsvLayout& layout) {
    CsvDialect plain = dialect;
    plain.comment.clear();
    const auto words = [&](std::size_t r) {
        std::vector<std::string> cells;
        std::string_view line = trimCell(rows[r].raw);
        if (!line.starts_with(dialect.comment)) return cells;
        while (line.starts_with(dialect.comment)) line = trimCell(line.substr(dialect.comment.size()));
        CsvRows scan(line, plain);
        if (scan.next() && scan.cells().size() == layout.width && layout.width >= 2 &&
            std::none_of(scan.cells().begin(), scan.cells().end(), isTyped))
            cells.assign(scan.cells().begin(), scan.cells().end());
        return cells;
    };
    if (dialect.comment.empty()) return false;
    // KNMI closes its head with a mark alone.
    while (body > 0 && rows[body - 1].comment && trimCell(rows[body - 1].raw) == dialect.comment) --body;
    if (body == 0 || !rows[body - 1].comment) return false;
    std::vector<std::string> names = words(body - 1);
    if (names.empty()) return false;
    if (body > 1 && rows[body - 2].comment && std::ranges::all_of(names, looksLikeUnit))
        if (auto above = words(body - 2); !above.empty()) {
            for (std::size_t c = 0; c < names.size(); ++c) layout.units[c] = withoutBrackets(names[c]);
            names = std::move(above);
            layout.headerLines.push_back(rows[body - 2].line);
        }
    layout.headerLines.push_back(rows[body - 1].line);
    layout.header = true;
    layout.names = std::move(names);
    return true;
}

}  // namespace gatelab::csv_header
