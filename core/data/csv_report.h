// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv_columns.h"
#include "data/csv_encoding.h"

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

/// Puts one guess per csv_* and time_* field into the report, and the frequency.
void addCsvGuesses(const CsvFindings& findings, Series& series);

/// "1 hour", "15 minutes", "0.02 seconds", "1 day": a step for people.
Phrase shownStep(std::int64_t micros);

}  // namespace gatelab
