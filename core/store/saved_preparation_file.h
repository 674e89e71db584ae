// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "data/recipe/saved_preparation.h"

#include <filesystem>

namespace gatelab {

inline constexpr const char* kPreparationName = "preparation.json";

/// What a prepared series has learned, for its run's folder.
Result<FittedRecipe> keepRecipe(const PreparedSeries& prepared);

/// Writes preparation.json into a run's folder, durably; it ends with a SHA-256 of itself.
Result<> writePreparation(const std::filesystem::path& runFolder, const SavedPreparation& kept);
/// NotFound: an older program made the run, or it never began to train. Corrupt where the SHA-256 does not fit.
Result<SavedPreparation> readPreparation(const std::filesystem::path& runFolder);
/// Whether the file is there.
bool hasPreparation(const std::filesystem::path& runFolder);
/// The settings of a kept run with the columns that it was trained on by name, where `inputs` or `targets` were left
/// empty: what is read when nothing is named may be other columns in another version. Unchanged where the run keeps
/// nothing of them; an error where what it keeps is damaged and was asked for. The data are the copy that its workspace
/// keeps, where it keeps one (store/data_for_run.h).
Result<ExperimentConfig> withKeptColumns(ExperimentConfig config, const std::filesystem::path& runFolder);

/// The settings of a branch of a kept run whose data may be others: where the run learned columns of words, `inputs`
/// name its words one by one, in its order, so that each is the input that it was. Unchanged where the run reads no
/// words, or names them already.
Result<ExperimentConfig> withLearnedWords(ExperimentConfig config, const std::filesystem::path& runFolder);

}  // namespace gatelab
