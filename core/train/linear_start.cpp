// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/linear_start.h"

#include "config/decoder.h"
#include "config/linear_path.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

constexpr std::int64_t kMostFitted = 10'000, kMostJudged = 1'000;             // windows, evenly chosen
constexpr double kStrengths[] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10};  // of the mean diagonal of the equations
constexpr std::int64_t kLeastFitted = 4;
constexpr double kLeastPower = 6;
// About a standard error of the difference of two mean errors whose forecasts go together at 0.9
constexpr double kChance = 0.5;
/// Its place among the candidates: the first of the second simple map
constexpr std::int64_t kLastValue = 2 + std::ssize(kStrengths);
constexpr double kFalling[] = {0.2, 0.5};  // weight of the newest value in a mean with falling weights
// By what a trend falls from row to row (Gardner and McKenzie 1985); 1: it goes on
constexpr double kDamping[] = {0.8, 0.95, 1};

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
    const at::Tensor scale =
        batch.scale.defined() ? host(batch.scale).unsqueeze(1).expand_as(target) : at::ones_like(target);
    return {host(batch.input).transpose(0, 1).flatten(1), target.flatten(1), scale.reshape({target.size(0), -1})};
}

/// Whether squares of these values, and sums of them, are numbers.
bool isModest(const Windows& windows) {
    constexpr double kHuge = 1e100;
    // False for NaN
    const auto holds = [](const at::Tensor& values) { return values.abs().max().item<double>() < kHuge; };
    return holds(windows.x) && holds(windows.y);
}

/// Maps that need no training, each [columns, steps * targets]. In every one but the first the weights of a forecast
/// add to 1, so that it is the same from any anchor.
class SimpleMaps {
public:
    SimpleMaps(std::int64_t lookback, std::int64_t inputs, std::int64_t steps,
               const std::vector<std::int64_t>& targetAsInput, std::int64_t season)
        : lookback_(lookback), inputs_(inputs), steps_(steps), targetAsInput_(targetAsInput), season_(season) {}

    [[nodiscard]] std::vector<at::Tensor> all() const {
        std::vector<at::Tensor> maps{at::zeros({lookback_ * inputs_, steps_ * targets()}, at::kDouble)};
        if (std::ranges::any_of(targetAsInput_, [](std::int64_t column) { return column < 0; })) return maps;
        maps.push_back(map([&](std::int64_t, std::vector<double>& weights) { weights.back() += 1; }));
        for (const double newest : kFalling)
            maps.push_back(map([&](std::int64_t, std::vector<double>& weights) { fallingMean(newest, weights); }));
        if (season_ > 1 && season_ <= lookback_)
            maps.push_back(
                map([&](std::int64_t step, std::vector<double>& weights) { lastSeason(step, weights) += 1; }));
        if (season_ > 1 && 2 * season_ <= lookback_)
            for (const bool withTrend : {false, true})
                maps.push_back(map(
                    [&](std::int64_t step, std::vector<double>& weights) { seasonalMean(step, withTrend, weights); }));
        if (lookback_ <= 3) return maps;
        for (const double damping : kDamping)
            for (const std::int64_t rows : {std::max<std::int64_t>(2, lookback_ / 4), lookback_ - 1})
                maps.push_back(map([&](std::int64_t step, std::vector<double>& weights) {
                    dampedTrend(step, damping, rows, weights);
                }));
        return maps;
    }

private:
    [[nodiscard]] std::int64_t targets() const { return static_cast<std::int64_t>(targetAsInput_.size()); }
    double& lastSeason(std::int64_t step, std::vector<double>& weights) const {
        return weights[static_cast<std::size_t>(lookback_ - season_ + step % season_)];
    }
    /// Adds `weight` times the mean of the season that is `ago` seasons back; 0: the last.
    void addMean(std::int64_t ago, double weight, std::vector<double>& weights) const {
        for (std::int64_t back = 1; back <= season_; ++back)
            weights[static_cast<std::size_t>(lookback_ - ago * season_ - back)] +=
                weight / static_cast<double>(season_);
    }
    /// The mean of the last season, moved along the slope from the one before it where there is a trend, and the mean
    /// distance of this place from it over all seasons.
    void seasonalMean(std::int64_t step, bool withTrend, std::vector<double>& weights) const {
        const std::int64_t seasons = lookback_ / season_;
        addMean(0, 1, weights);
        // From the middle of the last season to the step, and of a season to this place, which has the slope in it as
        // well.
        const double ahead = static_cast<double>(step / season_ + 1);
        if (withTrend) addMean(0, ahead, weights), addMean(1, -ahead, weights);
        for (std::int64_t ago = 0; ago < seasons; ++ago) {
            weights[static_cast<std::size_t>(lookback_ - (ago + 1) * season_ + step % season_)] +=
                1.0 / static_cast<double>(seasons);
            addMean(ago, -1.0 / static_cast<double>(seasons), weights);
        }
    }
    /// The last value goes on along the slope of the last `rows` rows, which falls from step to step.
    void dampedTrend(std::int64_t step, double damping, std::int64_t rows, std::vector<double>& weights) const {
        double ahead = 0;
        for (std::int64_t i = 1; i <= step + 1; ++i) ahead += std::pow(damping, static_cast<double>(i));
        weights.back() += 1 + ahead / static_cast<double>(rows);
        weights[static_cast<std::size_t>(lookback_ - 1 - rows)] -= ahead / static_cast<double>(rows);
    }
    void fallingMean(double newest, std::vector<double>& weights) const {
        const double all = 1 - std::pow(1 - newest, static_cast<double>(lookback_));
        for (std::int64_t back = 1; back <= lookback_; ++back)
            weights[static_cast<std::size_t>(lookback_ - back)] =
                newest * std::pow(1 - newest, static_cast<double>(back - 1)) / all;
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
                for (std::int64_t t = 0; t < lookback_; ++t)
                    out[t][targetAsInput_[static_cast<std::size_t>(target)]][step][target] =
                        weights[static_cast<std::size_t>(t)];
        }
        return values.view({lookback_ * inputs_, steps_ * targets()});
    }

    std::int64_t lookback_, inputs_, steps_;
    const std::vector<std::int64_t>& targetAsInput_;
    std::int64_t season_;
};

