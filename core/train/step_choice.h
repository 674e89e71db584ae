// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/train_plan.h"

#include <cstdint>
#include <optional>
#include <string>

namespace gatelab {

/// What "auto" and 0 threads stand for on this machine: a row of the recurrent implementations, and how many threads.
struct StepChoice {
    std::string implementation;
    std::int64_t threads = 1;

    friend bool operator==(const StepChoice&, const StepChoice&) = default;
};

/// All that the time of a step depends on, the machine among it: "AMD EPYC|2|lstm 1 one fp32 T96 B64 I8 H64 adam split".
std::string choiceKey(const TrainPlan& plan);

/// Choices by measurement, kept in the user's cache from run to run, so that the same settings take the same choice on a busy day as on an idle one. A file that
/// cannot be read or written only means that the choice is measured again.
std::optional<StepChoice> keptChoice(const std::string& key);
void keepChoice(const std::string& key, const StepChoice& choice);

}  // namespace gatelab
