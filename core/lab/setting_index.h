// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace gatelab {

/// Numbers the settings that it meets, from 0: runs of one setting (in the sense of RunGroup) have one number. Quick for thousands of runs.
class SettingIndex {
public:
    /// The number of this run's setting; a new one for a setting not met before.
    std::size_t add(const ExperimentConfig& config);
    [[nodiscard]] std::optional<std::size_t> find(const ExperimentConfig& config) const;
    [[nodiscard]] std::size_t size() const { return settings_.size(); }

private:
    [[nodiscard]] std::optional<std::size_t> find(const ExperimentConfig& setting, std::size_t hash) const;
    std::vector<ExperimentConfig> settings_;  ///< without what is free
    std::unordered_multimap<std::size_t, std::size_t> byHash_;
};

}  // namespace gatelab
