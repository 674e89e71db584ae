// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/layout/layout.h"
#include "data/csv/text/dialect.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace gatelab {

/// Comments that would be rows of the table without their mark. The layout outlives it.
class CommentedRows {
public:
    CommentedRows(const CsvDialect& dialect, const CsvLayout& layout);
    /// As many cells as a row has, at least one of them a number or a time.
    [[nodiscard]] bool isRow(std::string_view raw) const;
    /// The row that the comment is, as its line `line`. `isText`: the mark may be one of the letters of its first cell.
    [[nodiscard]] CsvRows rowOf(std::string_view raw, std::int64_t line, bool isText) const;
    /// Counts the word that the comment begins with.
    void note(std::string_view raw);
    /// How many of those that were counted begin with a word that is known.
    [[nodiscard]] std::int64_t countOf(const std::function<bool(const std::string&)>& isKnown) const;

private:
    [[nodiscard]] std::string_view withoutMark(std::string_view raw) const;

    CsvDialect plain_;  ///< that knows no comments
    std::string mark_;
    std::size_t width_;
    std::map<std::string, std::int64_t> words_;
};

}  // namespace gatelab
