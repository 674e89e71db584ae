// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/forecaster.h"

#include "config/decoder.h"
#include "data/data_identity.h"
#include "store/checkpoint.h"
#include "store/run_files.h"
#include "store/run_weights.h"
#include "store/trained_data.h"
#include "train/devices.h"
#include "train/forecasts.h"
#include "train/plan.h"
#include "train/sequence_forecaster.h"

#include <ATen/ATen.h>

#include <algorithm>

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

/// Forecast of any length: each block of `horizon` steps is forecast from the window that ends with the blocks before; a recursive decoder goes on by itself, so
/// that one block is all. Inputs that are no targets keep their last known value, unless the time tells them. Returns [step][target] on the prepared scale.
std::vector<double> closedLoop(const TrainPlan& plan, const Objective& objective, const DeviceSeries& series, std::int64_t start, std::int64_t steps) {
    const at::NoGradGuard noGrad;
    const std::int64_t lookback = plan.config.lookback, horizon = isRecursive(plan.config) ? steps : plan.config.horizon, rows = series.inputs.size(0);
    at::Tensor inputs = series.inputs.narrow(0, start, lookback).clone(), targets = series.targets.narrow(0, start, lookback).clone();
    std::vector<at::Tensor> blocks;
    for (std::int64_t done = 0; done < steps; done += horizon) {
        Batch batch;
        batch.size = 1;
        batch.input = inputs.unsqueeze(1).clone();
        batch.target = at::zeros({1, horizon, plan.shape.targets}, inputs.options());
        const at::Tensor after = at::arange(start + done + lookback, start + done + lookback + horizon, inputs.options().dtype(at::kLong)).clamp_max(rows - 1);
        batch.ahead = inputsAhead(batch.input, series.inputs.index_select(0, after).unsqueeze(1), series.known);
        anchorBatch(plan.config.anchor, targets.unsqueeze(1), series.targetAsInput, batch);
        ForwardOptions options;
        options.feed.steps = horizon;
        const at::Tensor block = objective.point(objective.run(batch, options).output).squeeze(0);
        blocks.push_back(block);
        at::Tensor next = batch.ahead.squeeze(1);
        for (std::size_t target = 0; target < series.targetAsInput.size(); ++target)
            if (series.targetAsInput[target] >= 0) next.select(1, series.targetAsInput[target]).copy_(block.select(1, static_cast<std::int64_t>(target)));
        inputs = at::cat({inputs, next}).narrow(0, horizon, lookback);
        targets = at::cat({targets, block}).narrow(0, horizon, lookback);
    }
    const at::Tensor all = at::cat(blocks).narrow(0, 0, steps).reshape(-1).to(at::kCPU, at::kDouble).contiguous();
    const double* first = all.const_data_ptr<double>();
    return {first, first + all.numel()};
}

/// [step][target] after row `origin`, on the original scale.
std::vector<double> invertPath(const PreparedSeries& prepared, std::int64_t origin, std::vector<double> path) {
    const std::size_t targets = prepared.targets.size(), steps = path.size() / targets;
    std::vector<double> column(steps);
    for (std::size_t t = 0; t < targets; ++t) {
        for (std::size_t s = 0; s < steps; ++s) column[s] = path[s * targets + t];
        prepared.invert(t, origin, column);
        for (std::size_t s = 0; s < steps; ++s) path[s * targets + t] = column[s];
    }
    return path;
}

/// Truth on the original scale, as it was observed.
std::vector<double> observedTruth(const PreparedSeries& prepared, const WindowSet& windows) {
    std::vector<double> truth(windows.starts.size() * static_cast<std::size_t>(windows.horizon) * prepared.targets.size());
    for (std::size_t t = 0; t < prepared.targets.size(); ++t) {
        const std::vector<double> values = prepared.observedTarget(t);
        std::size_t at = t;
        for (const std::int64_t start : windows.starts)
            for (std::int64_t h = 0; h < windows.horizon; ++h, at += prepared.targets.size()) truth[at] = values[static_cast<std::size_t>(start + windows.lookback + h)];
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
        for (std::size_t row = 0; row < rows; ++row) set.observed[row * prepared.targets.size() + t] = values[static_cast<std::size_t>(*first) + row];
    }
}

