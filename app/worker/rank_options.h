// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/series.h"
#include "run/rank_setup.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace gatelab::worker {

/// Where the ranks of a run compute and how they speak to each other: --hosts, --host-program, --rank-interface,
/// --rank-timeout and --encrypted.
class RankOptions {
public:
    void addTo(CLI::App& command);
    /// All but the hosts: of a run that goes on, which does so on this machine.
    void addLocalTo(CLI::App& command);
    /// The ranks of the hosts come to those of the settings.
    [[nodiscard]] Result<std::shared_ptr<RankSetup>> setup(ExperimentConfig& config) const;

private:
    std::string hosts_, program_, interface_, encrypted_ = "auto";
    std::int64_t timeout_ = 30;
};

/// Whether the hosts can train what this machine has read (checkHosts), whose address they see is kept in the setup.
/// Nothing where there are none.
Result<> askHosts(RankSetup& setup, const ExperimentConfig& config, const Dataset& data);

}  // namespace gatelab::worker
