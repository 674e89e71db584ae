// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "store/workspace.h"

#include <cstdint>
#include <vector>

namespace gatelab {

/// What a run that several ranks train has told of them in its newest steps.
struct RankActivity {
    RunSummary run;
    std::int64_t ranks = 1;
    double waiting = 0;  ///< share of a step, mean over the ranks and steps; NaN: not told yet
    double bytes = 0;    ///< per step, sent and received by rank 0; NaN: not told yet
    /// Of each rank: in what share of the steps it computed longest, so that all others waited for it
    std::vector<double> slowest;

    /// The rank that was it most often; -1: not known.
    [[nodiscard]] std::int64_t slowestRank() const;
};
/// The runs of a workspace that train with ranks now, in any process, from their records (a second old at most). Blocks
/// for file access; any thread.
Result<std::vector<RankActivity>> rankActivities(Workspace& workspace);

}  // namespace gatelab
