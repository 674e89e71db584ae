// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/experiment_config.h"
#include "run/rank_link.h"
#include "run/run_event.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// What several ranks would gain for some settings, from what was measured. The batch stays as large as it is.
namespace gatelab {

/// Of at least one pair.
LinkCosts slowestOf(std::span<const RankLink> links);

/// From an epoch that one core trained; none where the plan does not tell.
std::optional<SharedStep> sharedStep(const ExperimentConfig& config, const RunPlanInfo& plan, double epochSeconds);

/// Where the ranks are. All machines are taken to be like this one.
struct RankMachines {
    std::int64_t machines = 1;
    std::int64_t cores = 1;  ///< of each
};
/// hosts: RankSetup::hostsText(), beside this computer.
RankMachines machinesOf(const std::string& hosts);

struct RankForecast {
    std::int64_t ranks = 1;
    double compute = 0, exchange = 0;  ///< seconds of a step
    double gain = 1;                   ///< times as fast as one process whose threads have all cores of one machine
};
/// One process takes seconds / cores (no more cores than rows). With p ranks a step takes compute + exchange,
///     compute  = seconds * ceil(blocks / p) / blocks * ceil(p / (machines * cores)): ranks share their cores
///     exchange = 3 delay + 2 (p - 1) perMessage + n (p - n) / p * (blocks / p + 1) * gradientBytes / bytesPerSecond:
/// in the first round a rank sends its blocks' gradients, in the second one sum; n: the ranks of a machine, which share
/// its network, or 1 on one machine. A core takes at least 10 us for each
/// step of a window: rows stop paying there. None: a batch has fewer rows than p.
std::optional<RankForecast> forecastRanks(const SharedStep& work, const LinkCosts& costs, const RankMachines& where,
                                          std::int64_t ranks);
/// For 1, 2, 4, ... 1,024 ranks, as far as the rows of a batch go.
std::vector<RankForecast> forecastRanks(const SharedStep& work, const LinkCosts& costs, const RankMachines& where);
/// What to do with those machines, in a sentence.
Phrase rankAdvice(std::span<const RankForecast> forecasts, const RankMachines& where);
/// What so many cores, on machines of this size, are for with steps of this kind: one run, where its ranks use half of
/// them or more, else as many trials. In a sentence that names the steps.
Phrase coresAdvice(const SharedStep& work, const LinkCosts& costs, std::int64_t coresOfMachine,
                   std::int64_t cores = 64);

}  // namespace gatelab
