// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/linear_start.h"

#include "config/decoder.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

constexpr std::int64_t kMostFitted = 10'000, kMostJudged = 1'000;  // windows, evenly chosen
constexpr double kStrengths[] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10};  // of the mean diagonal of the equations
constexpr double kFalling[] = {0.2, 0.5};  // weight of the newest value in a mean with falling weights

/// Windows as the path sees them, float64 on the host.
struct Windows {
    at::Tensor x;      ///< [windows, columns]
    at::Tensor y;      ///< [windows, steps * targets], from the anchor on, in units of the scale
    at::Tensor scale;  ///< [windows, steps * targets]: what an error counts
};

/// Numbers first, first + every, ... below last, at most `most` of them.
std::vector<std::int64_t> evenly(std::int64_t first, std::int64_t last, std::int64_t most) {
    std::vector<std::int64_t> numbers;
    const std::int64_t count = std::min(last - first, most);
    for (std::int64_t i = 0; i < count; ++i) numbers.push_back(first + i * (last - first) / count);
    return numbers;
}

Windows gatherWindows(const ExampleSource& source, const std::vector<std::int64_t>& numbers, std::int64_t steps) {
    const Batch batch = source.gather(source.placeOrder(numbers), 0, static_cast<std::int64_t>(numbers.size()));
    const auto host = [](const at::Tensor& values) { return values.to(at::kCPU, at::kDouble); };
    const at::Tensor target = host(targetAsSeen(batch)).narrow(1, 0, steps);
    const at::Tensor scale = batch.scale.defined() ? host(batch.scale).unsqueeze(1).expand_as(target) : at::ones_like(target);
    return {host(batch.input).transpose(0, 1).flatten(1), target.flatten(1), scale.reshape({target.size(0), -1})};
}

/// Maps that need no training, each [columns, steps * targets]. In every one but the first the weights of a forecast add to 1, so that it is the same from any anchor.
class SimpleMaps {
public:
    SimpleMaps(std::int64_t lookback, std::int64_t inputs, std::int64_t steps, const std::vector<std::int64_t>& targetAsInput, std::int64_t season)
        : lookback_(lookback), inputs_(inputs), steps_(steps), targetAsInput_(targetAsInput), season_(season) {}

    [[nodiscard]] std::vector<at::Tensor> all() const {
        std::vector<at::Tensor> maps{at::zeros({lookback_ * inputs_, steps_ * targets()}, at::kDouble)};
        if (std::ranges::any_of(targetAsInput_, [](std::int64_t column) { return column < 0; })) return maps;
        maps.push_back(map([&](std::int64_t, std::vector<double>& weights) { weights.back() += 1; }));
        for (const double newest : kFalling) maps.push_back(map([&](std::int64_t, std::vector<double>& weights) { fallingMean(newest, weights); }));
        if (season_ > 1 && season_ <= lookback_) maps.push_back(map([&](std::int64_t step, std::vector<double>& weights) { lastSeason(step, weights) += 1; }));
        if (season_ > 1 && 2 * season_ <= lookback_) maps.push_back(map([&](std::int64_t step, std::vector<double>& weights) { movedSeason(step, weights); }));
        return maps;
    }

private:
    [[nodiscard]] std::int64_t targets() const { return static_cast<std::int64_t>(targetAsInput_.size()); }
    double& lastSeason(std::int64_t step, std::vector<double>& weights) const { return weights[static_cast<std::size_t>(lookback_ - season_ + step % season_)]; }
    /// The last season, moved by the change of the mean over it from the one before, once per season ahead.
    void movedSeason(std::int64_t step, std::vector<double>& weights) const {
        lastSeason(step, weights) += 1;
        const double change = static_cast<double>(step / season_ + 1) / static_cast<double>(season_);
        for (std::int64_t back = 1; back <= 2 * season_; ++back) weights[static_cast<std::size_t>(lookback_ - back)] += back <= season_ ? change : -change;
    }
    void fallingMean(double newest, std::vector<double>& weights) const {
        const double all = 1 - std::pow(1 - newest, static_cast<double>(lookback_));
        for (std::int64_t back = 1; back <= lookback_; ++back)
            weights[static_cast<std::size_t>(lookback_ - back)] = newest * std::pow(1 - newest, static_cast<double>(back - 1)) / all;
    }
    /// weightsOf(step, weights over the window) for every target, which reads its own column alone.
    template <class WeightsOf>
    [[nodiscard]] at::Tensor map(const WeightsOf& weightsOf) const {
        at::Tensor values = at::zeros({lookback_, inputs_, steps_, targets()}, at::kDouble);
        auto out = values.accessor<double, 4>();
        for (std::int64_t step = 0; step < steps_; ++step) {
            std::vector<double> weights(static_cast<std::size_t>(lookback_), 0.0);
            weightsOf(step, weights);
            for (std::int64_t target = 0; target < targets(); ++target)
                for (std::int64_t t = 0; t < lookback_; ++t) out[t][targetAsInput_[static_cast<std::size_t>(target)]][step][target] = weights[static_cast<std::size_t>(t)];
        }
        return values.view({lookback_ * inputs_, steps_ * targets()});
    }

