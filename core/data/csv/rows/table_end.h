// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/table_scan.h"
#include "data/csv/layout/layout.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace gatelab {

/// The names of the columns once more, in any case; one of them at least is a word.
bool repeatsHeader(const CsvLayout& layout, std::span<const std::string_view> cells);
/// The head of a page, as reports print it between the rows: a word for a page with its number behind it and no
/// values, or words above the names of the columns, which come once more; `wordsFirst`: words stand in place of a time.
bool isPageHead(const CsvLayout& layout, const CsvRows& rows, bool wordsFirst);
/// Names of columns, most of them those of the header, but not in its places.
bool isOtherHeader(const CsvLayout& layout, std::span<const std::string_view> cells);

/// Of a line that names the columns of the table in another order: per column the place of its cell. Columns without a
/// name, and those of one name, keep their order; one name may be left out where one cell is empty. Empty: a name is
/// missing, stands more often than in the header, or is another.
std::vector<std::size_t> orderOfNames(const CsvLayout& layout, std::span<const std::string_view> cells);

/// Names of columns below rows of values, the first as in the header and another one nowhere in it: a second table
/// begins, right above a row of its own. `other`: the column that has another name.
bool namesOthers(const CsvLayout& layout, const CsvRows& rows, std::size_t& other);

/// Rows at the end of a table with words where the time stands ("Total;12;34"): sums, not measurements. Told of every
/// row while the table is scanned.
class CsvFooter {
public:
    /// A row that was read. `wordsForTime`: a word stands in a column of the time; `isSum`: its label names a sum.
    void take(std::int64_t line, bool wordsForTime, bool isSum);
    /// Takes the rows of the footer out of all that was read, and says so; nothing where there are too many.
    void drop(TableScan& scan) const;

private:
    std::int64_t rows_ = 0, line_ = 0;  ///< so far without one of values behind them; line of the first
    bool sumsAtEnd_ = false, sumsInside_ = false;
};

/// Where another table begins below the one that is read, in the same file. One object per scan.
class SecondTable {
public:
    using Cells = std::span<const std::string_view>;
    explicit SecondTable(const CsvLayout& layout) : layout_(&layout) {}
    /// Whether this row of words, below a blank line, names the columns of another table: the next row is as wide, is
    /// none of words, and does not go on with the time of the rows so far (`goesOn` of its cells); and the own names do
    /// not come again.
    [[nodiscard]] bool begins(const CsvRows& rows, const std::function<bool(Cells)>& goesOn);

private:
    const CsvLayout* layout_;
    std::size_t lastHeaderAt_ = 0;  ///< byte of the last row with the own names; 0: not looked for yet
};

}  // namespace gatelab
