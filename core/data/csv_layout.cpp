// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv_layout.h"

#include "data/csv_numbers.h"
#include "data/csv_times.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace gatelab {
namespace {

constexpr std::size_t kSampleRows = 400, kLeastSampleRows = 4, kMostSampleCells = 200'000;
constexpr std::size_t kMostHeaderRows = 3;

struct SampleRow {
    std::vector<std::string> cells;  ///< without empty ones at the end
    std::size_t written = 0;         ///< cells with them
    std::int64_t line = 0;
    std::size_t begin = 0;
    bool comment = false;
    std::string raw;
};

bool isTyped(std::string_view cell) { return lookAtNumber(cell).mask != 0 || lookAtTime(cell).has_value(); }

Result<std::vector<SampleRow>> sampleRows(std::string_view text, const CsvDialect& dialect, std::int64_t skipLines) {
    std::vector<SampleRow> rows;
    std::size_t cells = 0;
    CsvRows scan(text, dialect);
    while (rows.size() < kSampleRows && (cells < kMostSampleCells || rows.size() < kLeastSampleRows) && scan.next()) {
        if (scan.isTooLong()) return tooLongRow(scan.line());
        cells += scan.cells().size();
        if (scan.isBlank() || scan.line() <= skipLines) continue;
        SampleRow row{{scan.cells().begin(), scan.cells().end()},
                      scan.cells().size(),
                      scan.line(),
                      scan.begin(),
                      scan.isComment(),
                      {}};
        if (scan.isComment()) row.raw = scan.raw();
        while (row.cells.size() > 1 && row.cells.back().empty()) row.cells.pop_back();
        rows.push_back(std::move(row));
    }
    return rows;
}

/// The most frequent number of cells; the larger of two equally frequent ones.
std::size_t usualWidth(const std::vector<SampleRow>& rows) {
    std::map<std::size_t, std::size_t> counts;
    for (const SampleRow& row : rows)
        if (!row.comment) ++counts[row.written];
    std::size_t width = 0, best = 0;
    for (const auto& [cells, count] : counts)
        if (count >= best) best = count, width = cells;
    // A delimiter at the end of every line makes no column.
    std::size_t filled = 0;
    for (const SampleRow& row : rows)
        if (!row.comment && row.written == width) filled = std::max(filled, row.cells.size());
    return std::max<std::size_t>(filled, best > 0 ? 1 : 0);
}

/// Columns whose cells in the later rows of the sample are numbers or times.
std::vector<bool> typedColumns(const std::vector<SampleRow>& rows, std::size_t first, std::size_t width) {
    std::vector<std::size_t> typed(width, 0), present(width, 0);
    const std::size_t begin =
        std::min(first + kMostHeaderRows, rows.size() > first + 1 ? first + (rows.size() - first) / 2 : rows.size());
    for (std::size_t r = std::max(begin, first + 1); r < rows.size(); ++r)
        for (std::size_t c = 0; c < std::min(width, rows[r].cells.size()); ++c) {
            if (rows[r].comment || isMissingWord(rows[r].cells[c], {})) continue;
            ++present[c];
            typed[c] += isTyped(rows[r].cells[c]) ? 1 : 0;
        }
    std::vector<bool> answer(width);
    for (std::size_t c = 0; c < width; ++c) answer[c] = present[c] > 0 && typed[c] * 10 >= present[c] * 8;
    return answer;
}

/// Words above numbers: no number or time in a typed column, and a name in at least half of them.
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
    return all > 0 && named * 2 >= all;
}

/// Years or other whole numbers as column names: "country, 1990, 1991, 1992".
bool looksLikeYearHeader(const SampleRow& row, const SampleRow& below) {
    std::vector<int> years;
    for (std::size_t c = 0; c < row.cells.size(); ++c) {
        int year = 0;
        const std::string& cell = row.cells[c];
        const auto [end, code] = std::from_chars(cell.data(), cell.data() + cell.size(), year);
        if (code == std::errc{} && end == cell.data() + cell.size() && cell.size() == 4 && year > 1000 && year < 3000)
            years.push_back(year);
        else if (c > 0)
            return false;
    }
    if (years.size() < 3) return false;
    for (std::size_t i = 1; i < years.size(); ++i)
        if (years[i] != years[i - 1] + 1) return false;
    return below.cells != row.cells;
}