/// One map with its bias.
struct Candidate {
    at::Tensor map;   ///< [columns, steps * targets]
    at::Tensor bias;  ///< [steps * targets]
};

/// The deviation of each input beside that of all, for every column [columns] of windows about their mean; 1 for one
/// that never changes.
at::Tensor inputScale(const at::Tensor& x, std::int64_t inputs) {
    const at::Tensor squares = x.square().sum(0).view({-1, inputs}).mean(0), share = squares / squares.mean();
    return at::where(share > 0, share.sqrt(), at::ones_like(share)).repeat({x.size(1) / inputs});
}

/// All ridge regressions around all simple maps, always in the same order. One decomposition of the equations serves
/// every strength: with X'X = Q L Q' the weights that lean to W0 are W0 + Q (L + strength)^-1 Q' X'(Y - X W0). The bias
/// is not held back; it is left out as well, for it is itself a guess where rows are few. Each of the `inputs` counts
/// by its own deviation, so that its unit tells nothing.
std::vector<Candidate> candidates(const Windows& fit, const std::vector<at::Tensor>& simple, std::int64_t inputs) {
    const at::Tensor xMean = fit.x.mean(0), yMean = fit.y.mean(0), plain = fit.x - xMean, y = fit.y - yMean;
    const at::Tensor scale = inputScale(plain, inputs), x = plain / scale;
    const at::Tensor products = x.t().mm(x), across = x.t().mm(y);
    const auto [values, vectors] = at::linalg_eigh(products);
    const double unit = std::max(products.diagonal().mean().item<double>(), 1e-300);
    const auto biasOf = [&](const at::Tensor& map) { return yMean - xMean.unsqueeze(0).mm(map).squeeze(0); };
    std::vector<Candidate> all;
    for (const at::Tensor& start : simple) {
        all.push_back({start, at::zeros_like(yMean)});
        all.push_back({start, biasOf(start)});
        const at::Tensor rest = vectors.t().mm(across - products.mm(start * scale.unsqueeze(1)));
        for (const double strength : kStrengths) {
            const at::Tensor map =
                start + vectors.mm(rest / (values.clamp_min(0) + strength * unit).unsqueeze(1)) / scale.unsqueeze(1);
            all.push_back({map, biasOf(map)});
        }
    }
    return all;
}

/// Sums of squared errors on the scale of the recipe, [candidates, targets].
at::Tensor squaredErrors(const std::vector<Candidate>& all, const Windows& judge, std::int64_t targets) {
    std::vector<at::Tensor> each;
    for (const Candidate& one : all) {
        const at::Tensor error = (judge.y - judge.x.mm(one.map) - one.bias) * judge.scale;
        each.push_back(error.square().view({error.size(0), -1, targets}).sum(at::IntArrayRef{0, 1}));
    }
    return at::stack(each);
}

/// The weight of every candidate, per target, from its errors [candidates, targets]; the last value alone where none is
/// better than it by more than `chance` (0: no candidate is the last value).
at::Tensor weightsOf(const at::Tensor& errors, double power, double chance) {
    at::Tensor weights = at::softmax(-(errors + 1e-300).log() * power, 0);
    if (chance <= 0) return weights;
    const at::Tensor isChance = errors.amin(0) > errors[kLastValue] * (1 - chance);
    at::Tensor alone = at::zeros_like(weights);
    alone[kLastValue].fill_(1);
    return at::where(isChance, alone, weights);
}

/// Their mean by weights [candidates, targets].
Candidate weightedMean(const std::vector<Candidate>& all, const at::Tensor& weights) {
    Candidate mean{at::zeros_like(all.front().map), at::zeros_like(all.front().bias)};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const at::Tensor weight = weights[static_cast<std::int64_t>(i)].repeat({all[i].bias.size(0) / weights.size(1)});
        mean.map += all[i].map * weight;
        mean.bias += all[i].bias * weight;
    }
    return mean;
}

