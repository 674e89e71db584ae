// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/workspace.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace gatelab {

/// Numbers the settings that it meets, from 0: runs of one setting (in the sense of RunGroup) have one number. Quick
/// for thousands of runs.
class SettingIndex {
public:
    /// The number of this run's setting; a new one for a setting not met before.
    std::size_t add(const RunSummary& run);
    [[nodiscard]] std::optional<std::size_t> find(const RunSummary& run) const;
    [[nodiscard]] std::size_t size() const { return settings_.size(); }

private:
    using Setting = std::pair<ExperimentConfig, std::string>;  ///< without what is free; givenStart()
    [[nodiscard]] std::optional<std::size_t> find(const Setting& setting, std::size_t hash) const;
    std::vector<Setting> settings_;
    std::unordered_multimap<std::size_t, std::size_t> byHash_;
};

}  // namespace gatelab