/// Dates above numbers: "item, 2024-01-01, 2024-01-02".
bool looksLikeDateHeader(const SampleRow& row, const SampleRow& below) {
    std::size_t dates = 0, numbers = 0;
    for (std::size_t c = 0; c < row.cells.size(); ++c) {
        const auto time = lookAtTime(row.cells[c]);
        if (time && time->hasDate && !lookAtNumber(row.cells[c]).mask)
            ++dates, numbers += c < below.cells.size() && lookAtNumber(below.cells[c]).mask ? 1 : 0;
        else if (c > 0)
            return false;
    }
    return dates >= 3 && numbers * 2 >= dates;
}

bool looksLikeUnit(std::string_view cell) {
    if (cell.empty() || cell == "-") return true;
    const bool bracketed = (cell.front() == '[' && cell.back() == ']') || (cell.front() == '(' && cell.back() == ')');
    static const std::set<std::string_view> kUnits = {
        "s",   "ms",   "min", "h",    "hr", "d",  "m",   "mm",  "cm",  "km",  "g",   "kg",   "t",    "A",         "mA",
        "V",   "mV",   "kV",  "W",    "kW", "MW", "GW",  "Wh",  "kWh", "MWh", "J",   "kJ",   "Pa",   "hPa",       "kPa",
        "bar", "mbar", "C",   "K",    "F",  "N",  "Hz",  "kHz", "MHz", "l",   "L",   "ppm",  "ppb",  "EUR",       "USD",
        "rpm", "degC", "deg", "mm/h", "dB", "VA", "var", "Nm",  "lx",  "pH",  "UTC", "date", "time", "yyyy-mm-dd"};
    return bracketed || kUnits.contains(cell) || cell.find("\xC2\xB0") != std::string_view::npos ||
           cell.find('%') != std::string_view::npos || cell.find("/s") != std::string_view::npos ||
           cell.find("/m") != std::string_view::npos || cell.find("/h") != std::string_view::npos ||
           cell.find("\xC2\xB5") != std::string_view::npos;
}

std::string withoutBrackets(std::string_view cell) {
    if (cell.size() > 1 && (cell.front() == '[' || cell.front() == '('))
        return std::string(cell.substr(1, cell.size() - 2));
    return cell == "-" ? std::string{} : std::string(cell);
}

bool isWhole(std::string_view cell) {
    return !cell.empty() && cell.size() < 10 &&
           std::all_of(cell.begin(), cell.end(), [](char c) { return c >= '0' && c <= '9'; });
}
int wholeOf(std::string_view cell) {
    int value = -1;
    if (isWhole(cell)) std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return value;
}