    std::int64_t lookback_, inputs_, steps_;
    const std::vector<std::int64_t>& targetAsInput_;
    std::int64_t season_;
};

/// One map with its bias, and how well it does.
struct Candidate {
    at::Tensor map;    ///< [columns, steps * targets]
    at::Tensor bias;   ///< [steps * targets]
    at::Tensor error;  ///< [targets], mean square on the scale of the recipe
};

at::Tensor errors(const Windows& judge, const at::Tensor& map, const at::Tensor& bias) { return (judge.y - judge.x.mm(map) - bias) * judge.scale; }

/// All ridge regressions around all simple maps. One decomposition of the equations serves every strength: with X'X = Q L Q' the weights that lean to W0 are
/// W0 + Q (L + strength)^-1 Q' X'(Y - X W0). The bias is not held back; it is left out as well, for it is itself a guess where rows are few.
std::vector<Candidate> candidates(const Windows& fit, const Windows& judge, const std::vector<at::Tensor>& simple, std::int64_t targets) {
    const at::Tensor xMean = fit.x.mean(0), yMean = fit.y.mean(0), x = fit.x - xMean, y = fit.y - yMean;
    const at::Tensor products = x.t().mm(x), across = x.t().mm(y);
    const auto [values, vectors] = at::linalg_eigh(products);
    const double unit = std::max(products.diagonal().mean().item<double>(), 1e-300);
    std::vector<Candidate> all;
    const auto judged = [&](const at::Tensor& map, const at::Tensor& bias) {
        all.push_back({map, bias, errors(judge, map, bias).square().view({judge.y.size(0), -1, targets}).mean(at::IntArrayRef{0, 1})});
    };
    for (const at::Tensor& start : simple) {
        const auto biasOf = [&](const at::Tensor& map) { return yMean - xMean.unsqueeze(0).mm(map).squeeze(0); };
        judged(start, at::zeros_like(yMean));
        judged(start, biasOf(start));
        const at::Tensor rest = vectors.t().mm(across - products.mm(start));
        for (const double strength : kStrengths) {
            const at::Tensor map = start + vectors.mm(rest / (values.clamp_min(0) + strength * unit).unsqueeze(1));
            judged(map, biasOf(map));
        }
    }
    return all;
}

