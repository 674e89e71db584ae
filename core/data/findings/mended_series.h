// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/doctor.h"
#include "data/series.h"

#include <cstddef>
#include <string>
#include <vector>

namespace gatelab {

/// Whether it tells of another unit or level from a row on, or between two ("unit-jump", "level-shift"), or of a
/// counter that starts over ("counter").
bool changesAt(const DataFinding& finding);
/// The rows that are in another unit or on another level than the others: those before it, or those between two.
RowRange changedRows(const DataFinding& change);

/// The step "rescale" that brings the rows before such a change to what comes after it, or those between two, also
/// where the units are not known: their middle values then tell the factor. Empty: they tell none.
std::string stepOver(const DataFinding& change, const TimeAxis& time);

/// The column alone, its rows before each such change brought to what comes after it, as far as examine() sees one, and
/// at most a few. Linear in the rows, some passes for each change.
Series withoutJumps(const Series& series, std::size_t channel);

/// Those steps of a recipe that only mend what is wrong (rescale, mask, clip, fill with a constant) and are on, in
/// their order.
std::vector<std::string> mendingSteps(const std::vector<std::string>& recipe);

/// The series as the mendingSteps() of config.recipe make it, its targets and its split those of the configuration; the
/// series itself where there are none, where it is many, or where they cannot be followed. Masked values are NaN.
SeriesPtr mendedSeries(const SeriesPtr& series, const ExperimentConfig& config);

}  // namespace gatelab
