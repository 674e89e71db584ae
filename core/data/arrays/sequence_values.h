// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/shapes/array_axes.h"
#include "data/arrays/array_roles.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace gatelab {

/// Calls take(number from 0, values [steps][channels]) for each sequence of an array in their order; values at the end
/// of which every channel is missing are no steps, and where the part tells lengths it has as many. Read piece by piece
/// where the file can and sequences come first, so that no more than a copy is held. Cancelled; Corrupt lengths.
Result<> eachSequence(const ArrayFile& file, const SequencePart& part, const ArrayAxes& axes, const Progress& progress,
                      const std::function<void(std::int64_t, std::vector<double>&&)>& take);

}  // namespace gatelab
