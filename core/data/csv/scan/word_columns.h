// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/plan.h"
#include "data/csv/columns/table_scan.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// The words of the columns of text: each has a number, in the order in which they come. Plan and scan outlive it.
class WordColumns {
public:
    WordColumns(const TablePlan& plan, TableScan& scan);
    /// Whether the words of the column are told apart.
    [[nodiscard]] bool has(std::size_t c) const { return c < columns_.size() && columns_[c].isText; }
    [[nodiscard]] bool knows(std::size_t c, const std::string& word) const {
        return has(c) && columns_[c].numbers.contains(word);
    }
    /// The word of the row that is added to the scan; rows above it without one, as those that were read ahead, have
    /// none. Empty: nor has it.
    void add(std::size_t c, std::string_view word);
    /// The words by their numbers go into the scan.
    void finish();

private:
    struct Column {
        bool isText = false;
        std::string last;
        WordNumber number = kNoWord;
        std::map<std::string, WordNumber> numbers;
    };
    static WordNumber numberOf(Column& column, std::string_view word);

    TableScan& scan_;
    std::vector<Column> columns_;
};

}  // namespace gatelab
