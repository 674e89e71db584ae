// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <cstdint>
#include <span>

namespace gatelab {

/// Whether rows run from new to old: more than twice as many steps back as on. Those of one time are then the wrong way
/// round as well.
bool runsBackwards(std::span<const std::int64_t> times);

/// Whether rows that were read as they stand in their file run from new to old: what the guess "sort_time" of
/// arrangeRows() says.
bool runsFromNew(const ReadReport& report);
/// Whether such rows were turned round, oldest first.
bool isTurnedRound(const ReadReport& report);
/// One of both.
bool runsBackwards(const ReadReport& report);
/// Says that such rows were turned round.
Phrase describeTurnedRound();

/// Whether reading tells by it that rows were arranged as it was asked for (sorted, turned round, resampled), which
/// warns of nothing.
bool tellsOfOrder(const ReadWarning& said);

/// Rows of a series in the order of their time, oldest first; those of one time stay in the order of the file, or are
/// turned round with it where the file runs from new to old. Whether any row moved; a series without times stays as it
/// is.
bool sortByTime(Series& series);

/// Even rows at this distance (microseconds > 0), the first one at the whole multiple of it at or before the first time
/// (UTC). Row k is made of the rows with a time in [k, k + 1) distances, `by` as in the field resample_by
/// (columnRules() says the rest), missing values left out; a span without any value is missing. Of rows that are events
/// (areEvents()), or a ledger that leaves none out (coversGaps()), a span without a row has 0 where amounts or sums
/// stand, and the last value before it where levels and states do; blanks of what came in and went out (blankPairs())
/// are 0. What was decided is said among the warnings and the guesses ("resample_by"). Times must rise. Fails where it
/// would make more than ten times as many rows as there are and more than a million, and where `by` cannot be read.
Result<> resampleRows(std::int64_t stepMicros, const std::string& by, Series& series);

/// The settings sort_time and resample on data that were read; what they did is said among the warnings of its report.
/// Where the rows of one series run from new to old its guesses say so ("sort_time": both orders with what speaks for
/// them). Data without times are refused where resampling is asked for.
Result<> arrangeRows(const ExperimentConfig& options, Dataset& data);

}  // namespace gatelab
