// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "data/recipe/saved_preparation.h"
#include "plan/train_plan.h"

#include <filesystem>
#include <span>

namespace gatelab {

/// A plan for a kept run and rows that it was not trained on: what its recipe learned is taken from the run's folder,
/// and nothing is fitted.
struct SavedRunPlan {
    TrainPlan plan;         ///< all rows are the test part; of a series `stepsAhead` rows without values follow them
    FittedRecipe recipe;    ///< forecast tasks
    std::int64_t rows = 0;  ///< observed ones
    std::int64_t rowsGiven = 0;       ///< with those that the data give behind the observed ones
    std::vector<Phrase> differences;  ///< what the data have otherwise than those of the training
};

/// Of an older run, which keeps nothing of its recipe, it is fitted once more on the data of its training; fails where
/// they are gone. `ahead`: rows to forecast after the last one. A part without a complete window is no error where rows
/// ahead are asked for.
Result<SavedRunPlan> makeSavedRunPlan(const std::filesystem::path& runFolder, const ExperimentConfig& config,
                                      const Dataset& data, std::int64_t ahead);
/// The same for who has read what the run keeps; no file is touched.
Result<SavedRunPlan> makeSavedRunPlan(const SavedPreparation& kept, const ExperimentConfig& config, const Dataset& data,
                                      std::int64_t ahead);

/// What a kept run of many series needs of one of them: what it learned in the training of the series of that name, or,
/// where it was not there, what the series' own past tells: the first half of its rows, at least one lookback.
Result<FittedRecipe> memberRecipe(const FittedRecipe& kept, const SeriesPtr& series, const ExperimentConfig& config);

/// Said of such differences in words; empty: there are none.
Phrase unlikeTraining(const std::vector<Phrase>& differences);

/// For the folder of a run that begins: what its plan has learned from the data.
Result<> keepPreparation(const std::filesystem::path& runFolder, const TrainPlan& plan);
/// Forecasts of the windows of a part, [window][step][target] on the prepared scale, as intervals are formed of them.
PartErrors partErrors(const PreparedSeries& prepared, const WindowSet& windows, const std::vector<double>& forecasts);
/// Adds to it how far the truth lay from the forecasts of the parts that were not trained on, in the order of time.
Result<> keepErrors(const std::filesystem::path& runFolder, std::span<const PartErrors> parts, std::size_t horizon,
                    std::size_t targets);

}  // namespace gatelab
