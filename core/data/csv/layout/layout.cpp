// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/layout/layout.h"

#include "config/setting_predicates.h"
#include "data/csv/layout/header.h"
#include "data/csv/numbers.h"
#include "data/csv/time/times.h"
#include "data/csv/words.h"

#include <algorithm>
#include <map>
#include <set>

namespace gatelab {
namespace {

using namespace csv_header;

constexpr std::size_t kSampleRows = 400, kMinSampleRows = 4, kMaxSampleCells = 200'000;

Result<std::vector<SampleRow>> sampleRows(std::string_view text, const CsvDialect& dialect, std::int64_t skipLines) {
    std::vector<SampleRow> rows;
    std::size_t cells = 0;
    CsvRows scan(text, dialect);
    while (rows.size() < kSampleRows && (cells < kMaxSampleCells || rows.size() < kMinSampleRows) && scan.next()) {
        if (scan.isTooLong()) return tooLongRow(scan.line());
        cells += scan.cells().size();
        if (scan.isBlank() || scan.line() <= skipLines) continue;
        const bool belowNames = !rows.empty() && std::ranges::none_of(rows.back().cells, isTyped);
        if (!scan.isComment() && isRule(scan.cells(), dialect.delimiter, belowNames)) continue;
        SampleRow row{{scan.cells().begin(), scan.cells().end()},
                      scan.cells().size(),
                      scan.line(),
                      scan.begin(),
                      scan.isComment(),
                      {}};
        constexpr std::size_t kHead = 100;
        if (scan.isComment() || (dialect.delimiter == ' ' && rows.size() < kHead)) row.raw = scan.raw();
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
    // Names above cells that are all empty are columns as well, where the rows reach below them.
    for (const SampleRow& row : rows)
        if (!row.comment && row.cells.size() > filled && row.cells.size() <= width) {
            const bool names =
                std::ranges::none_of(row.cells, [](const std::string& cell) { return cell.empty() || isTyped(cell); });
            if (names) filled = row.cells.size();
            break;
        }
    return std::max<std::size_t>(filled, best > 0 ? 1 : 0);
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
    const bool isOpen = isLastSparse(rows, 0, width);
    std::size_t r = 0;
    for (; r < rows.size(); ++r) {
        if (rows[r].comment) continue;
        const std::size_t cells = rows[r].cells.size();
        std::size_t below = r + 1;
        while (below < rows.size() && rows[below].comment) ++below;
        if (below + 1 < rows.size() && rows[below].written == rows[r].written && rows[below].written < width &&
            !rows[below].comment && std::ranges::all_of(rows[below].cells, looksLikeUnit))
            ++below;
        const bool nextFits =
            below < rows.size() && (rows[below].written == width || rows[below].cells.size() == width);
        // A header that lacks the name of the row numbers is one short; so is one of a table with remarks behind it.
        const std::size_t lacking = width - std::min(width, rows[r].written);
        const bool isShort = (lacking == 1 && (width >= 3 || isOpen)) || (lacking == 2 && width >= 4 && isOpen);
        const bool shortHeader =
            isShort && nextFits && std::none_of(rows[r].cells.begin(), rows[r].cells.end(), isTyped);
        // Right above a whole line of names it is a title, or a name and a value of the file.
        if (shortHeader && rows[below].cells.size() == width &&
            !std::ranges::all_of(rows[below].cells, looksLikeUnit) &&
            std::ranges::none_of(rows[below].cells,
                                 [](const std::string& cell) { return isTyped(cell) || isMissingWord(cell, {}); }))
            continue;
        if (shortHeader && isOpen && rows[r].cells[0].empty()) return r;
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
    while (times < count && body < rows.size() && times < rows[body].cells.size() && sniffTime(rows[body].cells[times]))
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
                        return cell.find('.') != std::string::npos && sniffNumber(cell).mask != 0;
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

/// Of a table of one column: lines of words above the name that a blank line sets apart are no names.
void skipTitles(const std::vector<SampleRow>& rows, std::size_t& body) {
    const auto isWord = [&](std::size_t r) {
        return !rows[r].comment && rows[r].cells.size() == 1 && !isTyped(rows[r].cells[0]) &&
               !isMissingWord(rows[r].cells[0], {});
    };
    while (body + 1 < rows.size() && isWord(body) && isWord(body + 1) && rows[body + 1].line > rows[body].line + 1)
        ++body;
}

/// The words of the line above the names, where they tell columns of one name apart.
void takeGroups(const std::vector<SampleRow>& rows, std::size_t body, CsvLayout& layout) {
    if (body == 0 || rows[body].cells.size() != layout.width) return;
    const auto groups = groupsAbove(rows[body - 1], rows[body], layout.width);
    if (groups.empty()) return;
    for (std::size_t c = 0; c < layout.width; ++c)
        if (!groups[c].empty()) layout.names[c] = groups[c] + " " + layout.names[c];
    layout.headerLines.push_back(rows[body - 1].line);
    layout.warnings.push_back(
        {rows[body - 1].line,
         GATELAB_TEXT("Reading", "this line stands above groups of columns and was put before their names")});
}

/// Names the lines of values that are left out above the table, and why: their width, or that the names stand below.
void warnOfValuesAbove(const std::vector<SampleRow>& rows, std::size_t body, CsvLayout& layout) {
    std::vector<std::int64_t> other, alike;
    for (std::size_t r = 0; r < body; ++r)
        if (!rows[r].comment && isValues(rows[r]))
            (rows[r].cells.size() == layout.width ? alike : other).push_back(rows[r].line);
    if (!other.empty())
        layout.warnings.push_back({other.front(),
                                   {GATELAB_TEXT("Reading",
                                                 "%1 lines of values (the first is this one) stand before the table "
                                                 "and were left out: they do not have %2 cells as the rows below"),
                                    {other.size(), layout.width}}});
    if (!alike.empty())
        layout.warnings.push_back({alike.front(),
                                   {GATELAB_TEXT("Reading",
                                                 "%1 lines of values (the first is this one) stand above the names of "
                                                 "the columns and were left out; where they are rows, move them below "
                                                 "the names"),
                                    {alike.size()}}});
}

/// The row behind the names that seem to stand from `body` on; `body`: there are none.
std::size_t guessHeaderEnd(const std::vector<SampleRow>& rows, std::size_t body, const std::vector<bool>& typed,
                           CsvLayout& layout) {
    std::size_t headerEnd = body;
    // Of one column a second line of words is a value that is none, but for a unit.
    const auto goesOn = [&](std::size_t r) {
        return r == body || layout.width > 1 || std::ranges::all_of(rows[r].cells, looksLikeUnit) ||
               rows[r].cells == rows[body].cells;
    };
    while (headerEnd < rows.size() && headerEnd < body + kMaxHeaderRows && !rows[headerEnd].comment &&
           looksLikeHeader(rows[headerEnd], typed) && goesOn(headerEnd))
        ++headerEnd;
    const bool anyTyped = std::any_of(typed.begin(), typed.end(), [](bool t) { return t; });
    bool certain = false;
    if (headerEnd == body && body + 1 < rows.size() &&
        (looksLikeYearHeader(rows[body], rows[body + 1]) || looksLikeDateHeader(rows[body], rows[body + 1]))) {
        ++headerEnd, layout.headerCertain = false;
        layout.liesOnItsSide = true;
        layout.headerWhy = {
            GATELAB_TEXT("Reading",
                         "line %1 holds years or dates above numbers, and they were taken as the names of the "
                         "columns: the table seems to lie on its side, and each of its rows is a series. Choose "
                         "'a row for each series' as the shape"),
            {rows[body].line}};
    } else if (headerEnd == body && body + 1 < rows.size() &&
               looksLikeNumberedHeader(rows[body], rows[body + 1], typed, certain)) {
        ++headerEnd, layout.headerCertain = certain;
    } else if (headerEnd == body && !anyTyped && rows.size() - body >= 2 &&
               std::none_of(rows[body].cells.begin(), rows[body].cells.end(), isTyped)) {
        // With nothing but a header and one row there is no column type to compare with.
        ++headerEnd, layout.headerCertain = false;
    }
    return headerEnd;
}

}  // namespace

Error tooLongRow(std::int64_t line) {
    return {ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading",
                          "line %1 has more than %2 cells or %3 MiB, which no table has: check that the line ends were "
                          "not lost, or exchange rows and columns"),
             {line, CsvRows::kMaxCells, CsvRows::kLongestRow >> 20}}};
}

Phrase sayLinesAbove(std::int64_t lines) {
    return {GATELAB_TEXT("Reading",
                         "the names of the columns were taken from this line; the lines above it (%1 of them) are of "
                         "another kind and were left out"),
            {lines}};
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
    if (options.csvSkipLines < 0 && isGuessed(options.csvHeader) && layout.width == 1) skipTitles(rows, body);
    if (options.csvSkipLines < 0) includeEarlierRows(rows, dialect.delimiter, body, layout.width);
    if (options.csvSkipLines < 0 && isGuessed(options.csvHeader))
        if (const HeaderRows header = findHeader(rows, body, layout.width);
            header.first < header.last && header.first > body) {
            layout.warnings.push_back(
                {rows[header.first].line, sayLinesAbove(static_cast<std::int64_t>(header.first - body))});
            body = header.first;
        }
    const std::int64_t firstLine = rows[body].line;
    if (options.csvSkipLines < 0) warnOfValuesAbove(rows, body, layout);
    layout.skippedLines = options.csvSkipLines >= 0 ? options.csvSkipLines : firstLine - 1;
    layout.units.assign(layout.width, {});
    const auto typed = typedColumns(rows, body, layout.width);
    layout.weighed = weighLines(rows, body, typed);
    std::size_t headerEnd = body;
    if (hasHeaderLine(options))
        headerEnd = body + 1;
    else if (isGuessed(options.csvHeader))
        headerEnd = guessHeaderEnd(rows, body, typed, layout);
    if (headerEnd > body) {
        takeHeader(rows, body, headerEnd, layout);
        if (options.csvSkipLines < 0 && isGuessed(options.csvHeader)) takeGroups(rows, body, layout);
    } else if (isGuessed(options.csvHeader) && !takeCommentedHeader(rows, body, dialect, layout) &&
               options.csvSkipLines < 0)
        if (auto whole = checkCutNumbers(rows, body, dialect, layout); !whole) return whole.error();
    if (!layout.header) layout.names.assign(layout.width, {});
    layout.names = uniqueNames(std::move(layout.names), layout.header ? firstLine : -1, layout.warnings);
    for (std::size_t c = 0; c < layout.width; ++c)
        if (layout.units[c].empty()) layout.units[c] = unitOfName(layout.names[c]);
    if (dialect.cutDigits > 0)
        layout.warnings.push_back(
            {firstLine,
             GATELAB_TEXT("Reading",
                          "decimal commas without quotes cut numbers in two in this file, and the halves were put "
                          "together again. If they are cells of their own, choose the decimal mark 'point'")});
    const bool hasBody = headerEnd < rows.size();
    layout.bodyAt = hasBody ? rows[headerEnd].begin : text.size();
    layout.bodyLine = hasBody ? rows[headerEnd].line : rows.back().line + 1;
    return layout;
}

}  // namespace gatelab
