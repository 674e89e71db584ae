// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "data/series.h"

#include <filesystem>

namespace gatelab {

/// Writes a series as it was understood, durably; the ending of `path` chooses: .csv (times as ISO 8601 in UTC, a
/// missing value is an empty cell, numbers read back to the same bits), .h5 (an array per column, times in
/// microseconds since 1970), .parquet and .feather (export/arrow_export.h), .npy (rows x columns of float64, without
/// times and names; of many series a third dimension, series x rows x columns, shorter ones filled up with NaN). Many
/// series have a column of their names (export/series_names.h) in the others. An Error for another ending. What stands
/// at `path` is replaced when all is written.
Result<> exportSeries(const Series& series, const std::filesystem::path& path, const Progress& progress = {});

}  // namespace gatelab
