// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "data/series.h"

#include <filesystem>

namespace gatelab {

/// Writes a series with everything that reading told of it; its columns are kept as their 64-bit numbers, so that they
/// can be mapped.
Result<> keepSeries(const std::filesystem::path& path, const Series& series);

/// That series again, to the bit; large columns are not copied: they lie in the mapped file. Corrupt where the file is
/// damaged or another version wrote it: a checksum stands over each part, and the sizes are checked before anything is
/// allocated.
Result<SeriesPtr> keptSeries(const std::filesystem::path& path, const Progress& progress = {});

}  // namespace gatelab
