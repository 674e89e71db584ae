// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/plan.h"
#include "data/csv/columns/table_scan.h"

#include <optional>
#include <string_view>
#include <vector>

namespace gatelab {

/// What a word says of the time of its row: a month ("Jan", "März", "五月", "3月"), a quarter ("Q1") or an
/// hour ("HE01", the hour that ends at 1:00; "Hour 7"; "0700 UTC", "07h"; "00 - 01", which begins at 0:00).
struct WordPart {
    TimePart part = TimePart::Month;
    int number = 0;  ///< from 1, of an hour as written (of a span its start)
};
std::optional<WordPart> wordPart(std::string_view word);

/// Month, quarter or hour, where every word of the column of text is the name of one; nothing: it holds others, or
/// none.
std::optional<TimePart> partOfWords(const TableScan& scan, std::size_t c);
/// The numbers of such a column, one per row; NaN where there is no word.
std::vector<double> numbersOfWords(const TableScan& scan, std::size_t c);

}  // namespace gatelab
