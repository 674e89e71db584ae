// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "data/csv/shapes/table_cells.h"
#include "data/series.h"

#include <string>
#include <vector>

namespace gatelab {

/// A table of series below each other as one with a row for each time and a column for each quantity of a series.
Result<std::string> fromLong(TableCells& cells, const ExperimentConfig& options, std::vector<ReadWarning>& warnings);

}  // namespace gatelab
