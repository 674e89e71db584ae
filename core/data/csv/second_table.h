// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/layout.h"

#include <functional>
#include <span>
#include <string_view>

namespace gatelab {

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
