// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/recipe/saved_preparation.h"
#include "data/series.h"

#include <filesystem>
#include <optional>

namespace gatelab {

/// New recordings or texts for a kept run of sequences, where each file is a sequence and no folder needs to name its
/// class: a list of files (of a list that is read as tables, a first folder that is called like a class of the run says
/// it), one text (.txt that is no table of texts), one table or sound. Recordings have the columns of the run, by name,
/// sounds as samples or bands as the run has them; texts are cut behind kMostTextTokens and are numbered by the words
/// of ReadingForRun, which must live. In the order of the list, which is said. Nothing where the file is read as any
/// other is. `options`: those of the run's own reading. Errors: those of readFile() and readRecordings(); Cancelled.
/// Any thread.
std::optional<Result<Dataset>> readSequencesForRun(const std::filesystem::path& path, const ExperimentConfig& options,
                                                   const SavedSequences& kept, const Progress& progress);
/// The same of one table or sound that readFile() has read as a series: one sequence.
Result<Dataset> asOneSequence(const std::filesystem::path& path, const ExperimentConfig& options,
                              const SavedSequences& kept, const Progress& progress);

}  // namespace gatelab
