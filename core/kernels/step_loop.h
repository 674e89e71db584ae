// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/recurrent.h"

#include <memory>
#include <string_view>
#include <vector>

namespace gatelab {

/// Sums that go into the activation functions of one time step: [batch, hidden] each.
struct GateSums {
    /// In the order of the weights' rows; of a candidate that is apart (CellTraits) the input part only
    std::vector<at::Tensor> gate;
    at::Tensor candidateHidden;  ///< its hidden part, which a gate multiplies
    at::Tensor eigenvalues;      ///< [blocks, hidden]: the weights of a cell that has them (CellTraits)
};

/// One step of one kind of cell, without zoneout and projection. States are [batch, units] here, c undefined without a
/// cell state, [batch, 2 * hidden] where a unit has a second number; `peephole` [3, hidden], undefined without.
/// `record`, where it is given, gets the blocks after their activation functions, [batch, blocks * hidden].
using CellStep = LayerState (*)(GateSums sums, const LayerState& before, const at::Tensor& peephole,
                                std::vector<at::Tensor>* record);
/// nullptr: there is none for this key of cellTraits().
CellStep findCellStep(std::string_view key);

/// The tensors of one direction by name; undefined: the cell has none.
struct DirectionWeights {
    at::Tensor wIh, wHh, bIh, bHh, wHr;
};
DirectionWeights directionWeights(const RecurrentSpec& spec, at::TensorList weights);

/// Real and imaginary part of the number by which a cell with eigenvalues turns its state, and the factor of what is
/// added: [hidden] each, from its weight_hh [3 * hidden, 1] or [3, hidden].
struct Eigenvalues {
    at::Tensor real, imaginary, scale;
};
Eigenvalues eigenvaluesOf(const at::Tensor& weights);
/// The share that a minLSTM keeps: f / (i + f) of the gates with these sums.
at::Tensor minLstmForget(const at::Tensor& inputSum, const at::Tensor& forgetSum);

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
