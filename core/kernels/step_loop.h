// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/recurrent.h"

#include <array>

namespace gatelab {

/// Sums that go into the activation functions of one time step: [batch, hidden] each, in the order of the weights'
/// rows.
struct GateSums {
    std::array<at::Tensor, 4> gate;  ///< GRU: gate[2] is the input part of the candidate only
    at::Tensor candidateHidden;      ///< GRU: the hidden part of the candidate, which r multiplies
};

/// The matrix products of one direction; what `naive` and `cell` differ in.
class StepProducts {
public:
    virtual ~StepProducts() = default;
    /// h: [batch, outputsPerDirection], state before step t.
    virtual GateSums at(std::int64_t t, const at::Tensor& h) = 0;
};
using MakeStepProducts = std::unique_ptr<StepProducts> (*)(const RecurrentSpec& spec, const at::Tensor& input,
                                                           at::TensorList weights);

/// Runs a layer step by step: activation functions, peepholes, projection, recurrent dropout, zoneout, unequal lengths,
/// both directions. Everything that is not a matrix product is here once, so implementations cannot differ in it.
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
