// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interval_choice.h"

#include "lab/backtest/future_choice.h"
#include "session/measure_backtest.h"
#include "store/record/run_folder.h"
#include "store/saved_preparation_file.h"

#include <algorithm>

namespace gatelab {

namespace {

/// What a distribution around counts has below zero.
void raiseCounts(const std::filesystem::path& runFolder, std::size_t targets, FutureForecast& future) {
    const auto kept = readPreparation(runFolder);
    if (!kept.ok() || !kept->series) return;
    std::vector<bool> counts;
    for (const FittedRecipe::Column& column : kept->series->columns)
        if (column.target) counts.push_back(column.learned.isCount);
    if (counts.size() != targets) return;
    for (FutureForecast::Interval& interval : future.intervals)
        for (std::vector<double>* values : {&interval.low, &interval.high})
            for (std::size_t i = 0; i < values->size(); ++i)
                if (counts[i % targets]) (*values)[i] = std::max(0.0, (*values)[i]);
}

Result<NormalAhead> ensembleAhead(Engine& engine, const IntervalChoice& choice, const ForecastRequest& request,
                                  const ForecastSet& set, const Progress& progress) {
    const std::size_t values = static_cast<std::size_t>(std::min(set.horizon, request.stepsAhead)) * set.targets.size();
    std::vector<std::vector<double>> forecasts{set.future.values};
    for (const std::string& member : choice.ensemble) {
        if (member == choice.run) continue;
        ForecastRequest other = request;
        other.runFolder = runFolderIn(choice.workspace, member);
        auto made = engine.forecast(other, progress);
        if (!made.ok()) return made.error();
        if (made->future.values.size() != set.future.values.size() || made->horizon != set.horizon)
            return Error{ErrorCode::InvalidInput,
                         GATELAB_TEXT("Backtest",
                                      "an ensemble is of runs that differ in the seed alone; one of these has other "
                                      "windows, targets or data")};
        forecasts.push_back(std::move(made->future.values));
    }
    if (forecasts.size() < 2)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Backtest", "no other runs of these settings with other seeds were named")};
    return normalOf(forecasts, values);
}

}  // namespace

std::vector<std::string> otherSeeds(std::span<const RunSummary> runs, const RunSummary& run) {
    std::vector<std::string> others;
    for (const RunSummary& other : runs) {
        ExperimentConfig settings = *other.config;
        settings.seed = run.config->seed;
        const bool hasWeights = other.state == RunState::Finished || other.state == RunState::Interrupted;
        if (other.id != run.id && hasWeights && settings == *run.config) others.push_back(other.id);
    }
    return others;
}

Result<> chooseIntervals(Engine& engine, const IntervalChoice& choice, const ForecastRequest& request, ForecastSet& set,
                         const Progress& progress) {
    if (set.future.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Backtest", "intervals are chosen for a forecast of rows to come (--ahead)")};
    const auto folder = runFolderIn(choice.workspace, choice.run);
    if (choice.method == IntervalMethod::Dropout || choice.method == IntervalMethod::Ensemble) {
        const auto normal = choice.method == IntervalMethod::Ensemble
                                ? ensembleAhead(engine, choice, request, set, progress)
                                : forecastDropout(folder, request.data, choice.samples);
        if (!normal.ok()) return normal.error();
        setNormal(*normal, set.targets.size(), set.future);
        set.future.notes = {labelled(intervalLabel(choice.method), intervalHelp(choice.method))};
    } else {
        const auto kept = readBacktest(folder);
        if (!kept.ok() && kept.error().code != ErrorCode::NotFound) return kept.error();
        const Backtest done = kept.ok() ? doneOf(*kept) : Backtest();
        if (auto chosen = chooseIntervals(kept.ok() ? &done : nullptr, choice.method, set.future); !chosen.ok())
            return chosen;
    }
    raiseCounts(folder, set.targets.size(), set.future);
    return {};
}

}  // namespace gatelab