/// Column numbers as names, as pandas writes them: ",0", ",0,1,2", "0,1,2,OT"; also "depth,10,20,30" above dates. A
/// word above numbers, no name or a count from 0 or 1 make a row of numbers a header.
bool looksLikeNumberedHeader(const SampleRow& row, const SampleRow& below, const std::vector<bool>& typed,
                             bool& certain) {
    std::size_t words = 0, counted = 0, wholes = 0;
    bool fractionsBelow = false;
    for (std::size_t c = 0; c < row.cells.size(); ++c) {
        const std::string& cell = row.cells[c];
        if (cell.empty() && c > 0) return false;
        if (cell.empty() || (!isTyped(cell) && !isMissingWord(cell, {}))) {
            words += c < typed.size() && typed[c] ? 1 : 0;
            continue;
        }
        if (!isTyped(cell)) return false;
        const int value = wholeOf(cell);
        wholes += value >= 0 ? 1 : 0;
        counted += value >= 0 && (value == static_cast<int>(c) || value + 1 == static_cast<int>(c) ||
                                  value == static_cast<int>(c) + 1)
                       ? 1
                       : 0;
        if (c < below.cells.size() && lookAtNumber(below.cells[c]).mask && !isWhole(below.cells[c]))
            fractionsBelow = true;
    }
    // The count begins with 0, 1 or behind the words, and never stops.
    bool steady = wholes > 0 && counted == wholes;
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

/// Whether a header that is one short lacks its first name, as R writes it: no name above the row numbers. The first
/// column then counts the rows or names them. Where it does not, or the last one is empty as a rule, the names belong
/// to the first columns, and the last has none.
bool lacksFirstName(const std::vector<SampleRow>& rows, std::size_t first, std::size_t width, bool& certain) {
    std::size_t lastFilled = 0, all = 0, counting = 0, text = 0, times = 0;
    int before = -1;
    for (std::size_t r = first + 1; r < rows.size(); ++r) {
        if (rows[r].comment || rows[r].cells.empty()) continue;
        const std::string& cell = rows[r].cells[0];
        ++all;
        lastFilled += rows[r].cells.size() >= width ? 1 : 0;
        const int value = wholeOf(cell);
        counting += value >= 0 && (before < 0 || value == before + 1) ? 1 : 0;
        before = value;
        times += lookAtTime(cell) && !lookAtNumber(cell).mask ? 1 : 0;
        text += isTyped(cell) ? 0 : 1;
    }
    const bool timeNamed = isTimeName(rows[first].cells[0]);
    if (lastFilled * 2 < all) return false;
    const bool named = text * 10 >= all * 9 || counting * 10 >= all * 9 || (times * 10 >= all * 9 && !timeNamed);
    certain = named && !timeNamed;
    return certain;
}

/// Names and units from the header rows [first, last).
void takeHeader(const std::vector<SampleRow>& rows, std::size_t first, std::size_t last, CsvLayout& layout) {
    layout.header = true;
    layout.headerCells = rows[first].cells;
    layout.names.assign(layout.width, {});
    bool rowNames = false;
    if (rows[first].written + 1 == layout.width) {
        bool certain = true;
        rowNames = lacksFirstName(rows, first, layout.width, certain);
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
    for (std::size_t r = first + 1; r < last; ++r) {
        const auto& cells = rows[r].cells;
        const bool units = std::all_of(cells.begin(), cells.end(), looksLikeUnit);
        for (std::size_t c = 0; c < std::min(cells.size(), layout.width); ++c) {
            if (units)
                layout.units[c] = withoutBrackets(cells[c]);
            else if (!cells[c].empty())
                layout.names[c] += (layout.names[c].empty() ? "" : " ") + cells[c];
        }
        if (!units)
            layout.warnings.push_back(
                {rows[r].line, GATELAB_TEXT("Reading", "a second line of names was joined to the first one")});
    }
}

/// The last comment before the table, when it has a name for every column.
bool takeCommentedHeader(const std::vector<SampleRow>& rows, std::size_t body, const CsvDialect& dialect,
                         CsvLayout& layout) {
    if (body == 0 || !rows[body - 1].comment) return false;
    std::string_view line = trimCell(rows[body - 1].raw);
    while (line.starts_with(dialect.comment)) line = trimCell(line.substr(dialect.comment.size()));
    CsvDialect plain = dialect;
    plain.comment.clear();
    CsvRows scan(line, plain);
    if (!scan.next() || scan.cells().size() != layout.width || layout.width < 2 ||
        std::any_of(scan.cells().begin(), scan.cells().end(), isTyped))
        return false;
    layout.header = true;
    layout.names.assign(scan.cells().begin(), scan.cells().end());
    return true;
}

/// A title line that a spreadsheet padded with delimiters: fewer than half of the cells, above a fuller row.
bool isPaddedTitle(const std::vector<SampleRow>& rows, std::size_t r, std::size_t width) {
    const auto filled = [](const SampleRow& row) {
        return static_cast<std::size_t>(
            std::count_if(row.cells.begin(), row.cells.end(), [](const std::string& cell) { return !cell.empty(); }));
    };
    return r + 1 < rows.size() && width >= 2 && filled(rows[r]) * 2 < width && filled(rows[r + 1]) > filled(rows[r]) &&
           std::none_of(rows[r].cells.begin(), rows[r].cells.end(), isTyped);
}

std::size_t firstTableRow(const std::vector<SampleRow>& rows, std::size_t width) {
    std::size_t r = 0;
    for (; r < rows.size(); ++r) {
        if (rows[r].comment) continue;
        const std::size_t cells = rows[r].cells.size();
        const bool nextFits =
            r + 1 < rows.size() && (rows[r + 1].written == width || rows[r + 1].cells.size() == width);
        // A header that lacks the name of the row numbers is one short.
        const bool shortHeader = width >= 3 && rows[r].written + 1 == width && nextFits &&
                                 std::none_of(rows[r].cells.begin(), rows[r].cells.end(), isTyped);
        // The header of a column that is empty below it is one longer.
        const bool longHeader = cells > width && nextFits && cells <= width + 2 && width >= 2;
        if ((cells == width || rows[r].written == width || shortHeader || longHeader) && !isPaddedTitle(rows, r, width))
            return r;
    }
    return 0;
}

/// Nothing but numbers and times.
bool isValues(const SampleRow& row) {
    return row.cells.size() > 1 &&
           std::all_of(row.cells.begin(), row.cells.end(),
                       [](const std::string& cell) { return isTyped(cell) || isMissingWord(cell, {}); }) &&
           isTyped(row.cells[0]);
}

/// Names above rows with twice as many cells, all of whole numbers: decimal commas that no quotes protect cut each
/// number in two. Told apart from a title by its length: a name for every number.
Result<> checkCutNumbers(const std::vector<SampleRow>& rows, std::size_t body, const CsvDialect& dialect,
                         CsvLayout& layout) {
    // The first rows may be short: 20 instead of 20,0.
    while (body > 1 && !rows[body - 1].comment && isValues(rows[body - 1])) --body;
    if (dialect.delimiter != ',' || body == 0 || rows[body - 1].comment) return {};
    const SampleRow& names = rows[body - 1];
    const std::size_t count = names.cells.size();
    if (count < 2 || count >= layout.width || std::any_of(names.cells.begin(), names.cells.end(), isTyped)) return {};
    std::size_t times = 0, wholes = 0, all = 0;
    while (times < count && body < rows.size() && times < rows[body].cells.size() &&
           lookAtTime(rows[body].cells[times]))
        ++times;
    for (std::size_t r = body; r < rows.size(); ++r)
        for (std::size_t c = times; c < rows[r].cells.size(); ++c) {
            if (rows[r].cells[c].empty() || rows[r].comment) continue;
            ++all;
            std::string_view cell = rows[r].cells[c];
            wholes += isWhole(cell.substr(cell.starts_with('-') ? 1 : 0)) ? 1 : 0;
        }
    const bool cut = layout.width - times == 2 * (count - times) && wholes * 20 >= all * 19;
    if (cut)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading",
                          "line %1 has %2 names and the lines below have %3 cells, all whole numbers: decimal commas "
                          "without quotes cut every number in two. Write the file again with a decimal point, with "
                          "quotes or with semicolons; to read it as it stands, say how many lines to skip"),
             {names.line, count, layout.width}}};
    layout.headerCertain = false;
    layout.headerWhy = {
        GATELAB_TEXT("Reading",
                     "line %1 has %2 cells of text and the lines below have %3 cells: it was taken as a title, and the "
                     "columns have no names. Check whether decimal commas or missing quotes cut the cells"),
        {names.line, count, layout.width}};
    return {};
}

