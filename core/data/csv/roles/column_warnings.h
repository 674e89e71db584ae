// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/plan.h"
#include "data/csv/columns/table_scan.h"
#include "data/csv/layout/layout.h"
#include "data/csv/roles/roles.h"

#include <set>

/// What is said of columns: how they were read, and why they were left out.
namespace gatelab {

/// All columns of text together of which nothing was said yet.
void warnOfText(const CsvLayout& layout, const CsvRoles& roles, const TableScan& scan,
                std::vector<ReadWarning>& warnings);
/// Says why the cells of a column that was left out as text are no numbers, where a person reads them as such
/// (whyNoNumber).
void warnOfNumbersInText(const CsvLayout& layout, const TableScan& scan, const CsvRoles& roles,
                         std::vector<ReadWarning>& warnings);
/// Rows whose numbers a comma without quotes cut in two.
void warnOfHalves(const CsvLayout& layout, const CsvRoles& roles, std::vector<ReadWarning>& warnings);
/// Which numbers were read as below zero without a sign in front of them, and which by two decimal marks.
void warnOfMarks(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan, const CsvRoles& roles,
                 std::vector<ReadWarning>& warnings);
/// That the cells carry a unit, and which of them carry none or another.
void warnOfUnits(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan, std::size_t c,
                 std::vector<ReadWarning>& warnings);
/// A column that only counts the rows: how it does, and how to keep it.
Phrase counterText(const std::string& name, const RowCount& count);

/// The units behind the numbers of a column of text, where all of its texts are such numbers; else none.
std::set<std::string> unitsOf(const ColumnEvidence& evidence);

}  // namespace gatelab
