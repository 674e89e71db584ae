// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/experiment_config.h"
#include "run/rank_link.h"
#include "run/run_event.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// What several ranks would gain for some settings, from what was measured. The batch stays as large as it is.
namespace gatelab {

/// Of at least one pair.
LinkCosts slowestOf(std::span<const RankLink> links);

/// From an epoch that one core trained; none where the plan does not tell.
std::optional<SharedStep> sharedStep(const ExperimentConfig& config, const RunPlanInfo& plan, double epochSeconds);

struct RankForecast {
    std::int64_t ranks = 1;
    double compute = 0, exchange = 0;  ///< seconds of a step
    double gain = 1;                   ///< times as fast as one rank
};
/// With p ranks a step takes compute + exchange,
///     compute  = seconds * ceil(blocks / p) / blocks, at least 10 us for each step of a window: rows stop paying there
///     exchange = 3 delay + 2 (p - 1) perMessage + (p - 1) / p * (blocks / p + 1) * gradientBytes / bytesPerSecond:
/// in the first round a rank sends its blocks' gradients, in the second one sum. None: a batch has fewer rows than p.
std::optional<RankForecast> forecastRanks(const SharedStep& work, const LinkCosts& costs, std::int64_t ranks);
/// For 1, 2, 4, ... 1,024 ranks, as far as the rows of a batch go.
std::vector<RankForecast> forecastRanks(const SharedStep& work, const LinkCosts& costs);
/// What to do with `cores` cores, in a sentence.
Phrase rankAdvice(std::span<const RankForecast> forecasts, std::int64_t cores = 64);

}  // namespace gatelab
