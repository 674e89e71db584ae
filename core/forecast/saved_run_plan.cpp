// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/saved_run_plan.h"

#include "config/setting_predicates.h"
#include "data/readers.h"
#include "data/rows_ahead.h"
#include "data/sequences/sequence_parts.h"
#include "forecast/forecasts.h"
#include "plan/plan.h"
#include "store/saved_preparation_file.h"
#include "store/workspace.h"

#include <algorithm>
#include <limits>

namespace gatelab {

namespace {

Result<SavedPreparation> preparationOf(const TrainPlan& plan) {
    SavedPreparation kept;
    if (plan.prepared) {
        auto recipe = keepRecipe(*plan.prepared);
        if (!recipe.ok()) return recipe.error();
        kept.series = std::move(*recipe);
        return kept;
    }
    const SequenceSet& set = *plan.data.sequences;
    kept.sequences = {set.channelNames, set.classNames,     set.tokenNames,
                      set.tokens,       plan.shape.classes, plan.shape.classes > 0 ? 0 : plan.shape.targets,
                      plan.scale};
    kept.sequences->shortest = std::numeric_limits<std::int64_t>::max();
    for (const std::int64_t item : plan.parts.train) {
        const std::int64_t steps = set.items[static_cast<std::size_t>(item)].steps;
        kept.sequences->shortest = std::min(kept.sequences->shortest, steps),
        kept.sequences->longest = std::max(kept.sequences->longest, steps);
    }
    return kept;
}

/// What the run keeps, or what its data tell once more.
Result<SavedPreparation> preparationOfRun(const std::filesystem::path& runFolder, const ExperimentConfig& config) {
    auto kept = readPreparation(runFolder);
    if (kept.ok() || kept.error().code != ErrorCode::NotFound) return kept;
    auto plan = makeTrainPlan(config, nullptr);
    if (!plan.ok())
        return plan.error().withContext(GATELAB_TEXT("Training",
                                                     "this run was made by a version that did not keep what its recipe "
                                                     "learned, and the data of its training cannot be used"));
    return preparationOf(*plan);
}

Result<> planSeries(const Dataset& data, const SavedPreparation& kept, std::int64_t ahead, SavedRunPlan& made) {
    if (!data.series || !kept.series)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Training", "this run forecasts a series, and these data are sequences")};
    TrainPlan& plan = made.plan;
    made.recipe = *kept.series;
    made.rows = data.series->rows();
    made.differences = differencesFrom(made.recipe, *data.series);
    const std::int64_t lookback = plan.config.lookback, horizon = plan.config.horizon;
    if (made.rows < lookback)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Training", "a forecast needs the last %1 rows, and these data have %2"),
                      {lookback, made.rows}}};
    const std::int64_t blocks = (ahead + horizon - 1) / horizon;
    plan.data.series = ahead > 0 ? withRowsAhead(*data.series, blocks * horizon) : data.series;
    auto prepared = prepareKept(plan.data.series, made.recipe, made.rows);
    if (!prepared.ok()) return prepared.error();
    plan.prepared = std::move(*prepared);
    plan.shape.inputs = static_cast<std::int64_t>(plan.prepared->inputs.size());
    plan.shape.targets = static_cast<std::int64_t>(plan.prepared->targets.size());
    plan.shape.targetInputs = plan.prepared->targetInputs();
    plan.windows.test = {lookback, horizon, 1, {}, 0, 0};
    if (ahead > 0 && made.rows < lookback + horizon) return {};
    auto windows = makeWindows(*plan.prepared, lookback, horizon, 1);
    if (windows.ok())
        plan.windows.test = std::move(windows->test);
    else if (ahead == 0)
        return windows.error();
    return {};
}

Result<> planSequences(const Dataset& data, const SavedPreparation& kept, SavedRunPlan& made) {
    if (!data.sequences || !kept.sequences)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Training", "this run reads sequences, and these data are one series")};
    auto like = sequencesLike(*kept.sequences, *data.sequences);
    if (!like.ok()) return like.error();
    TrainPlan& plan = made.plan;
    made.differences = differencesFrom(*kept.sequences, *data.sequences);
    plan.data.sequences = std::move(*like);
    for (std::size_t item = 0; item < plan.data.sequences->items.size(); ++item)
        if (plan.data.sequences->items[item].steps > 0) plan.parts.test.push_back(static_cast<std::int64_t>(item));
    plan.scale = kept.sequences->scale;
    plan.shape.inputs = kept.sequences->tokens > 0 ? 1 : static_cast<std::int64_t>(kept.sequences->channels.size());
    plan.shape.tokens = kept.sequences->tokens;
    plan.shape.classes = kept.sequences->classCount;
    if (kept.sequences->targets > 0) plan.shape.targets = kept.sequences->targets;
    made.rows = static_cast<std::int64_t>(plan.parts.test.size());
    return {};
}

}  // namespace

Result<SavedRunPlan> makeSavedRunPlan(const std::filesystem::path& runFolder, const ExperimentConfig& config,
                                      const Dataset& data, std::int64_t ahead) {
    const auto kept = preparationOfRun(runFolder, config);
    if (!kept.ok()) return kept.error();
    return makeSavedRunPlan(*kept, config, data, ahead);
}

Result<SavedRunPlan> makeSavedRunPlan(const SavedPreparation& kept, const ExperimentConfig& config, const Dataset& data,
                                      std::int64_t ahead) {
    SavedRunPlan made;
    made.plan.config = config;
    made.plan.data = data;
    if (auto placed = placePlan(made.plan); !placed.ok()) return placed.error();
    if (auto planned = isForecast(config) ? planSeries(data, kept, ahead, made) : planSequences(data, kept, made);
        !planned.ok())
        return planned.error();
    return made;
}

Phrase unlikeTraining(const std::vector<Phrase>& differences) {
    if (differences.empty()) return {};
    return {GATELAB_TEXT("Training", "these data are not like those of the training: %1"), {inOneLine(differences)}};
}

Result<> keepPreparation(const std::filesystem::path& runFolder, const TrainPlan& plan) {
    const auto kept = preparationOf(plan);
    if (!kept.ok()) return kept.error();
    return writePreparation(runFolder, *kept);
}

PartErrors partErrors(const PreparedSeries& prepared, const WindowSet& windows, const std::vector<double>& forecasts) {
    PartErrors errors{toOriginalScale(prepared, windows, windowTruth(prepared, windows)),
                      toOriginalScale(prepared, windows, forecasts),
                      std::vector<double>(windows.starts.size() * prepared.targets.size()), windows.starts};
    const RowRange train = prepared.split.train;
    for (std::size_t t = 0; t < prepared.targets.size(); ++t) {
        const std::vector<double> values = prepared.observedTarget(t);
        const auto rows = [&](std::int64_t first, std::int64_t count) {
            return std::span(values).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
        };
        const double training = learnedLevel(rows(train.begin, train.size())).deviation;
        for (std::size_t w = 0; w < windows.starts.size(); ++w)
            errors.spreads[w * prepared.targets.size() + t] =
                windowSpread(learnedLevel(rows(windows.starts[w], windows.lookback)).deviation, training);
    }
    return errors;
}

Result<> keepErrors(const std::filesystem::path& runFolder, std::span<const PartErrors> parts, std::size_t horizon,
                    std::size_t targets) {
    auto kept = readPreparation(runFolder);
    if (!kept.ok()) return kept.error();
    if (!kept->series || parts.empty()) return {};
    kept->series->errors = errorIntervals(parts, horizon, targets);
    return writePreparation(runFolder, *kept);
}

}  // namespace gatelab
