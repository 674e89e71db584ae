// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/run_groups.h"
#include "lab/setting_index.h"

#include <cstdint>
#include <set>
#include <span>
#include <vector>

namespace gatelab {

/// Which seeds of which settings have come to a score, or diverged, from their own start: to train one again gives the
/// same numbers. A value; quick for thousands of runs.
class TrainedSeeds {
public:
    TrainedSeeds() = default;
    explicit TrainedSeeds(std::span<const RunGroup> groups);
    /// Whether there is a run with these settings and this seed, whatever it is called.
    [[nodiscard]] bool contains(const ExperimentConfig& config) const;

private:
    SettingIndex settings_;
    std::vector<std::set<std::int64_t>> seeds_;  ///< by number of the setting
};

}  // namespace gatelab
