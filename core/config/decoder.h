// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"
#include "config/experiment_config.h"

#include <cstdint>

namespace gatelab {

/// Whether forecasts are made step by step, each from the one before it (decoder "recursive"); a single step has none
/// before it.
bool isRecursive(const ExperimentConfig& config);
/// Time steps that the network goes on after its window.
std::int64_t furtherSteps(const ExperimentConfig& config);
/// Why this network cannot go on after its window, with a remedy; an empty source: it can.
Text recursionUnsupported(const ExperimentConfig& config);

/// Share of the further steps that read the truth instead of the forecast before them in this optimiser step (from 0):
/// a line from teacher_forcing to teacher_forcing_end over the run (scheduled sampling, Bengio et al. 2015). 0 unless
/// recursive.
double teacherShare(const ExperimentConfig& config, std::int64_t step, std::int64_t totalSteps);
/// Whether chance has a part in it: some steps read the truth and others do not.
bool drawsTeacher(const ExperimentConfig& config);

}  // namespace gatelab
