// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "lab/hardware_advice.h"
#include "session/engine.h"

#include <limits>
#include <memory>
#include <vector>

namespace gatelab {

/// Hardware advice for an experiment, with how far the formula is off on this machine.
struct HardwareCheck {
    std::vector<DeviceAdvice> devices;
    Phrase sentence;
    double error = std::numeric_limits<double>::quiet_NaN();  ///< NaN: not measured
    double measuredMs = std::numeric_limits<double>::quiet_NaN(), formulaMs = std::numeric_limits<double>::quiet_NaN();
};
/// `engine` null: nothing is measured, and the formulas say what they say. Else some steps are trained on the processor
/// for the error. Blocks for seconds; call it from a job thread. Cancelled when progress says stop.
Result<HardwareCheck> checkHardware(const std::shared_ptr<Engine>& engine, const ExperimentConfig& config,
                                    const std::shared_ptr<const Dataset>& data, const Progress& progress);

}  // namespace gatelab
