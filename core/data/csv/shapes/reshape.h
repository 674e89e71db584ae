// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "data/csv/text/dialect.h"
#include "data/series.h"

#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A table of another shape as one with a row for each time and a column for each quantity, as text: comma, double
/// quotes, the names in the first line. options.csvShape says which it has:
/// - transposed: a row for each series, dates or places side by side; what stands before the dates names the series;
/// - hours: a row for each day, its hours or parts side by side;
/// - months: a row for each year, its months side by side. In both, days or years that come in several rows are of
///   several series where a column, or two, tell them apart: each becomes a column with its words as the name;
/// - years: a column for each year, its days or months below each other;
/// - across: hours, months or a row for each series, the first that the table has; the caller makes each column one of
/// many series;
/// - long: series below each other, told apart by a column of names or whole numbers.
/// Lines above the names are no part of it, unless the lines to skip are given. `warnings`: what was left out. Fails
/// where the table has no such shape, and says what is missing.
Result<std::string> reshapeTable(std::string_view text, const CsvDialect& dialect, const ExperimentConfig& options,
                                 std::vector<ReadWarning>& warnings);

}  // namespace gatelab
