// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/switches.h"
#include "plan/devices.h"
#include "plan/train_plan.h"

#include <memory>

namespace gatelab {

/// Prepares the data, cuts windows (or parts the sequences) and chooses the machine. `data` null: loaded from the
/// configuration. `shared`: see TrainPlan.
Result<TrainPlan> makeTrainPlan(const ExperimentConfig& config, const std::shared_ptr<const Dataset>& data,
                                DeviceUse use = DeviceUse::Compute, const std::shared_ptr<SharedValues>& shared = {});
/// Chooses the machine of a plan whose data are there, and checks that the layers can run on it.
Result<> placePlan(TrainPlan& plan, DeviceUse use = DeviceUse::Compute);
/// What the optimisation switches need to know of the plan's machine and data.
SwitchMachine machineOf(const TrainPlan& plan);

}  // namespace gatelab
