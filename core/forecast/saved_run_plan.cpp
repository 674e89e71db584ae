// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/saved_run_plan.h"

#include "config/setting_predicates.h"
#include "data/folders/recordings.h"
#include "data/many/many_series.h"
#include "data/many/prepare_many.h"
#include "data/model_shape.h"
#include "data/readers.h"
#include "data/recipe/categories.h"
#include "data/recipe/known_ahead.h"
#include "data/rows_ahead.h"
#include "data/sequences/parts_of_run.h"
#include "data/sequences/sequence_parts.h"
#include "forecast/forecasts.h"
#include "plan/plan.h"
#include "store/run_weights.h"
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
    kept.sequences->soundRate = soundRate(set);
    return kept;
}

/// What the run keeps, or what its data tell once more.
Result<SavedPreparation> preparationOfRun(const std::filesystem::path& runFolder, const ExperimentConfig& config) {
    auto kept = readPreparation(runFolder);
    if (kept.ok() || kept.error().code != ErrorCode::NotFound) return kept;
    const PartsOfRun parts(trainedOn(runFolder));
    auto plan = makeTrainPlan(config, nullptr);
    if (!plan.ok())
        return plan.error().withContext(GATELAB_TEXT("Training",
                                                     "this run was made by a version that did not keep what its recipe "
                                                     "learned, and the data of its training cannot be used"));
    return preparationOf(*plan);
}

std::vector<std::string> recipeOf(const FittedRecipe& kept) {
    std::vector<std::string> recipe;
    for (const FittedRecipe::Step& step : kept.steps) recipe.push_back(step.text);
    return recipe;
}

/// Rows up to the last one whose target somebody has observed: behind it a file may give what is known ahead.
std::int64_t observedRows(const FittedRecipe& kept, const Series& series) {
    std::int64_t rows = 0;
    for (const FittedRecipe::Column& column : kept.columns) {
        const auto found = column.target ? series.find(column.name) : std::nullopt;
        if (!found) continue;
        const ColumnValues& values = series.channels[*found].values;
        for (std::int64_t row = std::ssize(values); row > rows; --row)
            if (std::isfinite(values[static_cast<std::size_t>(row - 1)])) rows = row;
    }
    return rows;
}

/// That the file holds what is known of the horizon.
Result<> checkKnown(const Series& series, const std::vector<std::string>& known, std::int64_t rows,
                    std::int64_t horizon, std::int64_t ahead) {
    if (ahead > horizon)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Training",
                                   "with inputs that are known ahead at most the horizon of %1 rows can be forecast, "
                                   "not %2: ask for %1, or train a run with a horizon of %2 rows"),
                      {horizon, ahead}}}
            .ofField("horizon");
    for (const std::string& name : known) {
        const auto found = std::ranges::find_if(series.channels, [&](const Channel& channel) {
            return channel.name == name || isWordIn(series, channel.name, name);
        });
        if (found == series.channels.end()) continue;  // told where the columns are looked for
        const ColumnValues& values = found->values;
        std::int64_t given = 0;
        while (given < horizon && rows + given < std::ssize(values) &&
               std::isfinite(values[static_cast<std::size_t>(rows + given)]))
            ++given;
        if (given < horizon)
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Training",
                                       "'%1' is known ahead: the file must hold its next %2 rows, with the target left "
                                       "empty, and holds %3"),
                          {name, horizon, given}}};
    }
    return {};
}

/// A series that the training did not have, prepared by its own past: its test part is the rest.
Result<PreparedPtr> prepareUnseen(const FittedRecipe& kept, const SeriesPtr& series, ExperimentConfig config) {
    const std::int64_t rows = observedRows(kept, *series), past = std::min(rows, std::max(config.lookback, rows / 2));
    config.split = std::to_string(past) + "/0/" + std::to_string(rows - past);
    config.splitGap = 0;
    config.inputs.clear(), config.targets.clear();
    for (const FittedRecipe::Column& column : kept.columns) {
        if (column.input) config.inputs.push_back(column.name);
        if (column.target) config.targets.push_back(column.name);
    }
    return prepareSeries(series, config);
}

