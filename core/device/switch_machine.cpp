// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/switch_machine.h"

#include "config/setting_predicates.h"
#include "device/monitor.h"

#include <algorithm>

namespace gatelab {

const TrainingDevice* trainingGpu(const EngineInfo& info, std::string_view device) {
    const bool any = takesAnyGpu(device);
    const auto found = std::ranges::find_if(
        info.devices, [&](const TrainingDevice& row) { return !isCpu(row.key) && (any || row.key == device); });
    return found == info.devices.end() ? nullptr : &*found;
}

ExperimentConfig withDevice(ExperimentConfig config, const EngineInfo& info) {
    const TrainingDevice* gpu = trainingGpu(info, config.device);
    config.device = gpu != nullptr ? gpu->key : "cpu";
    return config;
}

SwitchMachine switchMachine(const EngineInfo& info, std::string_view device, std::int64_t sequenceSteps) {
    SwitchMachine machine;
    machine.cores = info.threads;
    machine.sequenceSteps = sequenceSteps;
    machine.processorCores = usableCores();
    const TrainingDevice* gpu = trainingGpu(info, device);
    if (!gpu) return machine;
    machine.cuda = true;
    machine.computeCapability = gpu->computeCapability;
    return machine;
}

MemoryRoom memoryRoom(const EngineInfo& info, std::string_view device) {
    const TrainingDevice* gpu = trainingGpu(info, device);
    return gpu ? MemoryRoom{gpu->freeBytes, true} : hostRoom();
}

MemoryRoom hostRoom() {
    const auto resident = static_cast<double>(processMemory().resident), free = static_cast<double>(freeHostMemory());
    MemoryRoom room{free, false, resident, firstStepsBytes()};
    const AddressSpace own = addressSpace();
    const auto limit = static_cast<double>(own.limit), used = static_cast<double>(own.used);
    if (own.limit > 0 && limit - used <= free) room.limit = limit;
    return room;
}

}  // namespace gatelab
