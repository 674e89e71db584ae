// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/future_forecast.h"

#include "batch/batcher.h"
#include "config/decoder.h"
#include "data/resample/event_rows.h"
#include "forecast/forecasts.h"
#include "forecast/future_intervals.h"
#include "step/evaluator.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace gatelab {

namespace {

/// Normal quantile of (1 + level) / 2 for the two intervals that are told.
struct NormalInterval {
    double level, deviations;
};
constexpr NormalInterval kNormal[] = {{0.8, 1.2815515655446004}, {0.95, 1.959963984540054}};

/// The first column in which one of the rows has no value; none: they are complete.
std::optional<std::string> gapIn(const PreparedSeries& prepared, std::int64_t begin, std::int64_t end) {
    for (const std::size_t column : prepared.inputs) {
        const std::vector<double>& values = prepared.table.columns[column].values;
        for (std::int64_t row = begin; row < end; ++row)
            if (!std::isfinite(values[static_cast<std::size_t>(row)])) return prepared.table.columns[column].name;
    }
    return {};
}

/// From what the network says besides its centre, or else from the errors on what it was not trained on, in parts of
/// `spreads`.
void addIntervals(const FittedRecipe& recipe, const ForecastSpread& spread, const std::vector<double>& spreads,
                  FutureForecast& future, std::size_t values) {
    const auto add = [&](double level, auto low, auto high) {
        FutureForecast::Interval interval{level, std::vector<double>(values), std::vector<double>(values)};
        for (std::size_t i = 0; i < values; ++i) interval.low[i] = low(i), interval.high[i] = high(i);
        future.intervals.push_back(std::move(interval));
    };
    for (std::size_t k = spread.levels.size() / 2; k-- > 0;) {
        const std::size_t other = spread.levels.size() - 1 - k;
        add(
            spread.levels[other] - spread.levels[k], [&](std::size_t i) { return spread.quantiles[k][i]; },
            [&](std::size_t i) { return spread.quantiles[other][i]; });
    }
    if (spread.levels.empty() && !spread.deviation.empty())
        for (const NormalInterval& normal : kNormal)
            add(
                normal.level, [&](std::size_t i) { return spread.mean[i] - normal.deviations * spread.deviation[i]; },
                [&](std::size_t i) { return spread.mean[i] + normal.deviations * spread.deviation[i]; });
    future.source =
        future.intervals.empty() ? FutureForecast::IntervalSource::None : FutureForecast::IntervalSource::Network;
    if (!future.intervals.empty()) return;
    const std::size_t targets = spreads.size();
    for (const ErrorIntervals::Level& one : recipe.errors.levels) {
        if (one.sizes.size() < values) continue;
        const auto half = [&](std::size_t i) { return one.sizes[i] * spreads[i % targets]; };
        add(
            one.level, [&](std::size_t i) { return future.values[i] - half(i); },
            [&](std::size_t i) { return future.values[i] + half(i); });
        future.source = FutureForecast::IntervalSource::HeldOutErrors;
        future.intervalWindows = recipe.errors.windows;
    }
    if (!future.intervals.empty()) return;
    for (const FittedRecipe::ErrorInterval& errors : recipe.intervals) {
        if (errors.low.size() < values || errors.high.size() < values) continue;
        add(
            errors.level, [&](std::size_t i) { return future.values[i] + errors.low[i]; },
            [&](std::size_t i) { return future.values[i] + errors.high[i]; });
        future.source = FutureForecast::IntervalSource::ValidationErrors;
    }
}

}  // namespace

