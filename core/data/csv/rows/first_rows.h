// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/plan.h"
#include "data/csv/columns/table_scan.h"
#include "data/csv/layout/layout.h"

namespace gatelab {

/// The start and the rate of a recording, as Empatica and others write them into the first two rows: a stamp of seconds
/// since 1970 in each column, then the number of rows per second. Where they stand there, both rows are taken out, and
/// the times of the others are given back with their name; else, and where a time column is chosen, nothing happens.
struct StartAndRate {
    std::vector<std::int64_t> times;  ///< microseconds; empty: the rows begin at once
    double perSecond = 0;
};
StartAndRate takeStartAndRate(const CsvLayout& layout, const TablePlan& plan, const ExperimentConfig& options,
                              TableScan& scan, std::vector<ReadWarning>& warnings);

/// Takes out the first rows where they have no time and no number but the one that counts them, and says so: patient,
/// device and settings, as glucose monitors write them below the names.
void dropHeadRows(const TablePlan& plan, TableScan& scan, std::vector<std::int64_t>& times,
                  std::vector<ReadWarning>& warnings);

/// Takes out a number of rows that stands above one column without a name, as some programs write it, and says so; one
/// that could be a value as well stays.
void dropCount(const CsvLayout& layout, const TablePlan& plan, TableScan& scan, std::vector<ReadWarning>& warnings);

/// Says that the first row is unlike all others where its numbers lie far outside of what the others hold: a row of
/// station numbers, codes or settings.
void warnOfFirstRow(const TableScan& scan, const TablePlan& plan, std::vector<ReadWarning>& warnings);

}  // namespace gatelab
