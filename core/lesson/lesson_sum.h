// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/inspection.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

/// What a network's memory tells of the sum of the marked numbers that it has read so far.
namespace gatelab {

/// The sum of the first input over the steps up to each at which another input is 1. Beside it a weighted sum of all
/// units' cell states (h where there is no c), one weight a unit for all steps, fitted by least squares to sequences of
/// the validation part; what is told of it is measured on sequences that had no part in the fit. Left out are those
/// whose first step is marked: the adding problem counts it as 0.
struct SumReading {
    std::vector<double> truth, said;  ///< [step] of the window that is shown; empty: none is
    /// Correlation over all steps of those other sequences: of the weighted sum, and of the single unit that follows
    /// the sum best. NaN: there is no such input, or too few sequences.
    double follows = std::numeric_limits<double>::quiet_NaN(), alone = follows;
    std::int64_t unit = -1;  ///< that one, from 0
};
/// `marks`: name of the marking input. `shown`: a window of the validation part, which is kept out of the fit; null:
/// only the correlations are asked for. Blocks.
Result<SumReading> readSum(Inspector& inspector, const std::string& marks, const GateView* shown);

/// Mean squared error over the validation part of the best constant answer: the variance of what is asked for, in the
/// unit of the data. NaN: more than one number is asked for.
Result<double> averageError(Inspector& inspector);

}  // namespace gatelab
