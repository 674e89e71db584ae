// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/train_plan.h"

#include <optional>
#include <string>

namespace gatelab {

/// All that the time of a step depends on, the machine among it: "AMD EPYC|2|lstm 1 one fp32 T96 B64 I8 H64 adam
/// split".
std::string choiceKey(const TrainPlan& plan);

/// Rows of the recurrent implementations that were chosen by measurement, kept in the user's cache from run to run, so
/// that the same settings take the same choice on a busy day as on an idle one. A file that cannot be read or written
/// only means that the choice is measured again.
std::optional<std::string> keptChoice(const std::string& key);
void keepChoice(const std::string& key, const std::string& row);

}  // namespace gatelab
