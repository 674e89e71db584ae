// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/plan.h"
#include "data/csv/columns/table_scan.h"
#include "data/csv/layout/dialect_guess.h"
#include "data/csv/layout/layout.h"
#include "data/csv/shapes/shape.h"
#include "data/csv/text/encoding.h"

#include <set>
#include <string>
#include <string_view>
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

/// Of a text that was made of a file's table: in place of the guesses of how it is cut, those of the file, with what
/// was weighed for each. None where the file's table cannot be laid out.
void tellOfFile(const ExperimentConfig& options, const DialectGuess& dialect, std::string_view file,
                ReadReport& report);

/// Puts one guess per csv_* field, and for where the times come from, into the report.
void addCsvGuesses(const CsvFindings& findings, Series& series);

/// The shape that was read, and the one that it looks like.
ReadGuess shapeGuess(const ExperimentConfig& options, const OtherShape& other);

/// All columns with what they are to the run, in their order.
std::vector<ReadColumn> columnsOf(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan,
                                  const CsvRoles& roles);

}  // namespace gatelab
