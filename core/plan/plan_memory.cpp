// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/plan_memory.h"

#include "data/sequences/sequence_sizes.h"
#include "device/switch_machine.h"
#include "plan/devices.h"

namespace gatelab {

MemoryForecast planMemory(const TrainPlan& plan) { return planMemory(plan, plan.config.implementation); }

MemoryForecast planMemory(const TrainPlan& plan, const std::string& implementation) {
    ExperimentConfig config = plan.config;
    config.implementation = implementation;
    config.device = plan.device.str();  // what "auto" means here is known by now
    return plan.prepared ? forecastMemory(config, plan.shape, plan.data, plan.windows)
                         : forecastMemory(config, plan.shape, plan.data, exampleCount(plan.data));
}

Result<MemoryPlan> checkMemoryPlan(const TrainPlan& plan, bool startAnyway) {
    const MemoryRoom room = plan.device.is_cpu() ? hostRoom() : MemoryRoom{freeMemory(plan.device), true};
    MemoryPlan found{planMemory(plan), 0, {}};
    found.otherBytes = bytesOutsideForecast(found.forecast, room);
    ExperimentConfig config = plan.config;
    config.startAnyway = config.startAnyway || startAnyway;
    const auto finding = checkMemory(config, found.forecast, room);
    if (finding && finding->severity == Severity::Error)
        return Error{ErrorCode::OutOfMemory, finding->message}.ofField(finding->key);
    if (finding) found.warning = finding->message;
    return found;
}

}  // namespace gatelab
