// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/memory_check.h"
#include "config/switches.h"
#include "device/engine_info.h"

#include <string_view>

namespace gatelab {

/// The machine that a run with `device` of its configuration (auto, cpu, cuda, cuda:0) would compute on, as the
/// optimisation switches see it. A device that is not there counts as the processor. `sequenceSteps`: equalSteps() of
/// its data.
SwitchMachine switchMachine(const EngineInfo& info, std::string_view device, std::int64_t sequenceSteps);
/// The GPU that a run with this word for its device would use, as far as the engine knows; null: it would compute on
/// the processor.
const TrainingDevice* trainingGpu(const EngineInfo& info, std::string_view device);
/// The same configuration with the device by its name ("cpu", "cuda:0"), for what is forecast of it.
ExperimentConfig withDevice(ExperimentConfig config, const EngineInfo& info);
/// What the run may take there: on a GPU what was free when the engine looked, on the processor hostRoom().
MemoryRoom memoryRoom(const EngineInfo& info, std::string_view device);
/// For a run in this process.
MemoryRoom hostRoom();

}  // namespace gatelab
