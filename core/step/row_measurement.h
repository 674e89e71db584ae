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

/// Seconds after which work of a trial hangs: far more than `yardstick`, the milliseconds of a batch by the row before
/// all others, which is waited for without a limit, as the steps of the run would be.
double trialLimit(double yardstick);

/// What a measurement came to.
struct RowFinding {
    std::optional<RowChoice> choice;  ///< nothing: the yardstick could not be timed, or it was stopped
    std::vector<Phrase> leftOut;      ///< a sentence for each row that does not count, and why
    std::string hanging;              ///< the row whose work did not end; what was chosen until then is not used
    double hangSeconds = 0;           ///< after which it was given up
    int tried = 0;
    double seconds = 0;
    bool isStopped = false;
};

/// How a measurement is carried out. Tests give a clock and trials of their own.
struct RowMeasurement {
    /// Computes the batch by a row; one that takes more than `hopeless` milliseconds need not be timed well. Work that
    /// takes longer than `limit` seconds waits for something that does not come.
    std::function<RowTrial(const std::string& row, double hopeless, double limit)> trial;
    double tolerance = 1e-3;      ///< of numbers, as largestDifference tells them
    std::function<double()> now;  ///< seconds
    double maxSeconds = 10;       ///< no row is begun after that
};

/// Times `rows` in their order; the first is the yardstick. The fastest counts whose numbers are the yardstick's: a
/// row takes the place of one before it where it needs at most 97 % of its time. A row that is refused, finds no
/// memory or gives other numbers is left out. One that hangs ends it: the GPU is of no use to this process any more.
RowFinding measureRows(const std::vector<std::string>& rows, const RowMeasurement& measurement);

}  // namespace gatelab