/// What each value of the head starts at besides the map: nothing for a forecast of one number, the spread of the
/// errors for the others. [steps * targets, values]
at::Tensor spreadStart(const Objective& objective, const at::Tensor& residuals, std::int64_t values) {
    if (values == 1) return at::zeros({residuals.size(1), 1}, at::kDouble);
    if (objective.isGaussian())
        return at::stack({at::zeros({residuals.size(1)}, at::kDouble), gaussianSpreadOf(residuals.square().mean(0))},
                         1);
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
    store.find("head.bias")
        ->value.copy_((mean.bias.unsqueeze(1) * (objective.isGaussian() ? at::tensor({1.0, 0.0}, at::kDouble)
                                                                        : at::ones({values}, at::kDouble)) +
                       spread)
                          .reshape({outputs}));
    store.find("head.weight")->value.zero_();
}

/// A recursive decoder goes on in the frame of its window, whose last value, or mean, the rows to come do not have: of
/// a map that is fitted where that is always 0 the weight of it is not known. As for every map that is the same from
/// any anchor, the weights of a target's own column add to 1, those of the other targets' to 0.
void closeSums(at::Tensor& map, const ExperimentConfig& config, const std::vector<std::int64_t>& targetAsInput) {
    const std::int64_t targets = static_cast<std::int64_t>(targetAsInput.size());
    const at::Tensor weights = map.view({config.lookback, -1, targets});
    for (std::int64_t column = 0; column < targets; ++column) {
        // [lookback, targets]
        const at::Tensor own = weights.select(1, targetAsInput[static_cast<std::size_t>(column)]);
        at::Tensor missing = -own.sum(0);
        missing[column] += 1;
        if (config.anchor == "last")
            own.select(0, config.lookback - 1).add_(missing);
        else
            own.add_(missing / static_cast<double>(config.lookback));
    }
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

void fitLinearPath(const TrainPlan& plan, const Objective& objective, const ExampleSource& train,
                   const ExampleSource& validation, std::int64_t season) {
    const ExperimentConfig& config = plan.config;
    if (config.lookback * plan.shape.inputs > kMostColumns || train.size() == 0) return;
    const at::NoGradGuard noGrad;
    const OneThread oneThread;
    const std::int64_t steps = isRecursive(config) ? 1 : config.horizon, targets = plan.shape.targets,
                       count = train.size();
    const SimpleMaps simple(config.lookback, plan.shape.inputs, steps, plan.shape.targetInputs, season);
    const std::vector<at::Tensor> maps = simple.all();
    const auto windows = [&](const ExampleSource& source, std::int64_t first, std::int64_t last, std::int64_t most) {
        return gatherWindows(source, evenly(first, last, most), steps);
    };
    const Windows fitted = windows(train, 0, count, kMostFitted);
    if (!isModest(fitted)) return;
    const std::vector<Candidate> all = candidates(fitted, maps, plan.shape.inputs);
    // Judged on what they were not fitted to: the validation part, and the last part of the training windows with maps
    // fitted to the windows that end before it begins.
    const std::int64_t border = count - count * 2 / 5, before = border - config.horizon;
    at::Tensor errors = at::zeros({static_cast<std::int64_t>(all.size()), targets}, at::kDouble);
    std::int64_t judged = 0;
    Windows last;
    if (before >= kLeastFitted) {
        last = windows(train, border, count, kMostJudged);
        errors +=
            squaredErrors(candidates(windows(train, 0, before, kMostFitted), maps, plan.shape.inputs), last, targets);
        judged += last.y.size(0);
    }
    if (validation.size() > 0) {
        last = windows(validation, 0, validation.size(), kMostJudged);
        errors += squaredErrors(all, last, targets);
        judged += last.y.size(0);
    }
    if (judged == 0) last = windows(train, 0, count, kMostJudged);
    // The likelihood of normal errors of which as many are independent as fit side by side, and a few more: a choice
    // must be made where rows are few, too.
    const double power = static_cast<double>(judged) / static_cast<double>(2 * steps) + kLeastPower;
    const double chance = kChance / std::sqrt(std::max(1.0, static_cast<double>(judged) / static_cast<double>(steps)));
    if (!isModest(last)) return;
    Candidate mean =
        judged > 0 ? weightedMean(all, weightsOf(errors, power, maps.size() > 1 ? chance : 0)) : all.front();
    if (isRecursive(config) && config.anchor != "none") closeSums(mean.map, config, plan.shape.targetInputs);
    writeStart(objective, mean, last.y - last.x.mm(mean.map) - mean.bias);
}

double leastGain(const TrainPlan& plan) {
    if (!fitsLinearPath(plan.config) || plan.windows.validation.size() == 0) return 0;
    return kChance /
           std::sqrt(std::max(1.0, static_cast<double>(plan.windows.validation.size() + plan.config.horizon - 1) /
                                       static_cast<double>(plan.config.horizon)));
}

}  // namespace gatelab
