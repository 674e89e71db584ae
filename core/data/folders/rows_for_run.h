// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "data/recipe/saved_preparation.h"
#include "data/series.h"

#include <filesystem>
#include <optional>

namespace gatelab {

/// A text file of numbers alone in which each row is a sequence, for a run of sequences of one channel that knows how
/// many steps they have: at least half of the rows have as many numbers, or as many behind a class of the run. A first
/// line of names is none of them; missing values at the end of a row are no steps. Which of both it was is said.
/// Nothing where the file is no such text, names the channels of the run in its first line, or has a column for each of
/// them: then it is read as any other is. InvalidInput, with what the run needs, where rows without names fit neither
/// way; Cancelled. Any thread.
std::optional<Result<Dataset>> readRowsForRun(const std::filesystem::path& path, const SavedSequences& kept,
                                              const Progress& progress);

}  // namespace gatelab
