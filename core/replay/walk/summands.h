// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/cell_walk.h"
#include "replay/walk/cell_weights.h"
#include "replay/walk/walked_step.h"

#include <cstdint>

namespace gatelab {

/// The summands of the sums of one unit, with what this step adds to the gradients of their weights. Weights and step
/// must outlive it.
class Summands {
public:
    Summands(const CellWeights& weights, const WalkedStep& step, std::int64_t unit)
        : weights_(weights), step_(step), unit_(unit) {}

    /// `block`: which rows of the matrices, in units of the hidden size.
    [[nodiscard]] WalkSum of(const char* key, std::int64_t block, bool input = true, bool hidden = true) const;
    /// Adds the unit's peephole, row `which`, which looks at `cell`; nothing where there is none.
    void peephole(WalkSum& sum, std::int64_t which, const char* cell) const;
    /// Of one output of the projection.
    [[nodiscard]] WalkSum projection(std::int64_t output) const;

private:
    const CellWeights& weights_;
    const WalkedStep& step_;
    std::int64_t unit_;
};

}  // namespace gatelab
