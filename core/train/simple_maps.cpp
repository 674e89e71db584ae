// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/simple_maps.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr double kFalling[] = {0.2, 0.5};  // weight of the newest value in a mean with falling weights
// By what a trend falls from row to row (Gardner and McKenzie 1985); 1: it goes on
constexpr double kDamping[] = {0.8, 0.95, 1};

/// Makes them one after the other.
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

/// Mean distance from the mean of its season, over the whole seasons at the end of the window, at each place of the
/// season: [season, lookback]; the places are counted from the first row of the first whole one.
at::Tensor seasonOfWindow(std::int64_t lookback, std::int64_t season) {
    const std::int64_t seasons = lookback / season, first = lookback - seasons * season;
    const double share = 1.0 / static_cast<double>(seasons);
    at::Tensor index = at::zeros({season, lookback}, at::kDouble);
    index.narrow(1, first, seasons * season).sub_(share / static_cast<double>(season));
    auto out = index.accessor<double, 2>();
    for (std::int64_t row = first; row < lookback; ++row) out[(row - first) % season][row] += share;
    return index;
}

}  // namespace

std::vector<at::Tensor> simpleMaps(std::int64_t lookback, std::int64_t inputs, std::int64_t steps,
                                   const std::vector<std::int64_t>& targetAsInput, std::int64_t season) {
    return SimpleMaps(lookback, inputs, steps, targetAsInput, season).all();
}

at::Tensor lastSeasonMap(std::int64_t lookback, std::int64_t steps, std::int64_t season) {
    at::Tensor map = at::zeros({lookback, steps}, at::kDouble);
    auto out = map.accessor<double, 2>();
    for (std::int64_t step = 0; step < steps; ++step) out[lookback - season + step % season][step] = 1;
    return map;
}

at::Tensor smoothingMap(std::int64_t lookback, std::int64_t steps, const Smoother& weights, std::int64_t season) {
    // Smoothing is linear in its values: what each of them adds, from a window that holds a 1 there.
    at::Tensor level = at::zeros({lookback}, at::kDouble), trend = at::zeros({lookback}, at::kDouble);
    for (std::int64_t place = 0; place < lookback; ++place) {
        Smoother one = weights;
        one.start(place == 0 ? 1 : 0);
        for (std::int64_t row = 1; row < lookback; ++row) one.step(place == row ? 1 : 0);
        level[place] = one.level;
        trend[place] = one.trend;
    }
    at::Tensor map = at::zeros({lookback, steps}, at::kDouble);
    double ahead = 0, factor = 1;
    for (std::int64_t step = 0; step < steps; ++step) {
        ahead += factor *= weights.damping;
        map.select(1, step).copy_(level + ahead * trend);
    }
    if (season < 2 || 2 * season > lookback) return map;
    const at::Tensor index = seasonOfWindow(lookback, season);
    const auto placeOf = [&](const at::Tensor& rows) {
        return index.index_select(0, at::remainder(rows - lookback % season, season));
    };
    // [lookback, lookback]: the season of each row of the window
    const at::Tensor within = placeOf(at::arange(lookback, at::kLong));
    const at::Tensor after = placeOf(at::arange(lookback, lookback + steps, at::kLong));
    return map - within.t().mm(map) + after.t();
}

}  // namespace gatelab
