// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "data/csv/text/dialect.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

inline constexpr std::size_t kMaxTableCells = std::size_t{1} << 27;

/// All rows of a text table, as wide as the widest; the first one names the columns.
struct TableCells {
    std::vector<std::vector<std::string>> rows;
    std::size_t width = 0;
    [[nodiscard]] const std::string& at(std::size_t r, std::size_t c) const {
        static const std::string none;
        return c < rows[r].size() ? rows[r][c] : none;
    }
};
/// What a table would need for the shape that was asked for.
inline Error lacks(const Text& what) { return {ErrorCode::InvalidInput, what}; }

/// Without comments and blank lines, from line skip + 1 on. Fails where it has one row or one column, or too many
/// cells.
Result<TableCells> readTableCells(std::string_view text, const CsvDialect& dialect, std::int64_t skip);

/// The year of a name that holds it with something around: "1990 [YR1990]" of the World Bank, "X1990" of R; else the
/// name itself.
std::string yearOfName(const std::string& name);
/// A year, or a date with or without a clock.
bool isDate(const std::string& cell);
bool isYear(const std::string& cell);
/// The first column whose cell in the second row is a date.
std::optional<std::size_t> dateColumn(const TableCells& cells);
/// Where no cell is a date: the column of numbers that are called a time, or are of the size of stamps of milliseconds
/// or less since 1970.
std::optional<std::size_t> stampColumn(const TableCells& cells);
/// Whether a column of this name tells series apart whatever their times: "unique_id", "entity_id", ...
bool isSeriesName(const std::string& name);
/// The column of that name.
std::optional<std::size_t> columnNamed(const TableCells& cells, const std::string& name);
/// The column that tells series apart: of words, else of whole numbers, with the fewest values, at most `most`, each of
/// which goes on in time.
std::optional<std::size_t> seriesColumn(const TableCells& cells, std::size_t time, std::size_t most);
/// The same, or two or three columns that do so together where none does alone; where none do, the fewest with whose
/// words one row in kOneDoubledIn at most comes twice. Empty: none do.
std::vector<std::size_t> seriesColumns(const TableCells& cells, std::size_t time, std::size_t most);
/// Several columns become one in the place of the first: "shop + article" with words as "north / apples". time: where
/// the column of times is then. Returns where the one is.
std::size_t joinColumns(TableCells& cells, const std::vector<std::size_t>& columns, std::size_t& time);

}  // namespace gatelab
