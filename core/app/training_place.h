// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"
#include "run/rank_setup.h"

#include <cstdint>
#include <memory>

namespace gatelab {

/// Where the ranks of a run compute: how many on this machine, and those of other ones. No bit depends on it, so that a
/// run goes on elsewhere than it began.
struct TrainingPlace {
    std::int64_t ranks = 0;  ///< on this machine; 0: as many as the settings say
    RankSetup setup = {};

    /// Whether it says more than the settings do.
    [[nodiscard]] bool isChosen() const { return ranks > 0 || !setup.hosts.empty(); }
};

/// New settings as they train there: the ranks of the hosts come to those of this machine.
ExperimentConfig placedAt(const TrainingPlace& place, ExperimentConfig config);
/// Settings of a kept run, which count the ranks of the hosts that it had: as many in all where `place` names no number
/// of its own, but at least one here.
ExperimentConfig placedAgain(const TrainingPlace& place, ExperimentConfig config);

/// The place with the address under which its hosts see this machine: they were asked whether they can train these
/// settings with the data that this machine has read (checkHosts). The same where there are none. Blocks.
Result<std::shared_ptr<const TrainingPlace>> reachHosts(const std::shared_ptr<const TrainingPlace>& place,
                                                        const ExperimentConfig& placed, const Dataset& data);

}  // namespace gatelab
