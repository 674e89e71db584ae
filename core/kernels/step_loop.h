// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/cell_step.h"

#include <memory>

namespace gatelab {

/// The matrix products of one direction; what `naive` and `cell` differ in.
class StepProducts {
public:
    virtual ~StepProducts() = default;
    /// h: [batch, outputsPerDirection], state before step t.
    virtual GateSums at(std::int64_t t, const at::Tensor& h) = 0;
};
using MakeStepProducts = std::unique_ptr<StepProducts> (*)(const RecurrentSpec& spec, const at::Tensor& input,
                                                           at::TensorList weights);

/// Runs a layer step by step: the cell's own step, projection, recurrent dropout, zoneout, unequal lengths, both
/// directions. Everything that is not a matrix product is here once, so implementations cannot differ in it.
RecurrentResult runStepLoop(const RecurrentCall& call, MakeStepProducts makeProducts);

/// Reason for which the step loop cannot run the layer; empty: it can.
Phrase stepLoopSupported(const RecurrentSpec& spec, at::Device device, at::ScalarType dtype);

/// Masks of one direction of a layer in training; undefined where there are none.
struct DirectionMasks {
    at::Tensor recurrent;                   ///< [batch, outputs], the same for every step
    at::Tensor zoneoutHidden, zoneoutCell;  ///< [time, batch, ...]: 1 = keep the old value
};
DirectionMasks drawMasks(const RecurrentCall& call, bool reverse);

}  // namespace gatelab
