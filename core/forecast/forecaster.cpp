// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/forecaster.h"

#include "baselines/strong/strong_baselines.h"
#include "config/decoder.h"
#include "data/data_identity.h"
#include "data/many/prepare_many.h"
#include "data/readers.h"
#include "data/sequences/parts_of_run.h"
#include "forecast/forecast_network.h"
#include "forecast/forecasts.h"
#include "forecast/future_forecast.h"
#include "forecast/future_intervals.h"
#include "forecast/many_forecaster.h"
#include "forecast/saved_model.h"
#include "forecast/saved_run_plan.h"
#include "forecast/sequence_forecaster.h"
#include "plan/devices.h"
#include "plan/plan.h"
#include "run/heldout_scores.h"
#include "store/checkpoint.h"
#include "store/record/kept_baselines.h"
#include "store/record/run_files.h"
#include "store/run_weights.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gatelab {

namespace {

const WindowSet& windowsOf(const TrainPlan& plan, ForecastRequest::Part part) {
    if (part == ForecastRequest::Part::Train) return plan.windows.train;
    return part == ForecastRequest::Part::Validation ? plan.windows.validation : plan.windows.test;
}

ExamplePart examplePart(ForecastRequest::Part part) {
    if (part == ForecastRequest::Part::Train) return ExamplePart::Train;
    return part == ForecastRequest::Part::Validation ? ExamplePart::Validation : ExamplePart::Test;
}

/// Truth on the original scale, as it was observed.
std::vector<double> observedTruth(const PreparedSeries& prepared, const WindowSet& windows) {
    std::vector<double> truth(windows.starts.size() * static_cast<std::size_t>(windows.horizon) *
                              prepared.targets.size());
    for (std::size_t t = 0; t < prepared.targets.size(); ++t) {
        const std::vector<double> values = prepared.observedTarget(t);
        std::size_t at = t;
        for (const std::int64_t start : windows.starts)
            for (std::int64_t h = 0; h < windows.horizon; ++h, at += prepared.targets.size())
                truth[at] = values[static_cast<std::size_t>(start + windows.lookback + h)];
    }
    return truth;
}

/// The rows that the windows cover, without holes between them whatever their stride; [row][target].
void observeRows(const PreparedSeries& prepared, const WindowSet& windows, ForecastSet& set) {
    const auto [first, last] = std::minmax_element(windows.starts.begin(), windows.starts.end());
    set.firstRow = *first;
    const auto rows = static_cast<std::size_t>(*last + windows.lookback + windows.horizon - *first);
    set.observed.resize(rows * prepared.targets.size());
    for (std::size_t t = 0; t < prepared.targets.size(); ++t) {
        const std::vector<double> values = prepared.observedTarget(t);
        for (std::size_t row = 0; row < rows; ++row)
            set.observed[row * prepared.targets.size() + t] = values[static_cast<std::size_t>(*first) + row];
    }
}

/// Rows that came since are what a kept run is for, so other data are no error.
Phrase otherDataProblem(const TrainPlan& plan, const std::filesystem::path& runFolder) {
    Phrase other = otherData(dataIdentity(plan.data, plan.config), trainedOn(runFolder));
    if (other.empty()) return {};
    return {GATELAB_TEXT("Training", "%1: the scaling is fitted again and the forecasts may be wrong"),
            {std::move(other)}};
}

/// Why the numbers may be wrong.
Phrase problemOf(const RunWeights& weights, Phrase otherData) {
    std::vector<Phrase> problems = weights.passedOver;
    if (!otherData.empty()) problems.push_back(std::move(otherData));
    return inOneLine(problems);
}

/// The forecasts of these baselines; of none: of the one with the lowest squared error.
std::vector<ForecastSet::BaselineValues> told(std::vector<BaselineForecast> all, std::vector<std::string> keys) {
    const auto error = [](const BaselineForecast& one) {
        return std::isfinite(one.original.mse) ? one.original.mse : std::numeric_limits<double>::infinity();
    };
    if (keys.empty() && !all.empty()) keys = {std::ranges::min_element(all, {}, error)->key};
    std::vector<ForecastSet::BaselineValues> told;
    for (const std::string& key : keys)
        if (const auto found = std::ranges::find(all, key, &BaselineForecast::key); found != all.end())
            told.push_back({key, std::move(found->values)});
    return told;
}

/// Scores of the strong baselines that the run keeps of this part of its own data.
void addKept(const ForecastRequest& request, ForecastSet& set) {
    if (request.isOtherData || request.part == ForecastRequest::Part::Train) return;
    const auto kept = readKeptBaselines(request.runFolder);
    if (!kept.ok()) {
        const Phrase& why = kept.error().phrase;
        if (kept.error().code != ErrorCode::NotFound)
            set.problem = set.problem.empty() ? why : together(set.problem, why);
        return;
    }
    appendScores(request.part == ForecastRequest::Part::Test ? kept->test : kept->validation, set.scores);
}

/// A packed network that is asked for, and what is found of it.
struct Packed {
    const PackedNetwork* network = nullptr;  ///< null: the run's own network forecasts
    PackedComparison* beside = nullptr;
};

/// The forecasts of the windows of a part beside the truth, the scores and the baselines. `set` has what is known
/// before.
Result<> forecastWindows(const TrainPlan& plan, const ForecastNetwork& network, const ForecastRequest& request,
                         const std::shared_ptr<const DeviceSeries>& series, ForecastSet& set, const Packed& packed,
                         const Progress& progress) {
    const Objective& objective = network.objective();
    const WindowSet& windows = windowsOf(plan, request.part);
    const PreparedSeries& prepared = *plan.prepared;
    const auto source = makeWindowSource(plan, series, examplePart(request.part));
    WindowForecasts forecasts = forecastAll(objective, *source, progress);
    if (!forecasts.complete) return Error{ErrorCode::Cancelled, GATELAB_TEXT("Training", "the forecast was cancelled")};
    for (const std::int64_t start : windows.starts) set.originRows.push_back(start + windows.lookback - 1);
    set.truth = observedTruth(prepared, windows);
    observeRows(prepared, windows, set);
    set.forecast = toOriginalScale(prepared, windows, forecasts.values);
    if (packed.beside != nullptr) {
        const WindowForecasts whole = forecastAll(*network.whole(), *source, progress);
        if (!whole.complete) return Error{ErrorCode::Cancelled, GATELAB_TEXT("Training", "the forecast was cancelled")};
        compareForecasts(set.forecast, toOriginalScale(prepared, windows, whole.values), *packed.beside);
        compareTimes(network, *source, *packed.beside);
    }
    set.spread = toOriginalScale(prepared, windows, forecasts.spread);
    set.spread.givenPath = isRecursive(plan.config);
    set.seasonalNaive = baselineForecast(prepared, windows, "seasonal-naive");
    if (request.closedLoopSteps > 0)
        set.closedLoop =
            invertPath(prepared, set.originRows.front(),
                       closedLoop(plan, objective, *series, windows.starts.front(), request.closedLoopSteps));
    auto scores = scoreForecasts(prepared, windows, forecasts.values, forecasts.spread);
    if (!scores.ok()) return scores.error();
    set.scores = std::move(*scores);
    auto baselines = runBaselines(prepared, windows, progress);
    if (!baselines.ok()) return baselines.error();
    // Strong ones only where they are asked for by name.
    std::vector<Phrase> left;
    auto strong = runStrongBaselines(prepared, windows, request.baselines, left, progress);
    if (!strong.ok()) return strong.error();
    std::ranges::move(*strong, std::back_inserter(*baselines));
    for (const Phrase& why : left) set.problem = set.problem.empty() ? why : together(set.problem, why);
    const std::size_t perWindow = static_cast<std::size_t>(windows.horizon) * prepared.targets.size();
    for (const BaselineForecast& baseline : *baselines) {
        addScores(baseline, set.scores);
        set.baselineErrors.push_back(
            {baseline.key, baseline.season, stepErrors(set.truth, baseline.values, perWindow)});
    }
    if (manyOf(prepared) != nullptr) addSeriesForecasts(scoreMembers(prepared, windows, set.forecast, *baselines), set);
    set.baselines = told(std::move(*baselines), request.baselines);
    addKept(request, set);
    // Without a training part there is nothing to standardise by, nor a season whose errors MASE divides by.
    if (!hasTrainingPart(prepared))
        std::erase_if(set.scores,
                      [](const TestScore& score) { return score.scale == "standardised" || score.metric == "mase"; });
    return {};
}

/// What a network answers to the sequences of a part, and how a packed one differs.
Result<ForecastSet> answerBy(const TrainPlan& plan, const ForecastNetwork& network, ExamplePart part,
                             const Packed& packed, const Progress& progress) {
    auto set = answerSequences(plan, network.objective(), part, progress);
    if (!set.ok() || packed.beside == nullptr) return set;
    const auto whole = sequenceAnswers(plan, *network.whole(), part, progress);
    if (!whole.ok()) return whole.error();
    compareAnswers(set->answers, *whole, *packed.beside);
    compareTimes(network, *makeSequenceSource(plan, part), *packed.beside);
    return set;
}

/// The rows that a forecast of what follows them is drawn behind.
void observeLastRows(const SavedRunPlan& kept, ForecastSet& set) {
    const PreparedSeries& prepared = *kept.plan.prepared;
    const std::size_t targets = prepared.targets.size();
    const std::int64_t rows = std::min(kept.rows, std::max<std::int64_t>(4 * kept.plan.config.lookback, 200));
    set.firstRow = kept.rows - rows;
    set.observed.resize(static_cast<std::size_t>(rows) * targets);
    for (std::size_t t = 0; t < targets; ++t) {
        const std::vector<double> values = prepared.observedTarget(t);
        for (std::int64_t row = 0; row < rows; ++row)
            set.observed[static_cast<std::size_t>(row) * targets + t] =
                values[static_cast<std::size_t>(set.firstRow + row)];
    }
}

/// What a set tells whatever is forecast.
ForecastSet namedSet(const TrainPlan& plan) {
    ForecastSet set;
    for (const std::size_t target : plan.prepared->targets)
        set.targets.push_back(plan.prepared->table.columns[target].name);
    set.unit = plan.prepared->targetUnit();
    set.horizon = plan.config.horizon;
    set.time = plan.prepared->source->time;
    return set;
}

/// Rows that the run was not trained on: other data, or what follows the last row.
Result<ForecastSet> forecastOtherRows(const ForecastRequest& request, const RunWeights& weights, const Packed& packed,
                                      const Progress& progress) {
    Dataset data;
    if (request.data)
        data = *request.data;
    else if (auto loaded = loadDataset(weights.config); loaded.ok())
        data = std::move(*loaded);
    else
        return loaded.error();
    auto kept = makeSavedRunPlan(request.runFolder, weights.config, data, request.stepsAhead);
    if (!kept.ok()) return kept.error();
    const TrainPlan& plan = kept->plan;
    const LibrarySettings settings(plan.config, plan.device, LibrarySettings::Of::LookingIn);
    const auto network = ForecastNetwork::open(plan, weights, packed.network);
    if (!network.ok()) return network.error();
    const Objective& objective = (*network)->objective();
    const bool isSame = request.isOtherData && areDataOfRun(trainedOn(request.runFolder), data, weights.config);
    const Phrase unlike = unlikeTraining(kept->differences);
    if (!plan.isForecast()) {
        auto answers = answerBy(plan, **network, ExamplePart::Test, packed, progress);
        const Phrase other = isSame ? Phrase(GATELAB_TEXT("Training",
                                                          "these are the data of the training: most of these sequences "
                                                          "were trained on, and their scores say nothing of new data"))
                                    : unlike;
        if (answers.ok() && !other.empty())
            answers->problem = answers->problem.empty() ? other : together(other, answers->problem);
        return answers;
    }
    ForecastSet set = namedSet(plan);
    set.problem = isSame ? Phrase(GATELAB_TEXT("Training",
                                               "these are the data of the training: most of these windows were trained "
                                               "on, and their errors say nothing of new data"))
                         : unlike;
    const auto series = std::make_shared<const DeviceSeries>(placeSeries(plan));
    if (request.isOtherData && plan.windows.test.size() > 0)
        if (auto done = forecastWindows(plan, **network, request, series, set, packed, progress); !done.ok())
            return done.error();
    if (request.stepsAhead == 0) return set;
    if (manyOf(*plan.prepared) != nullptr) {
        std::vector<SeriesForecast> members = seriesForecasts(set);
        const auto left = forecastMembers(*kept, objective, request.stepsAhead, members, progress);
        if (!left.ok()) return left.error();
        addSeriesForecasts(members, set);
        if (!left->empty()) set.problem = set.problem.empty() ? *left : together(set.problem, *left);
        return set;
    }
    auto future = forecastFuture(*kept, objective, series, request.stepsAhead);
    if (!future.ok()) return future.error();
    set.future = std::move(*future);
    if (packed.beside != nullptr && set.forecast.empty()) {
        const auto whole = forecastFuture(*kept, *(*network)->whole(), series, request.stepsAhead);
        if (!whole.ok()) return whole.error();
        compareForecasts(set.future.values, whole->values, *packed.beside);
        if (plan.windows.test.size() > 0)
            compareTimes(**network, *makeWindowSource(plan, series, ExamplePart::Test), *packed.beside);
    }
    if (request.isOtherData && set.problem.empty()) set.problem = inOneLine(unseenLevels(*kept));
    if (Phrase held = set.truth.empty() ? Phrase() : heldNote(*kept, set.truth, set.forecast); !held.empty())
        set.future.notes.push_back(std::move(held));
    if (set.observed.empty()) observeLastRows(*kept, set);
    return set;
}

Result<ForecastSet> forecastOf(const ForecastRequest& request, const Packed& packed, const Progress& progress) {
    if (auto there = run_files::checkTrained(request.runFolder); !there.ok()) return there.error();
    auto loaded = readRunWeights(request.runFolder, request.checkpoint);
    if (!loaded.ok() && CheckpointStore(request.runFolder).list().empty())
        return Error{ErrorCode::NotFound, GATELAB_TEXT("Training",
                                                       "this run ended before its first checkpoint, so there are no "
                                                       "weights to forecast with; train it again with its settings")};
    if (!loaded.ok()) return loaded.error().withContext("this run has no weights to forecast with");
    if (packed.network != nullptr) loaded->config = packedConfig(std::move(loaded->config));
    const auto withNote = [&](Result<ForecastSet> set, Phrase other) {
        if (!set.ok()) return set;
        set->problem = problemOf(*loaded, std::move(other));
        set->weights = packed.network != nullptr ? packed.network->what : loaded->what;
        set->step = loaded->step;
        return set;
    };
    if (request.isOtherData || request.stepsAhead > 0) {
        auto set = forecastOtherRows(request, *loaded, packed, progress);
        Phrase other = set.ok() ? set->problem : Phrase();
        return withNote(std::move(set), std::move(other));
    }
    const PartsOfRun parts(trainedOn(request.runFolder));
    auto plan = makeTrainPlan(loaded->config, request.data);
    if (!plan.ok()) return plan.error();
    const LibrarySettings settings(plan->config, plan->device, LibrarySettings::Of::LookingIn);
    const auto network = ForecastNetwork::open(*plan, *loaded, packed.network);
    if (!network.ok()) return network.error();
    Phrase other = parts.told().empty() ? otherDataProblem(*plan, request.runFolder) : parts.told();
    if (!plan->isForecast())
        return withNote(answerBy(*plan, **network, examplePart(request.part), packed, progress), std::move(other));
    if (windowsOf(*plan, request.part).size() == 0)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Training", "this part of the data has no window; choose another part")};
    ForecastSet set = namedSet(*plan);
    const auto series = std::make_shared<const DeviceSeries>(placeSeries(*plan));
    if (auto done = forecastWindows(*plan, **network, request, series, set, packed, progress); !done.ok())
        return done.error();
    return withNote(std::move(set), std::move(other));
}

}  // namespace

Result<ForecastSet> makeForecastSet(const ForecastRequest& request, const Progress& progress) {
    return forecastOf(request, {}, progress);
}

Result<PackedForecast> makePackedForecast(const ForecastRequest& request, const PackedNetwork& network,
                                          const Progress& progress) {
    PackedForecast made;
    made.beside.what = network.what;
    made.beside.bytes = network.bytes;
    auto set = forecastOf(request, {&network, &made.beside}, progress);
    if (!set.ok()) return set.error();
    made.set = std::move(*set);
    return made;
}

}  // namespace gatelab
