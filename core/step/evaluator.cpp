// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/evaluator.h"

#include "step/split_pass.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace gatelab {

namespace {

constexpr std::int64_t kNoLabel = -100;

/// Sums over the blocks so far; stays on the device until the end.
struct Sums {
    at::Tensor loss, squared, absolute, correct, counted;
    double weight = 0;
    std::int64_t examples = 0, values = 0;
};

/// What is kept of the blocks for those who ask.
struct Kept {
    std::vector<at::Tensor> forecasts, spreads, crossed, predicted, truth;
};

void keepForecast(const Objective& objective, const at::Tensor& output, const at::Tensor& point, Kept& kept) {
    kept.forecasts.push_back(point.reshape(-1));
    // Values of one kind lie together: [quantiles (+ 1), windows].
    if (const at::Tensor spread = objective.spread(output); spread.defined())
        kept.spreads.push_back(spread.reshape({-1, spread.size(-1)}).t());
    if (const at::Tensor crossed = objective.crossed(output); crossed.defined())
        kept.crossed.push_back(crossed.reshape(-1));
}

void addForecast(const Objective& objective, const Batch& batch, const ObjectiveResult& result, bool keep, Sums& sums,
                 Kept& kept) {
    const at::Tensor point = objective.point(result.output).to(at::kDouble);
    const at::Tensor error = point - batch.target.to(at::kDouble);
    sums.squared += error.square().sum();
    sums.absolute += error.abs().sum();
    sums.values += error.numel();
    if (keep) keepForecast(objective, result.output, point, kept);
}

void addClasses(const Batch& batch, const ObjectiveResult& result, bool keep, Sums& sums, Kept& kept) {
    const at::Tensor target = batch.target.reshape(-1),
                     guess = result.output.reshape({-1, result.output.size(-1)}).argmax(1);
    const at::Tensor counts = target != kNoLabel;
    sums.correct += ((guess == target) & counts).sum();
    sums.counted += counts.sum();
    if (!keep) return;
    kept.predicted.push_back(guess.to(at::kInt));
    kept.truth.push_back(target.to(at::kInt));
}

/// Leaves out answers without a truth: here and not block by block, where the device would be waited for.
void leaveOutUnlabelled(Evaluation& evaluation) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < evaluation.truth.size(); ++i) {
        if (evaluation.truth[i] == kNoLabel) continue;
        evaluation.truth[kept] = evaluation.truth[i];
        evaluation.predicted[kept++] = evaluation.predicted[i];
    }
    evaluation.truth.resize(kept);
    evaluation.predicted.resize(kept);
}

std::vector<ObjectiveResult> runAll(const Objective& objective, const std::vector<Batch>& parts, BatchTeam* team) {
    std::vector<ObjectiveResult> results(parts.size());
    const auto one = [&](std::int64_t i) {
        const at::NoGradGuard noGrad;
        results[static_cast<std::size_t>(i)] = objective.run(parts[static_cast<std::size_t>(i)], {});
    };
    if (team != nullptr)
        team->run(static_cast<std::int64_t>(parts.size()), one);
    else
        one(0);
    return results;
}

template <class T>
std::vector<T> toVector(const std::vector<at::Tensor>& parts, at::ScalarType type) {
    if (parts.empty()) return {};
    const at::Tensor all = at::cat(parts).to(at::kCPU, type).contiguous();
    const T* first = all.const_data_ptr<T>();
    return {first, first + all.numel()};
}

ForecastSpread spreadOf(const Objective& objective, const Kept& kept, const std::vector<double>& centre) {
    ForecastSpread spread;
    if (kept.spreads.empty()) return spread;
    const at::Tensor all = at::cat(kept.spreads, 1);
    if (!kept.crossed.empty()) spread.crossed = at::cat(kept.crossed).to(at::kDouble).mean().item<double>();
    spread.levels = objective.quantileLevels();
    const auto row = [&](std::size_t at) {
        return toVector<double>({all[static_cast<std::int64_t>(at)]}, at::kDouble);
    };
    for (std::size_t k = 0; k < spread.levels.size(); ++k) spread.quantiles.push_back(row(k));
    if (all.size(0) == static_cast<std::int64_t>(spread.levels.size())) return spread;
    spread.mean = centre;
    spread.deviation = row(spread.levels.size());
    return spread;
}

}  // namespace

