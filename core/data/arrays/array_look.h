// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/arrays/array_roles.h"
#include "data/arrays/axis_order.h"

#include <vector>

namespace gatelab {

/// How the arrays of a file can be read as sequences, known without their values.
struct ArrayLook {
    SequenceArrays arrays = {};
    std::vector<AxisOrder> orders = {};  ///< the likeliest first; empty: no array holds sequences
    bool isTaken = false;                ///< the first of them is how the file is read unless told otherwise
};
ArrayLook lookAtArrays(const ArrayFile& file, const ExperimentConfig& options);

/// "40 sequences of 100 steps, 6 channels", with the test part where there is one; of values without answers series.
Phrase outcomeOf(const ArrayLook& look, const AxisOrder& order);

}  // namespace gatelab