/// A column that begins or ends some way down the table: rows of values of another width directly above those of the
/// usual one are rows as well, and the names stand above them. Whole numbers alone may be cut by a decimal comma.
void includeEarlierRows(const std::vector<SampleRow>& rows, char delimiter, std::size_t& body, std::size_t& width) {
    constexpr std::size_t kFew = 3;
    std::size_t first = body;
    bool fractions = delimiter != ',';
    while (first > 0 && !rows[first - 1].comment && isValues(rows[first - 1]) &&
           rows[first - 1].cells.size() == rows[body - 1].cells.size()) {
        --first;
        fractions = fractions || std::ranges::any_of(rows[first].cells, [](const std::string& cell) {
                        return cell.find('.') != std::string::npos && lookAtNumber(cell).mask != 0;
                    });
    }
    if (body - first < kFew || !fractions) return;
    const std::size_t cells = rows[body - 1].cells.size();
    width = std::max(width, cells);
    if (first > 0 && !rows[first - 1].comment && rows[first - 1].cells.size() == cells &&
        std::none_of(rows[first - 1].cells.begin(), rows[first - 1].cells.end(), isTyped))
        --first;
    body = first;
}

}  // namespace

Error tooLongRow(std::int64_t line) {
    return {ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading",
                          "line %1 has more than %2 cells or %3 MiB, which no table has: check that the line ends were "
                          "not lost, or exchange rows and columns"),
             {line, CsvRows::kMostCells, CsvRows::kLongestRow >> 20}}};
}

std::string unitOfName(std::string_view name) {
    name = trimCell(name);
    if (name.size() < 3 || (name.back() != ']' && name.back() != ')')) return {};
    const std::size_t open = name.rfind(name.back() == ']' ? '[' : '(');
    if (open == std::string_view::npos || open == 0 || name.size() - open > 16) return {};
    return std::string(trimCell(name.substr(open + 1, name.size() - open - 2)));
}

std::vector<std::string> uniqueNames(std::vector<std::string> names, std::int64_t line,
                                     std::vector<ReadWarning>& warnings) {
    std::set<std::string> used;
    const std::set<std::string> given(names.begin(), names.end());
    for (std::size_t c = 0; c < names.size(); ++c) {
        const std::string original = names[c];
        if (original.empty()) names[c] = "c" + std::to_string(c + 1);
        const std::string base = names[c];
        for (int copy = 2; used.contains(names[c]) || (names[c] != original && given.contains(names[c])); ++copy)
            names[c] = base + "_" + std::to_string(copy);
        used.insert(names[c]);
        if (names[c] != original && line > 0)
            warnings.push_back(
                {line,
                 original.empty()
                     ? Phrase(GATELAB_TEXT("Reading", "column %1 has no name and is called '%2'"), {c + 1, names[c]})
                     : Phrase(
                           GATELAB_TEXT("Reading", "the name '%1' is there more than once; column %2 is called '%3'"),
                           {original, c + 1, names[c]})});
    }
    return names;
}

