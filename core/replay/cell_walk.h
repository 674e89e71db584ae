// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/cell_walk.h"
#include "replay/opened_network.h"

#include <memory>

namespace gatelab {

/// Walks through single steps of a network's cells. What comes from the whole window (states, and LibTorch's gradients
/// with respect to them) is kept until window or edits change, so that another step, layer or unit costs nothing;
/// within the step every number follows from the papers' formulas.
class CellWalker {
public:
    /// `network` is best a float64 one; edits change its weights for the length of the call only. InvalidInput for a
    /// step, unit or place that is not there, or a number that is not finite.
    Result<CellWalk> walk(const OpenedNetwork& network, const WalkRequest& request);
    /// The network has other weights, or is another one.
    void forget();

    CellWalker();
    ~CellWalker();

private:
    struct Pass;
    std::unique_ptr<Pass> plain_, edited_;
};

}  // namespace gatelab
