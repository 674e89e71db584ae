// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "device/row_choices.h"

#include <ATen/core/Tensor.h>

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// What computing a batch by one implementation came to.
struct RowTrial {
    enum class End { Timed, Refused, NoMemory, Hangs, Stopped };
    End end = End::Refused;
    double milliseconds = std::numeric_limits<double>::infinity();  ///< Timed: forward and backward
    std::vector<at::Tensor> numbers;                                ///< Timed: outputs and all gradients
    std::string why;                                                ///< Refused: what the library said
};

/// What a measurement came to.
struct RowFinding {
    std::optional<RowChoice> choice;   ///< nothing: the yardstick could not be timed, or it was stopped
    std::vector<Phrase> leftOut;       ///< a sentence for each row that does not count, and why
    std::vector<std::string> hanging;  ///< of them those whose work did not end
    int tried = 0;
    double seconds = 0;
    bool isStopped = false;
};

/// How a measurement is carried out. Tests give a clock and trials of their own.
struct RowMeasurement {
    /// Computes the batch by a row; one that takes more than `hopeless` milliseconds need not be timed well.
    std::function<RowTrial(const std::string& row, double hopeless)> trial;
    double tolerance = 1e-3;      ///< of numbers, as largestDifference tells them
    std::function<double()> now;  ///< seconds
    double maxSeconds = 10;       ///< no row is begun after that
    double trialSeconds = 5;      ///< after which a trial hangs; only told here
};

/// Times `rows` in their order; the first is the yardstick. The fastest counts whose numbers are the yardstick's: a
/// row takes the place of one before it where it needs at most 97 % of its time. A row that is refused, finds no
/// memory or gives other numbers is left out; after one that hangs no more is tried.
RowFinding measureRows(const std::vector<std::string>& rows, const RowMeasurement& measurement);

}  // namespace gatelab
