// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/series.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace gatelab {

/// Weekdays, from Sunday on, on which daily rows never fall in three weeks or more: the weekend of business days. All
/// false for rows of another step.
std::array<bool, 7> freeWeekdays(const TimeAxis& axis);

/// A series with `rows` more rows that nobody has observed: values are NaN, times go on (by months where all rows stand
/// a number of months apart, else by the distance of the rows, past the weekdays on which none falls).
SeriesPtr withRowsAhead(const Series& series, std::int64_t rows);

/// How many of the rows [begin, end) stand at their end without a value of any target: rows that wait for a forecast,
/// for which a file may give what is known ahead. Without targets in the settings: of the last column. 0 where no row
/// has a value of one, or the recipe fills blanks of one with a constant: they mean that, and wait for nothing; and in
/// the plan of a kept run whose parts hold such rows (PartsOfRun).
std::int64_t rowsWaiting(const Series& series, const ExperimentConfig& config, std::int64_t begin, std::int64_t end);

/// Whether any rows of a series, or of one of many, wait in a run of these settings.
bool haveRowsWaiting(const Series& series, const ExperimentConfig& config);

/// The split of one series: rows that wait belong to no part, so that shares are shares of the others, as numbers of
/// rows. What is written as numbers of rows stays as it is; so does the split of many series (memberSplits).
std::string observedSplit(const Series& series, const ExperimentConfig& config);
/// The parts of a split (WrittenSplit::parts) for rows of which the last `waiting` wait.
std::string observedSplit(std::string_view parts, std::int64_t rows, std::int64_t waiting, std::int64_t gap);

}  // namespace gatelab
