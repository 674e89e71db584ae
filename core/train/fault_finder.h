// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "batch/batcher.h"
#include "observe/metric_tap.h"
#include "step/objective.h"

#include <cstdint>
#include <string>

namespace gatelab {

/// What made a step non-finite, for its message.
struct FaultCause {
    Phrase what;    ///< "the input 'OT' is nan at row 118 (2016-07-05 21:00:00), in training window 17"
    Phrase remedy;  ///< "mend or leave out this value"
};

/// A step whose loss or length of the gradient is no finite number.
struct FailedStep {
    StepPlace place;
    /// Layer where it had a NaN or infinity (nonFiniteWeights, nonFiniteGradient); empty: nowhere
    std::string weights, gradient;
    bool isLossFinite = true;
};

/// Looks for the first NaN or infinity of a failed step, in the order in which it spreads: values of the batch,
/// weights, loss, gradient. A loss or gradient is traced to one example by running the step's examples one by one,
/// without dropout; where each of them is finite and only their sum is not, the largest one is named. Overwrites the
/// gradients; seldom used, so it may synchronise. Training thread.
FaultCause findFault(const Objective& objective, Batcher& batcher, const FailedStep& step);

/// Name of the first layer with a NaN or infinity in its weights or its gradient; empty: all are finite. Synchronises.
std::string nonFiniteWeights(const ParameterStore& store);
std::string nonFiniteGradient(const ParameterStore& store);

}  // namespace gatelab
