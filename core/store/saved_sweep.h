// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "search/study.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace gatelab {

inline constexpr const char* kSweepFile = "sweep.json";

/// The newest sweep of a workspace: what was asked for, so that its seeds are told from those that come later. Kept in
/// sweep.json, which ends with a checksum of itself (not that of an older program); a member or setting that is not
/// known is damage, too.
struct SavedSweep {
    std::vector<ExperimentConfig> settings;  ///< each with its first seed; of a study none
    std::int64_t seeds = 1;                  ///< successive ones, of each
    /// A sweep with a budget, whose settings are those of its trials (verdict/study_trials.h)
    std::optional<Study> study = {};

    [[nodiscard]] bool isThere() const { return study || !settings.empty(); }

    /// Whether this seed of this setting belongs to the sweep, which chose the best by it.
    [[nodiscard]] static bool isFresh(const ExperimentConfig& setting, std::int64_t seeds, std::int64_t seed) {
        return seed < setting.seed || seed >= setting.seed + seeds;
    }
};

/// In the place of the one before; one that is not there takes the file away. A file that cannot be read is set aside
/// under another name. Blocks for file access; any thread.
Result<> keepSweep(const std::filesystem::path& workspace, const SavedSweep& sweep);
/// Not there where there is none; Corrupt or Unsupported where the file cannot be used.
Result<SavedSweep> savedSweep(const std::filesystem::path& workspace);

}  // namespace gatelab
