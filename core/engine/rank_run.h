// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "run/rank_link.h"
#include "run/rank_setup.h"
#include "session/engine.h"
#include "train/pipeline.h"

#include <cstdint>
#include <vector>

namespace gatelab {

/// runPipeline of this run, which trains in no group, as rank 0 of as many processes as its settings ask for: it starts
/// the others, and they have ended when it returns. Blocks.
Result<PipelineEnd> runAsFirst(PipelineInput input, const RankSetup& setup);

/// The same run as one of the others. `channel`: to who started this process, closed at the end. What the run is comes
/// from there; of `input` only the control, channel, progress and state are used.
Result<PipelineEnd> runAsFollower(PipelineInput input, const RankChannel& channel);

/// What messages cost between `size` ranks, of which this thread is the first: it starts the others, and they have
/// ended when it returns. They train nothing. Cancelled soon after progress, asked on a thread of its own, says stop.
/// Blocks.
Result<std::vector<RankLink>> measureAsFirst(const RankSetup& setup, std::int64_t size, const Progress& progress);

}  // namespace gatelab