Evaluation evaluate(const Objective& objective, const ExampleSource& source, bool keep, const Progress& progress,
                    BatchTeam* team) {
    const at::NoGradGuard noGrad;
    const auto options = objective.model().options().dtype(at::kDouble);
    Sums sums{at::zeros({}, options), at::zeros({}, options), at::zeros({}, options),
              at::zeros({}, options.dtype(at::kLong)), at::zeros({}, options.dtype(at::kLong))};
    Kept kept;
    std::vector<std::int64_t> inOrder(static_cast<std::size_t>(source.size()));
    std::iota(inOrder.begin(), inOrder.end(), std::int64_t{0});
    const at::Tensor order = source.placeOrder(inOrder);
    Evaluation evaluation{};
    const std::int64_t block = objective.evaluationRows();
    for (std::int64_t first = 0; first < source.size() && evaluation.complete; first += block) {
        const std::vector<Batch> parts = splitRows(source.gather(order, first, std::min(block, source.size() - first)),
                                                   team != nullptr ? team->blocks() : 1);
        const std::vector<ObjectiveResult> results = runAll(objective, parts, team);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (const double weight = objective.weight(parts[i]); weight > 0)
                sums.loss += results[i].loss.to(at::kDouble) * weight, sums.weight += weight;
            sums.examples += parts[i].size;
            if (objective.hasClasses())
                addClasses(parts[i], results[i], keep, sums, kept);
            else
                addForecast(objective, parts[i], results[i], keep, sums, kept);
        }
        if (!report(progress,
                    static_cast<double>(std::min(first + block, source.size())) / static_cast<double>(source.size())))
            evaluation.complete = false;
    }
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const double values = sums.values > 0 ? static_cast<double>(sums.values) : kNone;
    evaluation.examples = sums.examples;
    evaluation.loss = sums.loss.item<double>() / (sums.weight > 0 ? sums.weight : kNone);
    evaluation.mse = sums.squared.item<double>() / values;
    evaluation.mae = sums.absolute.item<double>() / values;
    const auto counted = sums.counted.item<std::int64_t>();
    evaluation.accuracy =
        counted > 0 ? static_cast<double>(sums.correct.item<std::int64_t>()) / static_cast<double>(counted) : kNone;
    evaluation.forecasts = toVector<double>(kept.forecasts, at::kDouble);
    evaluation.spread = spreadOf(objective, kept, evaluation.forecasts);
    evaluation.predicted = toVector<std::int32_t>(kept.predicted, at::kInt);
    evaluation.truth = toVector<std::int32_t>(kept.truth, at::kInt);
    leaveOutUnlabelled(evaluation);
    return evaluation;
}

WindowForecasts forecastAll(const Objective& objective, const ExampleSource& source, const Progress& progress) {
    const at::NoGradGuard noGrad;
    const std::int64_t windows = source.size(), blocks = (windows + kForecastRows - 1) / kForecastRows;
    std::vector<std::int64_t> filled(static_cast<std::size_t>(blocks * kForecastRows), windows - 1);
    std::iota(filled.begin(), filled.begin() + windows, std::int64_t{0});
    const at::Tensor order = source.placeOrder(filled);
    WindowForecasts forecasts;
    Kept kept;
    for (std::int64_t first = 0; first < windows && forecasts.complete; first += kForecastRows) {
        const at::Tensor output = objective.run(source.gather(order, first, kForecastRows), {})
                                      .output.narrow(0, 0, std::min(kForecastRows, windows - first));
        keepForecast(objective, output, objective.point(output).to(at::kDouble), kept);
        forecasts.complete = report(
            progress, static_cast<double>(std::min(first + kForecastRows, windows)) / static_cast<double>(windows));
    }
    forecasts.values = toVector<double>(kept.forecasts, at::kDouble);
    forecasts.spread = spreadOf(objective, kept, forecasts.values);
    return forecasts;
}

}  // namespace gatelab
