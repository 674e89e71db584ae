// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/layout/layout.h"

#include <string>
#include <string_view>
#include <vector>

/// Which of the first rows of a table hold the names of its columns, and what they name.
namespace gatelab::csv_header {

/// One of the first rows.
struct SampleRow {
    std::vector<std::string> cells;  ///< without empty ones at the end
    std::size_t written = 0;         ///< cells with them
    std::int64_t line = 0;
    std::size_t begin = 0;
    bool comment = false;
    std::string raw;  ///< of a comment, and of the first rows between blanks: as it stands in the file
};

/// At most so many rows hold names: groups, names, units.
inline constexpr std::size_t kMaxHeaderRows = 3;

/// A number or a time.
bool isTyped(std::string_view cell);
bool isWhole(std::string_view cell);
/// The unit of a column, as it stands below its name: "kW", "[m/s]", nothing.
bool looksLikeUnit(std::string_view cell);

/// Whether the last column is empty in nearly all rows from `from` on, as one of remarks is.
bool isLastSparse(const std::vector<SampleRow>& rows, std::size_t from, std::size_t width);

/// Columns whose cells in the later rows of the sample are numbers or times.
std::vector<bool> typedColumns(const std::vector<SampleRow>& rows, std::size_t first, std::size_t width);
/// Words above numbers: no number or time in a typed column, and a name in at least half of them.
bool looksLikeHeader(const SampleRow& row, const std::vector<bool>& typed);
/// The first rows as rows of names: those of words, and the one that was taken.
std::vector<WeighedLine> weighLines(const std::vector<SampleRow>& rows, std::size_t taken,
                                    const std::vector<bool>& typed);
/// Years as column names: "country, code, 1990, 1991, 1992".
bool looksLikeYearHeader(const SampleRow& row, const SampleRow& below);
/// Dates above numbers: "item, place, 2024-01-01, 2024-01-02".
bool looksLikeDateHeader(const SampleRow& row, const SampleRow& below);
/// Column numbers as names, as pandas writes them: ",0", ",0,1,2", "0,1,2,OT"; also "depth,10,20,30" above dates. A
/// word above numbers, no name or a count from 0 or 1 make a row of numbers a header.
bool looksLikeNumberedHeader(const SampleRow& row, const SampleRow& below, const std::vector<bool>& typed,
                             bool& certain);

/// The rows of names: those of words right above the first two rows of values, or above one that is surely a row though
/// a line of words follows it. Above them may stand lines that are as
/// wide as the table: keys and values of its station, titles padded with delimiters. first == last: there are none.
struct HeaderRows {
    std::size_t first = 0, last = 0;
};
HeaderRows findHeader(const std::vector<SampleRow>& rows, std::size_t from, std::size_t width);

/// Words above groups of columns, as merged cells leave them: each goes on to the next one. Empty: the names below are
/// told apart without them, or not by them either.
std::vector<std::string> groupsAbove(const SampleRow& above, const SampleRow& names, std::size_t width);
/// Names and units from the header rows [first, last).
void takeHeader(const std::vector<SampleRow>& rows, std::size_t first, std::size_t last, CsvLayout& layout);
/// The last comments before the table that have a word for every column: names, and units below them.
bool takeCommentedHeader(const std::vector<SampleRow>& rows, std::size_t body, const CsvDialect& dialect,
                         CsvLayout& layout);

}  // namespace gatelab::csv_header
