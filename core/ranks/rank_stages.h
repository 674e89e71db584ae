// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ranks/rank_rounds.h"
#include "ranks/staged_pass.h"

#include <cstddef>
#include <string>
#include <vector>

namespace gatelab {

/// The messages of a pass through layers that ranks share: chunks from neighbour to neighbour, all of them expected
/// before anything is computed, and at the end what each rank's layers leave, to all. An attempt at an operation of
/// RankMembership, whose errors it gives. It outlives the members' group, which writes to its buffers.
class RankStages {
public:
    RankStages(RankMembership& members, RankRounds& rounds) : members_(members), rounds_(rounds) {}

    /// Flags of rank 0, then what all layers leave, in their order.
    Result<std::string> pass(const StagedPass& staged, const RankRounds::MakeHead& make);

private:
    using Bytes = std::vector<std::byte>;
    class Messages;

    Result<> layOut(const StagedPass& staged, RankShare mine);

    RankMembership& members_;
    RankRounds& rounds_;
    std::vector<Bytes> forthIn_, forthOut_, backIn_, backOut_;  ///< by chunk; they stay until the group is closed
};

}  // namespace gatelab
