// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "data/series.h"
#include "io/arrow_file.h"

#include <filesystem>

namespace gatelab {

/// Writes a series as Parquet or as an Arrow file (Feather 2): times as timestamps in UTC, a column of float64 per
/// channel, missing values as nulls. An Error where the module for such files is missing.
Result<> exportArrow(const Series& series, const std::filesystem::path& path, ArrowFormat format,
                     const Progress& progress);

}  // namespace gatelab
