// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv_columns.h"

namespace gatelab {

/// Takes out rows that hold sums or means of the rows above them: their label is of another kind than those of the
/// other rows (nothing, a year among months, no time), and their numbers are the sums. A lone year among dates needs no
/// proof. Says so.
void dropSums(TableScan& scan, const TablePlan& plan, std::vector<std::int64_t>& times,
              std::vector<ReadWarning>& warnings);

}  // namespace gatelab