/// Their mean, weighted by how well they do, per target.
Candidate weightedMean(const std::vector<Candidate>& all, double independent, std::int64_t targets) {
    std::vector<at::Tensor> each;
    for (const Candidate& one : all) each.push_back(one.error);
    const at::Tensor error = at::stack(each), least = error.amin(0, true).clamp_min(1e-300);
    const at::Tensor weights = at::softmax(-(error / least - 1) * std::sqrt(independent), 0);  // [candidates, targets]
    Candidate mean{at::zeros_like(all.front().map), at::zeros_like(all.front().bias), {}};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const at::Tensor weight = weights[static_cast<std::int64_t>(i)].repeat({all[i].bias.size(0) / targets});
        mean.map += all[i].map * weight;
        mean.bias += all[i].bias * weight;
    }
    return mean;
}

/// What each value of the head starts at besides the map: nothing for a forecast of one number, the spread of the errors for the others. [steps * targets, values]
at::Tensor spreadStart(const Objective& objective, const at::Tensor& residuals, std::int64_t values) {
    if (values == 1) return at::zeros({residuals.size(1), 1}, at::kDouble);
    if (objective.isGaussian()) return at::stack({at::zeros({residuals.size(1)}, at::kDouble), gaussianSpreadOf(residuals.square().mean(0))}, 1);
    return at::quantile(residuals, at::tensor(objective.quantileLevels(), at::kDouble), 0).t().contiguous();
}

void writeStart(const Objective& objective, const Candidate& mean, const at::Tensor& residuals) {
    const at::NoGradGuard noGrad;
    const ParameterStore& store = objective.model().parameters();
    const std::int64_t values = objective.model().layout().values, outputs = mean.bias.size(0) * values;
    const at::Tensor spread = spreadStart(objective, residuals, values);
    at::Tensor map = mean.map.t().unsqueeze(1).repeat({1, values, 1});  // [steps * targets, values, columns]
    if (objective.isGaussian()) map.select(1, 1).zero_();
    store.find("linear.weight")->value.copy_(map.reshape({outputs, -1}));
    store.find("head.bias")->value.copy_((mean.bias.unsqueeze(1) * (objective.isGaussian() ? at::tensor({1.0, 0.0}, at::kDouble) : at::ones({values}, at::kDouble)) + spread).reshape({outputs}));
    store.find("head.weight")->value.zero_();
}

/// LibTorch's threads at one: sums in another order would be other bits.
class OneThread {
public:
    OneThread() : before_(at::get_num_threads()) { at::set_num_threads(1); }
    ~OneThread() { at::set_num_threads(before_); }
    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;

private:
    int before_;
};

}  // namespace

void fitLinearPath(const TrainPlan& plan, const Objective& objective, const ExampleSource& train, const ExampleSource& validation, std::int64_t season) {
    const ExperimentConfig& config = plan.config;
    if (config.lookback * plan.shape.inputs > kMostColumns || train.size() == 0) return;
    const at::NoGradGuard noGrad;
    const OneThread oneThread;
    const std::int64_t steps = isRecursive(config) ? 1 : config.horizon, targets = plan.shape.targets;
    const std::int64_t fitted = validation.size() > 0 || train.size() < 5 ? train.size() : train.size() - train.size() / 5;
    const std::int64_t judgedFrom = fitted < train.size() ? fitted : 0, judgedCount = validation.size() > 0 ? validation.size() : train.size() - judgedFrom;
    const Windows fit = gatherWindows(train, evenly(0, fitted, kMostFitted), steps);
    const Windows judge = validation.size() > 0 ? gatherWindows(validation, evenly(0, judgedCount, kMostJudged), steps)
                                                : gatherWindows(train, evenly(judgedFrom, train.size(), kMostJudged), steps);
    const SimpleMaps simple(config.lookback, plan.shape.inputs, steps, plan.shape.targetInputs, season);
    // Neighbours share all but one of their rows: as many are independent as fit side by side.
    const double independent = std::max(2.0, static_cast<double>(judgedCount) / static_cast<double>(steps));
    const Candidate mean = weightedMean(candidates(fit, judge, simple.all(), targets), independent, targets);
    writeStart(objective, mean, judge.y - judge.x.mm(mean.map) - mean.bias);
}

}  // namespace gatelab
