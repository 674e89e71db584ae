// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "inspect/inspection.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

/// A cell whose valves a learner sets by hand, on the sequences of a lesson whose answer is one number.
namespace gatelab {

/// In the order in which they stand in the picture.
enum class HandValve { Forget, InputAtMarks, InputElsewhere, Output };
inline constexpr std::size_t kHandValves = 4;
/// From 0 (shut) to 1 (open).
using HandValves = std::array<double, kHandValves>;

/// One sequence as the hand's cell reads it.
struct HandSequence {
    std::vector<double> numbers;  ///< first input of each step
    std::vector<bool> isMarked;   ///< steps at which the lesson's marking input is 1
    double target = 0;
};

/// c and h at each step: c = f c(t-1) + i x, h = o tanh(c), with i as it is set for marked steps or for all others.
struct HandStates {
    std::vector<double> cell, hidden;
};
HandStates handStates(const HandSequence& sequence, const HandValves& valves);

/// What a head makes of the last h, fitted to all sequences by least squares.
struct HandAnswer {
    double slope = 0, offset = 0;
    double error = 0;     ///< mean squared error of slope h + offset
    double constant = 0;  ///< mean squared error of the best constant answer: the variance of the targets
    [[nodiscard]] double of(const HandStates& states) const { return slope * states.hidden.back() + offset; }
};
/// `sequences` are not empty.
HandAnswer handAnswer(const std::vector<HandSequence>& sequences, const HandValves& valves);

/// The validation part. Left out are sequences whose first step is marked: the adding problem counts it as 0. `marks`:
/// name of the marking input. InvalidInput where there is none, or no single number is asked for. Blocks.
Result<std::vector<HandSequence>> handSequences(Inspector& inspector, const std::string& marks);

}  // namespace gatelab
