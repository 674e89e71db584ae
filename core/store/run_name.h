// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <cstdint>
#include <string>

/// What runs are called. A name is data: the same in every language; how it is shown says app/run_names.h.
namespace gatelab {

/// Characters of a name that is given now; older runs keep theirs, shown cut.
inline constexpr int kLongestRunName = 200;

/// "#31"; empty of 0, a run that has no number.
std::string numberText(std::int64_t number);
/// Of a new run: the name that was asked for, else the model's.
std::string runName(const ExperimentConfig& config);

/// Whether the program has made it: the model's name, and in older programs what set the run apart from others, "LSTM
/// 1×32 · learning rate 0.003 · seed 2". One with a person's words is a person's.
bool isMadeName(const std::string& name, const ExperimentConfig& config);

}  // namespace gatelab
