// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "batch/batcher.h"
#include "run/run_control.h"
#include "step/batch_team.h"
#include "step/cpu/cpu_step.h"
#include "step/implementation_measurement.h"
#include "step/objective.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {

/// A step without its update, for timing. `whole` may be null; all outlive it.
std::function<void()> trialStep(const Objective& objective, Batcher& batcher, CpuStep* whole,
                                const std::unique_ptr<BatchTeam>& team);

/// Blocks of rows of a batch, and so the order of sums: as asked for, else by rule.
std::int64_t blocksOf(const TrainPlan& plan, std::int64_t asked, const Model& model, Batcher& batcher);

/// The rows that "auto" may stand for, each with a model of its own that learns nothing. All outlive them.
std::vector<ImplementationCandidate> implementationCandidates(const TrainPlan& plan, Batcher& batcher,
                                                              const HostMemoryAccount& memory);

/// What "auto" stands for on the CPU, see ImplementationChoices. Of runs that train together one measures and all take
/// its choice. A stop ends the measurement. "": no row was found.
std::string chooseRow(const TrainPlan& plan, Batcher& batcher, const HostMemoryAccount& memory,
                      const RunControl& control);

}  // namespace gatelab
