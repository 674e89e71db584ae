// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/start_choice.h"

#include "train/simple_maps.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

// Independent errors that are counted besides those that there are: a choice must be made where rows are few, too
constexpr double kMinPower = 6, kMinFamilyPower = 3;
constexpr double kChance = 0.7;  // in standard errors: of many to choose from the best is better by chance
constexpr std::size_t kMaxNamed = 3;
/// Every simple map has as many places in the first family as the one before it.
constexpr std::int64_t kLastValuePlace = kLastValueMap * kMapsAround;

/// Sums of squared errors on the scale of the recipe, [maps, targets]; [maps, 1] of a family that is one target's.
at::Tensor squaredErrors(const StartFamily& family, const StartWindows& judge, const StartShape& shape) {
    const std::int64_t count = judge.x.size(0);
    const auto own = [&](const at::Tensor& values) {
        return values.view({count, shape.steps, shape.targets()}).select(2, family.target);
    };
    const bool isOwn = family.target >= 0;
    const at::Tensor x = isOwn ? judge.x.view({count, shape.lookback, shape.inputs})
                                     .select(2, shape.targetAsInput[static_cast<std::size_t>(family.target)])
                               : judge.x,
                     y = isOwn ? own(judge.y) : judge.y, scale = isOwn ? own(judge.scale) : judge.scale;
    std::vector<at::Tensor> each;
    for (const StartMap& one : family.maps) {
        const at::Tensor error = (y - x.mm(one.map) - one.bias) * scale;
        each.push_back(
            error.square().view({count, shape.steps, isOwn ? 1 : shape.targets()}).sum(at::IntArrayRef{0, 1}));
    }
    return at::stack(each);
}

/// The likelihood of normal errors of which as many are independent as fit side by side, and `more`.
at::Tensor weightsOf(const at::Tensor& errors, double independent, double more) {
    return at::softmax(-(errors + 1e-300).log() * (independent / 2 + more), 0);
}

/// The map of one target from all inputs, [lookback * inputs, steps], of a map of this family.
StartMap ofTarget(const StartMap& one, const StartFamily& family, const StartShape& shape, std::int64_t target) {
    if (family.target < 0)
        return {one.map.view({-1, shape.steps, shape.targets()}).select(2, target),
                one.bias.view({shape.steps, shape.targets()}).select(1, target)};
    at::Tensor map = at::zeros({shape.lookback, shape.inputs, shape.steps}, at::kDouble);
    map.select(1, shape.targetAsInput[static_cast<std::size_t>(target)]).copy_(one.map);
    return {map.view({-1, shape.steps}), one.bias};
}

StartMap weightedMean(const std::vector<StartMap>& maps, const at::Tensor& weights) {
    StartMap mean{at::zeros_like(maps.front().map), at::zeros_like(maps.front().bias)};
    for (std::size_t i = 0; i < maps.size(); ++i) {
        const double weight = weights[static_cast<std::int64_t>(i)].item<double>();
        mean.map = mean.map + weight * maps[i].map;
        mean.bias = mean.bias + weight * maps[i].bias;
    }
    return mean;
}

}  // namespace

void LinearStart::add(const Text& name, double share) {
    for (Share& one : shares)
        if (std::string_view(one.name.source) == name.source) {
            one.share += share;
            return;
        }
    shares.push_back({name, share});
}

Phrase LinearStart::describe() const {
    std::vector<Share> sorted = shares;
    std::ranges::stable_sort(sorted, std::ranges::greater(), &Share::share);
    Phrase all;
    for (std::size_t i = 0; i < std::min(sorted.size(), kMaxNamed); ++i) {
        const std::int64_t percent = std::llround(100 * sorted[i].share);
        if (percent < 1) break;
        const Phrase one(GATELAB_TEXT("Start", "%1 (%2 %)"), {Phrase(sorted[i].name), percent});
        all = all.empty() ? one : Phrase(GATELAB_TEXT("Start", "%1, %2"), {all, one});
    }
    if (all.empty()) return all;
    return {GATELAB_TEXT("Start", "The linear path starts as what did best on rows that it was not fitted to: %1"),
            {all}};
}

StartChooser::StartChooser(const StartShape& shape, const std::vector<StartFamily>& families)
    : shape_(shape), families_(families), shares_(families.size(), 0.0) {
    for (const StartFamily& family : families)
        errors_.push_back(at::zeros(
            {static_cast<std::int64_t>(family.maps.size()), family.target < 0 ? shape.targets() : 1}, at::kDouble));
}

void StartChooser::judge(const std::vector<StartFamily>& families, const StartWindows& windows) {
    for (std::size_t i = 0; i < families.size(); ++i) errors_[i] += squaredErrors(families[i], windows, shape_);
    judged_ += windows.x.size(0);
}

StartMap StartChooser::choose() {
    std::vector<at::Tensor> maps, biases;
    for (std::int64_t target = 0; target < shape_.targets(); ++target) {
        StartMap one = judged_ > 0 ? chooseFor(target) : ofTarget(families_[0].maps[0], families_[0], shape_, target);
        maps.push_back(std::move(one.map)), biases.push_back(std::move(one.bias));
    }
    return {at::stack(maps, 2).flatten(1), at::stack(biases, 1).flatten()};
}

LinearStart StartChooser::said() const {
    LinearStart start;
    if (judged_ == 0) return start;
    for (std::size_t i = 0; i < families_.size(); ++i) start.add(families_[i].name, shares_[i]);
    start.add(GATELAB_TEXT("Start", "the last value"), lastValues_);
    return start;
}

/// Whether the least error is not better than that of the last value by more than chance.
bool StartChooser::isChance(std::int64_t target, double least) const {
    if (errors_[0].size(0) <= kLastValuePlace) return false;
    const double independent = static_cast<double>(judged_) / static_cast<double>(shape_.steps);
    return least >
           errors_[0][kLastValuePlace][target].item<double>() * (1 - kChance / std::sqrt(std::max(1.0, independent)));
}

StartMap StartChooser::chooseFor(std::int64_t target) {
    const double independent = static_cast<double>(judged_) / static_cast<double>(shape_.steps),
                 part = 1.0 / static_cast<double>(shape_.targets());
    std::vector<StartMap> means;
    std::vector<at::Tensor> errors;
    std::vector<std::size_t> numbers;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < families_.size(); ++i) {
        const StartFamily& family = families_[i];
        if (family.target >= 0 && family.target != target) continue;
        const at::Tensor its = errors_[i].select(1, family.target < 0 ? target : 0),
                         weights = weightsOf(its, independent, kMinPower);
        least = std::min(least, its.min().item<double>());
        means.push_back(ofTarget(weightedMean(family.maps, weights), family, shape_, target));
        errors.push_back((weights * its).sum());
        numbers.push_back(i);
    }
    if (isChance(target, least)) {
        lastValues_ += part;
        return ofTarget(families_[0].maps[kLastValuePlace], families_[0], shape_, target);
    }
    const at::Tensor weights = weightsOf(at::stack(errors), independent, kMinFamilyPower);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        shares_[numbers[i]] += part * weights[static_cast<std::int64_t>(i)].item<double>();
    return weightedMean(means, weights);
}

}  // namespace gatelab
