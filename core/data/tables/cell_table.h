// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/csv/shapes/table_cells.h"

#include <filesystem>

namespace gatelab {

/// The cells of one table as text, whatever they mean, the names in its first row: of a text file (delimiter, quotes
/// and encoding are guessed), of Parquet, Feather and Arrow, of the first table of a workbook. Any thread.
Result<TableCells> readCellTable(const std::filesystem::path& path, const ExperimentConfig& options,
                                 const Progress& progress = {});

}  // namespace gatelab
