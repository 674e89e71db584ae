// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/columns.h"
#include "data/csv/columns/roles.h"
#include "data/csv/text/encoding.h"

#include <set>
#include <string>
#include <vector>

namespace gatelab {

/// Everything that was found out about a text table.
struct CsvFindings {
    const ExperimentConfig& options;
    const CsvEncoding& encoding;
    const DialectGuess& dialect;
    const CsvLayout& layout;
    const TablePlan& plan;
    const TableScan& scan;
};

/// Value of csv_delimiter; empty: none of it.
std::string delimiterKey(char delimiter);

/// Puts one guess per csv_* field, and for where the times come from, into the report.
void addCsvGuesses(const CsvFindings& findings, Series& series);

/// The units behind the numbers of a column of text, where all of its texts are such numbers; else none.
std::set<std::string> unitsOf(const ColumnEvidence& evidence);

/// Says why the cells of a column that was left out as text are no numbers, where a person reads them as such
/// (whyNoNumber).
void warnOfNumbersInText(const CsvLayout& layout, const TableScan& scan, const CsvRoles& roles,
                         std::vector<ReadWarning>& warnings);

}  // namespace gatelab
