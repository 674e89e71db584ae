// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/machines/rank_forecast.h"

#include "config/rank_obstacle.h"
#include "config/setting_predicates.h"
#include "device/monitor.h"

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
constexpr double kPays = 0.5;  // of what as many machines would be worth

std::string gainText(double gain) {
    char text[32];
    std::snprintf(text, sizeof text, gain < 1 ? "%.2f" : "%.1f", gain);
    return text;
}

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

RankMachines machinesOf(const std::string& hosts) {
    const std::int64_t others = hosts.empty() ? 0 : 1 + std::ranges::count(hosts, ',');
    return {1 + others, usableCores()};
}

std::optional<RankForecast> forecastRanks(const SharedStep& work, const LinkCosts& costs, const RankMachines& where,
                                          std::int64_t ranks) {
    if (ranks < 1 || ranks > work.rows) return std::nullopt;
    const double floor = std::min(work.seconds, kSecondsOfStep * static_cast<double>(work.steps));
    const auto threads = static_cast<double>(std::clamp<std::int64_t>(where.cores, 1, work.rows));
    const double alone = std::max(work.seconds / threads, floor);
    if (ranks == 1) return RankForecast{1, alone, 0, 1};
    const auto p = static_cast<double>(ranks);
    const std::int64_t blocks = std::max(work.blocks, ranks);
    const double share = std::ceil(static_cast<double>(blocks) / p) / static_cast<double>(blocks);
    const double turns = std::ceil(p / static_cast<double>(std::max<std::int64_t>(1, where.machines * where.cores)));
    RankForecast forecast{ranks};
    forecast.compute = std::max(work.seconds * share, floor) * turns;
    const double toEach = (static_cast<double>(blocks) / p + 1) * work.gradientBytes / p;
    // The ranks of a machine share its network; what they send each other does not go over it.
    const double near = where.machines > 1 ? std::ceil(p / static_cast<double>(where.machines)) : 1;
    const double sent = near * (p - near) * toEach;
    forecast.exchange = kWays * costs.delay + 2 * (p - 1) * costs.perMessage + sent / costs.bytesPerSecond;
    forecast.gain = alone / (forecast.compute + forecast.exchange);
    return forecast;
}

std::vector<RankForecast> forecastRanks(const SharedStep& work, const LinkCosts& costs, const RankMachines& where) {
    std::vector<RankForecast> all;
    for (std::int64_t ranks = 1; ranks <= kMostRanks; ranks *= 2)
        if (const auto forecast = forecastRanks(work, costs, where, ranks)) all.push_back(*forecast);
    return all;
}

Phrase coresAdvice(const SharedStep& work, const LinkCosts& costs, std::int64_t coresOfMachine, std::int64_t cores) {
    const std::int64_t each = std::clamp<std::int64_t>(coresOfMachine, 1, cores);
    const RankMachines where{(cores + each - 1) / each, each};
    double fastest = work.seconds;  // of one core
    std::int64_t ranks = 1;
    for (const RankForecast& one : forecastRanks(work, costs, where))
        if (one.ranks > 1 && one.ranks <= cores && one.compute + one.exchange < fastest)
            fastest = one.compute + one.exchange, ranks = one.ranks;
    const double times = work.seconds / fastest;
    const Phrase shape = {GATELAB_TEXT("Ranks", "steps of %1 rows and %2 kB of gradients"),
                          {work.rows, static_cast<std::int64_t>(std::llround(work.gradientBytes / 1e3))}};
    if (times >= kPays * static_cast<double>(cores))
        return {GATELAB_TEXT("Ranks", "for %1 %2 cores may train one run: %3 ranks are %4 times as fast as one core"),
                {shape, cores, ranks, gainText(times)}};
    if (ranks == 1)
        return {GATELAB_TEXT("Ranks", "for %1 the right use of %2 cores is %2 trials: ranks make a run no faster"),
                {shape, cores}};
    return {GATELAB_TEXT("Ranks",
                         "for %1 the right use of %2 cores is %2 trials: %3 ranks, the fastest, train one run %4 "
                         "times as fast as one core"),
            {shape, cores, ranks, gainText(times)}};
}

Phrase rankAdvice(std::span<const RankForecast> forecasts, const RankMachines& where) {
    if (forecasts.empty()) return {};
    if (where.machines == 1) {
        if (forecasts.size() == 1)
            return GATELAB_TEXT("Ranks", "on one computer threads do the same as ranks, without messages");
        const auto most = std::ranges::max_element(forecasts.subspan(1), {}, &RankForecast::gain);
        return {GATELAB_TEXT("Ranks",
                             "on one computer threads do the same without messages: %1 ranks are %2 times as fast as "
                             "one process with all %3 cores"),
                {most->ranks, gainText(most->gain), where.cores}};
    }
    const auto best = std::ranges::max_element(forecasts, {}, &RankForecast::gain);
    const std::int64_t cores = where.machines * where.cores;
    if (best->ranks == 1)
        return {GATELAB_TEXT("Ranks",
                             "more machines train these settings slower than this computer does with all its cores: "
                             "the right use of %1 cores is %1 trials"),
                {cores}};
    if (best->gain >= kPays * static_cast<double>(where.machines))
        return {GATELAB_TEXT("Ranks",
                             "%1 ranks on %2 machines train these settings %3 times as fast as this computer with all "
                             "its cores: they pay"),
                {best->ranks, where.machines, gainText(best->gain)}};
    return {GATELAB_TEXT("Ranks",
                         "%1 ranks are the fastest, %2 times this computer with all its cores; more than that lose: "
                         "the right use of %3 cores is %3 trials"),
            {best->ranks, gainText(best->gain), cores}};
}

}  // namespace gatelab
