// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "ranks/pipe_store.h"
#include "ranks/rank_network.h"
#include "run/rank_link.h"

#include <vector>

namespace gatelab {

/// Measures the messages between all pairs of ranks, one after the other, of more than 8 ranks those of rank 0 and of
/// neighbours; all of them call this. Rank 0 gets the pairs in
/// their order (0 1, 0 2, ..., 1 2, ...), the others nothing. Errors are those of RankGroup. Blocks: some tenths of a
/// second for a pair on one machine.
Result<std::vector<RankLink>> measureLinks(PipeStore& store, const RankNetwork& network);

}  // namespace gatelab
