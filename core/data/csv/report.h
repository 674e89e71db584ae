// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns.h"
#include "data/csv/encoding.h"

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

/// Puts one guess per csv_* field, and for where the times come from, into the report.
void addCsvGuesses(const CsvFindings& findings, Series& series);

}  // namespace gatelab
