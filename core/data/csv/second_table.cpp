// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/second_table.h"

#include "data/csv/header.h"
#include "data/csv/repeated_header.h"

#include <algorithm>
#include <functional>

namespace gatelab {

bool SecondTable::begins(const CsvRows& rows, const std::function<bool(Cells)>& goesOn) {
    const auto filled = [](const CsvRows& row) {
        return std::ranges::count_if(row.cells(), std::not_fn(&std::string_view::empty));
    };
    if (filled(rows) < 2) return false;
    CsvRows next = rows;
    bool found = false;
    while ((found = next.next()) && (next.isBlank() || next.isComment())) {
    }
    if (!found || filled(next) != filled(rows) || std::ranges::none_of(next.cells(), csv_header::isTyped)) return false;
    if (goesOn(next.cells())) return false;
    if (lastHeaderAt_ == 0) {
        lastHeaderAt_ = 1;
        for (CsvRows rest = rows; !layout_->headerCells.empty() && rest.next();)
            if (repeatsHeader(*layout_, rest.cells())) lastHeaderAt_ = rest.begin();
    }
    return lastHeaderAt_ < rows.begin();
}

}  // namespace gatelab
