// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/rank_forecast.h"

#include "config/rank_obstacle.h"
#include "config/setting_predicates.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace gatelab {

namespace {

constexpr std::int64_t kMostRanks = 1024;
constexpr double kSecondsOfStep = 10e-6;  // of a window, however few rows; measured for 24 to 168 steps
/// Two rounds of messages that are expected before they are sent; the first costs one way more where a step is short.
constexpr double kWays = 3;
constexpr double kPays = 0.5;  // of what as many cores would be worth

}  // namespace

LinkCosts slowestOf(std::span<const RankLink> links) {
    LinkCosts costs{0, 0, links.front().bytesPerSecond};
    for (const RankLink& link : links) {
        costs.delay = std::max(costs.delay, link.delay);
        costs.perMessage = std::max(costs.perMessage, link.perMessage);
        costs.bytesPerSecond = std::min(costs.bytesPerSecond, link.bytesPerSecond);
    }
    return costs;
}

std::optional<SharedStep> sharedStep(const ExperimentConfig& config, const RunPlanInfo& plan, double epochSeconds) {
    if (plan.stepsPerEpoch <= 0 || plan.parameters <= 0 || !(epochSeconds > 0)) return std::nullopt;
    const double bytes = isFp64(plan.precision) ? 8 : 4;
    return SharedStep{epochSeconds / static_cast<double>(plan.stepsPerEpoch),
                      bytes * static_cast<double>(plan.parameters), config.batchSize, rankBlocks(config),
                      config.lookback};
}

std::optional<RankForecast> forecastRanks(const SharedStep& work, const LinkCosts& costs, std::int64_t ranks) {
    if (ranks < 1 || ranks > work.rows) return std::nullopt;
    if (ranks == 1) return RankForecast{1, work.seconds, 0, 1};
    const auto p = static_cast<double>(ranks);
    const std::int64_t blocks = std::max(work.blocks, ranks);
    const double share = std::ceil(static_cast<double>(blocks) / p) / static_cast<double>(blocks);
    RankForecast forecast{ranks};
    forecast.compute =
        std::max(work.seconds * share, std::min(work.seconds, kSecondsOfStep * static_cast<double>(work.steps)));
    const double sent = (p - 1) / p * (static_cast<double>(blocks) / p + 1) * work.gradientBytes;
    forecast.exchange = kWays * costs.delay + 2 * (p - 1) * costs.perMessage + sent / costs.bytesPerSecond;
    forecast.gain = work.seconds / (forecast.compute + forecast.exchange);
    return forecast;
}

std::vector<RankForecast> forecastRanks(const SharedStep& work, const LinkCosts& costs) {
    std::vector<RankForecast> all;
    for (std::int64_t ranks = 1; ranks <= kMostRanks; ranks *= 2)
        if (const auto forecast = forecastRanks(work, costs, ranks)) all.push_back(*forecast);
    return all;
}

Phrase rankAdvice(std::span<const RankForecast> forecasts, std::int64_t cores) {
    if (forecasts.empty()) return {};
    const auto best = std::ranges::max_element(forecasts, {}, &RankForecast::gain);
    if (best->ranks == 1)
        return {GATELAB_TEXT("Ranks",
                             "more ranks train these settings slower than one does: the right use of %1 cores is %1 "
                             "trials"),
                {cores}};
    char gain[32];
    std::snprintf(gain, sizeof gain, "%.1f", best->gain);
    if (best->ranks >= cores && best->gain >= kPays * static_cast<double>(cores))
        return {GATELAB_TEXT("Ranks", "%1 ranks train these settings %2 times as fast: they pay"),
                {best->ranks, std::string(gain)}};
    return {GATELAB_TEXT("Ranks",
                         "%1 ranks are the fastest, %2 times one; more than that lose: the right use of %3 cores is "
                         "%3 trials"),
            {best->ranks, std::string(gain), cores}};
}

}  // namespace gatelab