Result<CsvLayout> findLayout(std::string_view text, const CsvDialect& dialect, const ExperimentConfig& options) {
    const auto sample = sampleRows(text, dialect, std::max<std::int64_t>(0, options.csvSkipLines));
    if (!sample) return sample.error();
    const std::vector<SampleRow>& rows = *sample;
    CsvLayout layout;
    layout.width = usualWidth(rows);
    if (layout.width == 0)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Reading",
                                  "the file has no line with values (only blank lines and comments); check that its "
                                  "export has finished, or the mark of comment lines")};
    std::size_t body = options.csvSkipLines >= 0 ? 0 : firstTableRow(rows, layout.width);
    while (body < rows.size() && rows[body].comment) ++body;
    if (options.csvSkipLines < 0) includeEarlierRows(rows, dialect.delimiter, body, layout.width);
    const std::int64_t firstLine = rows[body].line;
    std::vector<std::int64_t> before;  // the lines of values that are left out
    for (std::size_t r = 0; r < body && options.csvSkipLines < 0; ++r)
        if (!rows[r].comment && isValues(rows[r])) before.push_back(rows[r].line);
    if (!before.empty())
        layout.warnings.push_back({before.front(),
                                   {GATELAB_TEXT("Reading",
                                                 "%1 lines of values (the first is this one) stand before the table "
                                                 "and were left out: they do not have %2 cells as the rows below"),
                                    {before.size(), layout.width}}});
    layout.skippedLines = options.csvSkipLines >= 0 ? options.csvSkipLines : firstLine - 1;
    layout.units.assign(layout.width, {});

    const auto typed = typedColumns(rows, body, layout.width);
    std::size_t headerEnd = body;
    if (options.csvHeader == "first")
        headerEnd = body + 1;
    else if (options.csvHeader == "auto") {
        while (headerEnd < rows.size() && headerEnd < body + kMostHeaderRows && !rows[headerEnd].comment &&
               looksLikeHeader(rows[headerEnd], typed))
            ++headerEnd;
        const bool anyTyped = std::any_of(typed.begin(), typed.end(), [](bool t) { return t; });
        bool certain = false;
        if (headerEnd == body && body + 1 < rows.size() &&
            (looksLikeYearHeader(rows[body], rows[body + 1]) || looksLikeDateHeader(rows[body], rows[body + 1]))) {
            ++headerEnd, layout.headerCertain = false;
            layout.headerWhy = {
                GATELAB_TEXT("Reading",
                             "line %1 holds years or dates above numbers, and they were taken as the names of the "
                             "columns: the table seems to lie on its side, and each of its rows is a series. Exchange "
                             "rows and columns"),
                {firstLine}};
        } else if (headerEnd == body && body + 1 < rows.size() &&
                   looksLikeNumberedHeader(rows[body], rows[body + 1], typed, certain)) {
            ++headerEnd, layout.headerCertain = certain;
        } else if (headerEnd == body && !anyTyped && rows.size() - body >= 2 &&
                   std::none_of(rows[body].cells.begin(), rows[body].cells.end(), isTyped)) {
            // With nothing but a header and one row there is no column type to compare with.
            ++headerEnd, layout.headerCertain = false;
        }
    }
    if (headerEnd > body)
        takeHeader(rows, body, headerEnd, layout);
    else if (options.csvHeader == "auto" && !takeCommentedHeader(rows, body, dialect, layout) &&
             options.csvSkipLines < 0)
        if (auto whole = checkCutNumbers(rows, body, dialect, layout); !whole) return whole.error();
    if (!layout.header) layout.names.assign(layout.width, {});
    layout.names = uniqueNames(std::move(layout.names), layout.header ? firstLine : -1, layout.warnings);
    for (std::size_t c = 0; c < layout.width; ++c)
        if (layout.units[c].empty()) layout.units[c] = unitOfName(layout.names[c]);
    const bool hasBody = headerEnd < rows.size();
    layout.bodyAt = hasBody ? rows[headerEnd].begin : text.size();
    layout.bodyLine = hasBody ? rows[headerEnd].line : rows.back().line + 1;
    return layout;
}

}  // namespace gatelab
