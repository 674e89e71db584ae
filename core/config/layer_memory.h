// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

namespace gatelab {

/// A call of a recurrent layer, of one of its directions.
struct LayerCall {
    double steps = 0, batch = 0, features = 0;
    double hidden = 0, out = 0;   ///< out: less than hidden with a projection
    double bytes = 4;             ///< of a number in the passes
    bool bothDirections = false;  ///< the other one's output waits for this one's
    bool first = true;            ///< of the stack
    bool masked = false;          ///< sequences of unequal length, one direction after the other
    /// The loss, or the layer above, sees more than the last state: there is a gradient of every step's output
    bool everyStepCounts = true;
    bool inputLearns = true;  ///< there is a gradient of what it sees
    double blocks = 1;        ///< of the batch's rows, each with room of its own, in the whole step
};

/// What LibTorch or the own kernel holds for it on the CPU, in bytes, weights left out.
struct LayerMemory {
    double kept = 0;           ///< for the backward pass, its output among it
    double forward = 0;        ///< besides, while the forward pass runs
    double backward = 0;       ///< besides, while the backward pass runs
    double inputGradient = 0;  ///< besides, of each step
    double inference = 0;      ///< all of it without gradients
    /// Besides, from the first layer's forward pass to its backward pass: the whole step packs the weights of all
    /// layers at once
    double packed = 0;
    bool keepsOutput = false;  ///< the layer above need not keep what it sees
    bool masksOutput = true;   ///< what comes after a sequence's end is computed and masked, in copies
    bool turnsInput = false;   ///< the reverse direction keeps what it sees turned round
};

/// From formulas whose coefficients were measured with the counting allocator (gatelab-worker study memory) for
/// LibTorch 2.11; a test keeps formulas and measurement together.
LayerMemory layerMemory(const ExperimentConfig& config, const LayerCall& call);

}  // namespace gatelab
