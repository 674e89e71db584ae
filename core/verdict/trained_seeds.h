// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "verdict/run_groups.h"
#include "verdict/setting_index.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace gatelab {

/// Which seeds of which settings have come to a score, or diverged, from their own start: to train one again gives the
/// same numbers. A value; quick for thousands of runs.
class TrainedSeeds {
public:
    TrainedSeeds() = default;
    explicit TrainedSeeds(std::span<const RunGroup> groups);
    /// What came of the run with these settings and this seed, whatever it is called. Null: there is none. Valid as
    /// long as this is.
    [[nodiscard]] const SeedScore* find(const ExperimentConfig& config) const;
    [[nodiscard]] bool contains(const ExperimentConfig& config) const { return find(config) != nullptr; }

private:
    SettingIndex settings_;
    std::vector<std::map<std::int64_t, SeedScore>> seeds_;  ///< by number of the setting
};

}  // namespace gatelab
