// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "run/rank_link.h"
#include "run/rank_setup.h"

#include <cstdint>
#include <vector>

namespace gatelab {

/// What messages cost between `size` ranks, those of the hosts among them (which were asked before: checkHosts), pair
/// by pair: 0 1, 0 2, ..., 1 2, ... Rank 0 is this thread; the others are started, and have ended when it returns.
/// Cancelled, with all of them ended, soon after progress (asked on a thread of its own) says stop.
/// Errors: those of the engine that cannot be opened, of ranks that cannot be started or are lost. Blocks.
Result<std::vector<RankLink>> measureRanks(const RankSetup& setup, std::int64_t size, const Progress& progress = {});

}  // namespace gatelab
