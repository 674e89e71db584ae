// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tables/sheet.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// What the number format of a cell makes of its number.
enum class DateShown { Number, Time, Date, DateTime, Percent };

/// The cells of a sheet, in their order, as CSV.
class SheetRows {
public:
    static constexpr std::size_t kMaxColumns = 16384;
    static constexpr std::int64_t kMaxRows = 1048576;
    static constexpr std::size_t kMaxBytes = std::size_t{1} << 30;

    /// from1904: serial numbers of days count from 1904-01-01, else from 1899-12-30.
    explicit SheetRows(bool from1904) : from1904_(from1904) {}

    /// row: from 1, greater than the last one; those between are empty. False: it cannot be.
    bool beginRow(std::int64_t row);
    /// column: from 0, in rising order.
    void put(std::size_t column, std::string_view text);
    void putNumber(std::size_t column, const std::string& number, DateShown shown);
    /// The next cell that is put into that column stands in the rows below as well, to `last`, where they have no
    /// other: cells that are merged downwards.
    void holdDown(std::size_t column, std::int64_t last) { held_[column] = {{}, text_.rows, last}; }
    /// A formula that was saved without its value: an empty cell, so that its column is there.
    void putUnvalued(std::size_t column);
    [[nodiscard]] std::int64_t row() const { return text_.rows; }
    SheetText finish();

private:
    struct Held {
        std::string text;
        std::int64_t from = 0, last = 0;  ///< rows
    };
    /// Where a number stands that is shown in percent.
    struct PercentCell {
        std::size_t begin = 0, size = 0, column = 0;
    };
    void append(std::size_t column, std::string_view text);
    void fillBefore(std::size_t column);
    void noteCell(std::string_view text);
    void endRow();
    void countPlain(std::size_t column, std::string_view text);
    void showPercents();

    bool from1904_;
    std::size_t next_ = 0;
    std::size_t names_ = 0, texts_ = 0;  ///< cells of the row of names; texts of this row
    bool hasValues_ = false, areNamesKnown_ = false;
    std::map<std::size_t, Held> held_;
    std::vector<PercentCell> percents_;
    std::map<std::size_t, bool> arePercents_;  ///< of columns with such a cell: whether all numbers below it are, too
    SheetText text_;
};

}  // namespace gatelab
