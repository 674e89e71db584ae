// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/arrays/array_roles.h"

#include <string>
#include <vector>

/// Which dimension of an array counts sequences, which their steps, which their channels: a guess that is weighed.
namespace gatelab {

/// One order of the dimensions.
struct AxisOrder {
    std::string shape;  ///< of kArrayShapes
    double score = 0;   ///< above 0, at most 1; comparable within one file
    Phrase reason;
};

/// The orders that can be, the likeliest first. What counts: the names of the dimensions, as many answers as there
/// are sequences, what training and test part have in common, more steps than channels, and what is usual among the
/// users of such files. `format`: reader's key. Empty: there are no values.
std::vector<AxisOrder> weighAxes(const SequenceArrays& arrays, const std::string& format);

/// Whether the first of them leaves no doubt.
bool isCertain(const std::vector<AxisOrder>& orders);

/// Whether answers of this shape can be those of so many sequences.
bool fitsSequences(const StoredArray& answers, std::int64_t sequences);

}  // namespace gatelab