/// Windows of many series. What follows their last rows (`ahead`) is forecast one by one.
Result<> planMany(const Dataset& data, std::int64_t ahead, SavedRunPlan& made) {
    TrainPlan& plan = made.plan;
    if (!isMany(*data.series)) plan.data.series = asOnlyMember(*data.series);
    const SeriesPtr series = plan.data.series;
    std::vector<PreparedMember> members;
    Result<> first;
    for (const SeriesMember& member : membersOf(*series)) {
        PreparedMember one{member.name, {member.begin, member.end}, nullptr, true, {}};
        const SeriesPtr own = memberSeries(*series, member);
        const auto place = std::ranges::find(made.recipe.names, member.name);
        const auto recipe = memberRecipe(made.recipe, own, plan.config);
        auto prepared =
            !recipe.ok() ? Result<PreparedPtr>(recipe.error()) : prepareKept(own, *recipe, observedRows(*recipe, *own));
        if (prepared.ok() && place == made.recipe.names.end()) {
            // Behind the past that it is scaled by
            auto behind = std::const_pointer_cast<PreparedSeries>(*prepared);
            behind->split.test.begin = std::min(recipe->rows, behind->split.test.end);
        }
        if (prepared.ok())
            one.prepared = std::move(*prepared);
        else
            one.leftOut = prepared.error().phrase;
        if (!prepared.ok() && first.ok()) first = prepared.error().withContext(member.name);
        members.push_back(std::move(one));
    }
    if (std::ranges::none_of(members, [](const PreparedMember& one) { return one.prepared != nullptr; })) return first;
    auto prepared = joinMembers(series, std::move(members), made.recipe.apart);
    if (!prepared.ok()) return prepared.error();
    plan.prepared = std::move(*prepared);
    plan.shape = modelShape(plan.config, *plan.prepared);
    plan.windows.test = {plan.config.lookback, plan.config.horizon, 1, {}, 0, 0};
    auto windows = makeWindows(*plan.prepared, plan.config.lookback, plan.config.horizon, 1);
    if (windows.ok())
        plan.windows.test = std::move(windows->test);
    else if (ahead == 0)
        return windows.error();
    return {};
}

Result<> planSeries(const Dataset& data, const SavedPreparation& kept, std::int64_t ahead, SavedRunPlan& made) {
    if (!data.series || !kept.series)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Training", "this run forecasts a series, and these data are sequences")};
    TrainPlan& plan = made.plan;
    made.recipe = *kept.series;
    if (!made.recipe.members.empty()) {
        made.rows = data.series->rows();
        return planMany(data, ahead, made);
    }
    const std::vector<std::string> known = knownAheadColumns(recipeOf(made.recipe));
    made.rows = known.empty() ? data.series->rows() : observedRows(made.recipe, *data.series);
    made.rowsGiven = data.series->rows();
    made.differences = differencesFrom(made.recipe, *data.series);
    const std::int64_t lookback = plan.config.lookback, horizon = plan.config.horizon;
    if (made.rows < lookback)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Training", "a forecast needs the last %1 rows, and these data have %2"),
                      {lookback, made.rows}}};
    if (ahead > 0 && !known.empty())
        if (auto given = checkKnown(*data.series, known, made.rows, horizon, ahead); !given.ok()) return given;
    const std::int64_t blocks = (ahead + horizon - 1) / horizon,
                       lacking = made.rows + blocks * horizon - data.series->rows();
    plan.data.series = ahead > 0 && lacking > 0 ? withRowsAhead(*data.series, lacking) : data.series;
    auto prepared = prepareKept(plan.data.series, made.recipe, made.rows);
    if (!prepared.ok()) return prepared.error();
    plan.prepared = std::move(*prepared);
    plan.shape = modelShape(plan.config, *plan.prepared);
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

Result<FittedRecipe> memberRecipe(const FittedRecipe& kept, const SeriesPtr& series, const ExperimentConfig& config) {
    const auto found = std::ranges::find(kept.names, series->name);
    if (found != kept.names.end()) {
        FittedRecipe own = kept.members[static_cast<std::size_t>(found - kept.names.begin())];
        own.minScales = kept.minScales;
        return own;
    }
    const auto prepared = prepareUnseen(kept, series, config);
    if (!prepared.ok()) return prepared.error();
    auto recipe = keepRecipe(**prepared);
    if (!recipe.ok()) return recipe;
    recipe->apart = kept.apart;
    // The training divided every series' windows by at least these.
    recipe->minScales = kept.minScales;
    recipe->rows = (*prepared)->split.train.end;
    return recipe;
}

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
    // Of each series by its own training part
    const auto measure = [&](const PreparedSeries& one, std::span<const std::int64_t> starts, auto&& placeOf) {
        const RowRange train = one.split.train;
        for (std::size_t t = 0; t < one.targets.size(); ++t) {
            const std::vector<double> values = one.observedTarget(t);
            const auto rows = [&](std::int64_t first, std::int64_t count) {
                return std::span(values).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
            };
            const double training = learnedLevel(rows(train.begin, train.size())).deviation;
            for (std::size_t w = 0; w < starts.size(); ++w)
                errors.spreads[placeOf(w) * one.targets.size() + t] =
                    windowSpread(learnedLevel(rows(starts[w], windows.lookback)).deviation, training);
        }
    };
    if (manyOf(prepared) == nullptr) measure(prepared, windows.starts, [](std::size_t w) { return w; });
    for (const MemberWindows& one : windowsByMember(prepared, windows))
        measure(*one.member->prepared, one.windows.starts, [&](std::size_t w) { return one.places[w]; });
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