std::vector<double> closedLoop(const TrainPlan& plan, const Objective& objective, const DeviceSeries& series,
                               std::int64_t start, std::int64_t steps) {
    const at::NoGradGuard noGrad;
    const std::int64_t lookback = plan.config.lookback,
                       horizon = isRecursive(plan.config) ? steps : plan.config.horizon, rows = series.inputs.size(0);
    at::Tensor inputs = series.inputs.narrow(0, start, lookback).clone(),
               targets = series.targets.narrow(0, start, lookback).clone();
    std::vector<at::Tensor> blocks;
    for (std::int64_t done = 0; done < steps; done += horizon) {
        Batch batch;
        batch.size = 1;
        batch.input = inputs.unsqueeze(1).clone();
        batch.target = at::zeros({1, horizon, plan.shape.targets}, inputs.options());
        const at::Tensor after =
            at::arange(start + done + lookback, start + done + lookback + horizon, inputs.options().dtype(at::kLong))
                .clamp_max(rows - 1);
        batch.ahead = inputsAhead(batch.input, series.inputs.index_select(0, after).unsqueeze(1), series.known);
        anchorBatch({plan.config.anchor, series.targetAsInput, series.minScales}, targets.unsqueeze(1), batch);
        ForwardOptions options;
        options.feed.steps = horizon;
        const at::Tensor block =
            objective.point(objective.run(batch, options).output).squeeze(0).to(inputs.scalar_type());
        blocks.push_back(block);
        at::Tensor next = batch.ahead.squeeze(1);
        for (std::size_t target = 0; target < series.targetAsInput.size(); ++target)
            if (series.targetAsInput[target] >= 0)
                next.select(1, series.targetAsInput[target]).copy_(block.select(1, static_cast<std::int64_t>(target)));
        inputs = at::cat({inputs, next}).narrow(0, horizon, lookback);
        targets = at::cat({targets, block}).narrow(0, horizon, lookback);
    }
    const at::Tensor all = at::cat(blocks).narrow(0, 0, steps).reshape(-1).to(at::kCPU, at::kDouble).contiguous();
    const double* first = all.const_data_ptr<double>();
    return {first, first + all.numel()};
}

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

Result<FutureForecast> forecastFuture(const SavedRunPlan& kept, const Objective& objective,
                                      const std::shared_ptr<const DeviceSeries>& series, std::int64_t steps) {
    const PreparedSeries& prepared = *kept.plan.prepared;
    const std::int64_t lookback = kept.plan.config.lookback, horizon = kept.plan.config.horizon,
                       start = kept.rows - lookback;
    if (const auto gap = gapIn(prepared, start, kept.rows))
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Training",
                                   "the last %1 rows have a missing value in column '%2' that the recipe does not "
                                   "fill, so that nothing can be forecast from them"),
                      {lookback, *gap}}};
    // The way of every other forecast, so that the numbers are the same to the bit.
    TrainPlan last = kept.plan;
    last.windows.test = {lookback, horizon, 1, {start}, 0, 0};
    const WindowForecasts forecasts = forecastAll(objective, *makeWindowSource(last, series, ExamplePart::Test));
    const std::size_t targets = prepared.targets.size();
    FutureForecast future;
    future.originRow = kept.rows - 1;
    future.values = steps > horizon ? invertPath(prepared, future.originRow,
                                                 closedLoop(kept.plan, objective, *series, start, steps))
                                    : toOriginalScale(prepared, last.windows.test, forecasts.values);
    future.values.resize(static_cast<std::size_t>(steps) * targets);
    future.intervalSteps = std::min(steps, horizon);
    addIntervals(kept.recipe, toOriginalScale(prepared, last.windows.test, forecasts.spread), lastSpreads(kept), future,
                 static_cast<std::size_t>(future.intervalSteps) * targets);
    if (future.intervals.empty()) future.intervalSteps = 0;
    noteIntervals(kept, future);
    keepCounts(kept.recipe, future);
    const TimeAxis& time = prepared.source->time;
    if (kept.rows + steps > kept.rowsGiven) future.timeNote = noTimesAhead(time, kept.rows);
    if (time.known() && time.stepMicros > 0 && future.timeNote.empty())
        future.times.assign(time.values.begin() + kept.rows, time.values.begin() + kept.rows + steps);
    return future;
}

}  // namespace gatelab
