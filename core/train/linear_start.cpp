// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/linear_start.h"

#include "baselines/season.h"
#include "config/decoder.h"
#include "config/linear_path.h"
#include "config/setting_predicates.h"
#include "train/one_thread.h"
#include "train/start_families.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

constexpr std::int64_t kMaxFitted = 10'000, kMaxJudged = 1'000;  // windows, evenly chosen
constexpr std::int64_t kMinFitted = 4;
// About two standard errors of the difference of two mean errors whose forecasts go together at 0.9: the network is the
// best of many epochs
constexpr double kChance = 1;

/// Numbers first, first + every, ... below last, at most `most` of them.
std::vector<std::int64_t> evenly(std::int64_t first, std::int64_t last, std::int64_t most) {
    std::vector<std::int64_t> numbers;
    const std::int64_t count = std::min(last - first, most);
    for (std::int64_t i = 0; i < count; ++i) numbers.push_back(first + i * (last - first) / count);
    return numbers;
}

StartWindows gatherWindows(const ExampleSource& source, const std::vector<std::int64_t>& numbers, std::int64_t steps) {
    const Batch batch = source.gather(source.placeOrder(numbers), 0, static_cast<std::int64_t>(numbers.size()));
    const auto host = [](const at::Tensor& values) { return values.to(at::kCPU, at::kDouble); };
    const at::Tensor target = host(targetAsSeen(batch)).narrow(1, 0, steps);
    const at::Tensor scale =
        batch.scale.defined() ? host(batch.scale).unsqueeze(1).expand_as(target) : at::ones_like(target);
    return {host(batch.input).transpose(0, 1).flatten(1), target.flatten(1), scale.reshape({target.size(0), -1})};
}

/// Whether squares of these values, and sums of them, are numbers.
bool isModest(const StartWindows& windows) {
    constexpr double kHuge = 1e100;
    // False for NaN
    const auto holds = [](const at::Tensor& values) { return values.abs().max().item<double>() < kHuge; };
    return holds(windows.x) && holds(windows.y);
}

/// What smoothing learns of each target from the rows before `end`, on the scale of the recipe.
std::vector<SmoothingFit> fitSmoothings(const TrainPlan& plan, std::int64_t end, std::int64_t season) {
    std::vector<SmoothingFit> all;
    for (const std::size_t target : plan.prepared->targets) {
        std::vector<double> values = plan.prepared->table.columns[target].values;
        for (std::size_t row = 1; row < values.size(); ++row)
            if (!std::isfinite(values[row])) values[row] = values[row - 1];
        all.push_back(fitSmoothing(values, {plan.prepared->split.train.begin, end}, season));
    }
    return all;
}

/// What each value of the head starts at besides the map: nothing for a forecast of one number, the spread of the
/// errors for the others. [steps * targets, values]
at::Tensor spreadStart(const Objective& objective, const at::Tensor& residuals, std::int64_t values) {
    if (values == 1) return at::zeros({residuals.size(1), 1}, at::kDouble);
    if (objective.isGaussian())
        return at::cat(
            {at::zeros({residuals.size(1), 1}, at::kDouble), gaussianSpreadOf(residuals.square().mean(0)).unsqueeze(1),
             at::zeros({residuals.size(1), values - 2}, at::kDouble)},
            1);
    return at::quantile(residuals, at::tensor(objective.quantileLevels(), at::kDouble), 0).t().contiguous();
}

void writeStart(const Objective& objective, const StartMap& mean, const at::Tensor& residuals) {
    const at::NoGradGuard noGrad;
    const ParameterStore& store = objective.model().parameters();
    const std::int64_t values = objective.model().layout().values, outputs = mean.bias.size(0) * values;
    const at::Tensor spread = spreadStart(objective, residuals, values);
    at::Tensor map = mean.map.t().unsqueeze(1).repeat({1, values, 1});  // [steps * targets, values, columns]
    if (objective.isGaussian()) map.narrow(1, 1, values - 1).zero_();
    store.find("linear.weight")->value.copy_(map.reshape({outputs, -1}));
    at::Tensor levels = at::ones({values}, at::kDouble);
    if (objective.isGaussian()) levels.narrow(0, 1, values - 1).zero_();
    store.find("head.bias")->value.copy_((mean.bias.unsqueeze(1) * levels + spread).reshape({outputs}));
    store.find("head.weight")->value.zero_();
}

}  // namespace

LinearStart fitLinearPath(const TrainPlan& plan, const Objective& objective, const ExampleSource& train,
                          const ExampleSource& validation, std::int64_t season) {
    const ExperimentConfig& config = plan.config;
    if (config.lookback * plan.shape.inputs > kMaxLinearColumns || train.size() == 0) return {};
    const at::NoGradGuard noGrad;
    const OneThread oneThread;
    const StartShape shape{
        config.lookback, plan.shape.inputs, isRecursive(config) ? 1 : config.horizon, plan.shape.targetInputs,
        season,          config.anchor};
    const std::int64_t count = train.size();
    const auto windows = [&](const ExampleSource& source, std::int64_t first, std::int64_t last, std::int64_t most) {
        return gatherWindows(source, evenly(first, last, most), shape.steps);
    };
    const auto families = [&](const StartWindows& fit, std::int64_t end) {
        return startFamilies(shape, fit, fitSmoothings(plan, end, 2 * season <= config.lookback ? season : 1));
    };
    const StartWindows fitted = windows(train, 0, count, kMaxFitted);
    if (!isModest(fitted)) return {};
    const std::vector<StartFamily> all = families(fitted, plan.prepared->split.train.end);
    StartChooser chooser(shape, all);
    // Judged on what they were not fitted to: the validation part, and the last part of the training windows with maps
    // fitted to the windows that end before it begins.
    const std::int64_t border = count - count * 2 / 5, before = border - config.horizon;
    StartWindows last;
    if (before >= kMinFitted) {
        last = windows(train, border, count, kMaxJudged);
        const std::int64_t end =
            plan.windows.train.starts[static_cast<std::size_t>(before - 1)] + config.lookback + config.horizon;
        chooser.judge(families(windows(train, 0, before, kMaxFitted), end), last);
    }
    if (validation.size() > 0) {
        last = windows(validation, 0, validation.size(), kMaxJudged);
        chooser.judge(all, last);
    }
    if (chooser.judged() == 0) last = windows(train, 0, count, kMaxJudged);
    if (!isModest(last)) return {};
    StartMap mean = chooser.choose();
    // A recursive decoder goes on in the frame of its window, whose last value, or mean, the rows to come do not have.
    if (isRecursive(config) && isAnchored(config.anchor)) closeSums(mean.map, shape, config.anchor);
    writeStart(objective, mean, last.y - last.x.mm(mean.map) - mean.bias);
    return chooser.said();
}

LinearStart fittedStart(const TrainPlan& plan, const Objective& objective, const ExampleSource& train,
                        const ExampleSource& validation) {
    return fitLinearPath(plan, objective, train, validation, findSeason(*plan.prepared, plan.config.lookback));
}

double minGain(const TrainPlan& plan) {
    if (!fitsLinearPath(plan.config) || plan.windows.validation.size() == 0) return 0;
    return kChance /
           std::sqrt(std::max(1.0, static_cast<double>(plan.windows.validation.size() + plan.config.horizon - 1) /
                                       static_cast<double>(plan.config.horizon)));
}

}  // namespace gatelab
