// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "data/prepared_windows.h"
#include "run/heldout_scores.h"
#include "store/workspace.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace gatelab::worker {

/// Scores of strong baselines on the test part, and what is to be said of them: what one chose and took, or why it is
/// left out.
struct StrongScores {
    std::vector<TestScore> scores = {};
    std::vector<TestScore> validation = {};  ///< on the validation part, where they are kept
    std::vector<std::string> notes = {};
};
Result<StrongScores> strongScores(const PreparedWindows& all, std::span<const std::string> keys,
                                  const Progress& progress);

/// Those that take less than kQuickSeconds together; of the others the notes say how long they would take and how to
/// have them. Nothing where the settings read sequences or have no test part, or a signal came.
StrongScores quickScores(const std::shared_ptr<const Dataset>& data, const ExperimentConfig& config, bool json);

/// The quick ones of the first of these runs, which differ in the seed alone, kept with each. What cannot be kept is
/// told in the notes; nothing where the runs are none of one series. `data`: null: read by the run's settings.
StrongScores keptScores(Workspace& workspace, std::span<const std::string> runs,
                        const std::shared_ptr<const Dataset>& data, bool json);

}  // namespace gatelab::worker
