// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/recurrent.h"

#include <string_view>
#include <vector>

namespace gatelab {

/// Sums that go into the activation functions of one time step: [batch, hidden] each.
struct GateSums {
    /// In the order of the weights' rows; of a candidate that is apart (CellTraits) the input part only
    std::vector<at::Tensor> gate;
    at::Tensor candidateHidden;  ///< its hidden part, which a gate multiplies
};

/// One step of one kind of cell, without zoneout and projection. States are [batch, units] here, c undefined without a
/// cell state; `peephole` [3, hidden], undefined without. `record`, where it is given, gets the blocks after their
/// activation functions, [batch, blocks * hidden].
using CellStep = LayerState (*)(GateSums sums, const LayerState& before, const at::Tensor& peephole,
                                std::vector<at::Tensor>* record);
/// nullptr: there is none for this key of cellTraits().
CellStep findCellStep(std::string_view key);

}  // namespace gatelab
