// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/plan.h"
#include "data/csv/columns/table_scan.h"

#include <string_view>

namespace gatelab {

/// The column that labels the rows: the first of the time's texts, else the first of the table.
inline std::size_t labelColumn(const TablePlan& plan) {
    return plan.time.mode == TimePlan::Mode::Text && plan.time.isText(plan.time.columns.front())
               ? plan.time.columns.front()
               : 0;
}

/// Four letters or fewer among dates: a year.
inline bool isBareYearText(std::string_view cell) { return cell.size() <= 4; }

/// Takes out rows that hold sums or means of the rows above them, and says so. Their label is of another kind than
/// those of the other rows (nothing, a year among months, no time that can be read), and their numbers are the sums, or
/// the means to the last digit that is written; or every so many rows hold the sums of those before, all through the
/// table, and lie outside of all that the others hold. A row with a time like all others is never one by its numbers
/// alone. A lone year among dates needs no proof where it is not the row's own time. Means, and sums that do not stand
/// out, are left out where they are at most three rows in a hundred and ordinary rows are not as much like them; else
/// all are kept, and the doubt is said.
void dropSums(TableScan& scan, const TablePlan& plan, std::vector<std::int64_t>& times,
              std::vector<ReadWarning>& warnings);

}  // namespace gatelab