/// Rows that came since are what a kept run is for, so other data are no error.
Phrase otherDataProblem(const TrainPlan& plan, const std::filesystem::path& runFolder) {
    Phrase other = otherData(dataIdentity(plan.data, plan.config), trainedOn(runFolder));
    if (other.empty()) return {};
    return {GATELAB_TEXT("Training", "%1: the scaling is fitted again and the forecasts may be wrong"), {std::move(other)}};
}

/// Why the numbers may be wrong.
Phrase problemOf(const RunWeights& weights, Phrase otherData) {
    std::vector<Phrase> problems = weights.passedOver;
    if (!otherData.empty()) problems.push_back(std::move(otherData));
    return inOneLine(problems);
}

}  // namespace

Result<ForecastSet> makeForecastSet(const ForecastRequest& request, const Progress& progress) {
    if (auto there = run_files::checkTrained(request.runFolder); !there.ok()) return there.error();
    auto loaded = readRunWeights(request.runFolder, request.checkpoint);
    if (!loaded.ok() && CheckpointStore(request.runFolder).list().empty())
        return Error{ErrorCode::NotFound, GATELAB_TEXT("Training", "this run ended before its first checkpoint, so there are no weights to forecast with; train it again with its settings")};
    if (!loaded.ok()) return loaded.error().withContext("this run has no weights to forecast with");
    auto plan = makeTrainPlan(loaded->config, request.data);
    if (!plan.ok()) return plan.error();
    configureLibrary(plan->config, plan->device);
    auto model = Model::create(plan->config, plan->shape, modelOptions(*plan));
    if (!model.ok()) return model.error();
    if (auto weights = (*model)->parameters().load(loaded->file); !weights.ok()) return weights.error();

    const Objective objective(*plan, **model);
    const auto tell = [&](ForecastSet& set) {
        set.problem = problemOf(*loaded, otherDataProblem(*plan, request.runFolder));
        set.weights = loaded->what;
        set.step = loaded->step;
    };
    if (!plan->isForecast()) {
        auto answered = answerSequences(*plan, objective, examplePart(request.part), progress);
        if (answered.ok()) tell(*answered);
        return answered;
    }
    const WindowSet& windows = windowsOf(*plan, request.part);
    if (windows.size() == 0) return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Training", "this part of the data has no window; choose another part")};
    const auto series = std::make_shared<const DeviceSeries>(placeSeries(*plan));
    const auto source = makeWindowSource(*plan, series, examplePart(request.part));
    const Evaluation evaluation = evaluate(objective, *source, true, [&](double) { return report(progress, -1); });
    if (!evaluation.complete) return Error{ErrorCode::Cancelled, GATELAB_TEXT("Training", "the forecast was cancelled")};

    const PreparedSeries& prepared = *plan->prepared;
    ForecastSet set;
    tell(set);
    for (const std::size_t target : prepared.targets) set.targets.push_back(prepared.table.columns[target].name);
    set.unit = prepared.targetUnit();
    set.horizon = windows.horizon;
    for (const std::int64_t start : windows.starts) set.originRows.push_back(start + windows.lookback - 1);
    set.time = prepared.source->time;
    set.truth = observedTruth(prepared, windows);
    observeRows(prepared, windows, set);
    set.forecast = toOriginalScale(prepared, windows, evaluation.forecasts);
    set.spread = toOriginalScale(prepared, windows, evaluation.spread);
    set.spread.givenPath = isRecursive(plan->config);
    set.seasonalNaive = baselineForecast(prepared, windows, "seasonal-naive");
    if (request.closedLoopSteps > 0)
        set.closedLoop = invertPath(prepared, set.originRows.front(), closedLoop(*plan, objective, *series, windows.starts.front(), request.closedLoopSteps));
    auto scores = scoreForecasts(prepared, windows, evaluation);
    if (!scores.ok()) return scores.error();
    set.scores = std::move(*scores);
    if (auto added = addBaselines(prepared, windows, set.scores, progress); !added.ok()) return added.error();
    return set;
}

}  // namespace gatelab
