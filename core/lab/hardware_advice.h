// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/memory_check.h"
#include "device/machine_limits.h"
#include "lab/known_devices.h"

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// The program's own formulas for an experiment: what a step cannot do without (LabMachine::work), and what it keeps.
struct HardwareFormulas {
    std::function<StepWork(const ExperimentConfig&)> work;
    std::function<MemoryForecast(const ExperimentConfig&)> memory;
    std::int64_t trainingExamples = std::numeric_limits<std::int64_t>::max();  ///< no batch has more
};

/// What a device would do for an experiment.
struct DeviceAdvice {
    KnownDevice device;
    std::string precision;  ///< the fastest that the experiment may use there
    MemoryFit fit = MemoryFit::Unknown;
    double neededBytes = 0;  ///< there
    /// A power of two times the experiment's batch or a part of it, at most all rows of the training; 0: not even one
    /// row fits
    std::int64_t largestBatch = 0;
    double floorMs = 0;     ///< a step by the formula: at best
    bool isHeldUp = false;  ///< by steps of time that follow each other, not by operations
    /// A step of a processor if the formula is as far off as on this one; NaN: that was not measured, or a GPU, of
    /// which a processor tells nothing
    double likelyMs = std::numeric_limits<double>::quiet_NaN();
};

/// Time steps of a recurrent layer follow each other: on a GPU each takes this long, forward and backward, however
/// small the layer (cuDNN's kernels that stay on the chip, H 32 to 64).
inline constexpr double kGpuMicrosecondsPerTimeStep = 1.7;
/// A cell without such a kernel takes single operations, about so many a time step with those of the backward pass,
/// each as long as a node of a recorded graph. Of linear cells the parallel scan takes them log2 T times.
inline constexpr double kGpuOperationsPerTimeStep = 50, kGpuMicrosecondsPerOperation = 1.5;

/// Fastest first, as it is likely where that is known; what does not fit stands last. `error`: how many times the
/// formula's time a step takes on this machine; NaN: not measured. Of precisions FP64 is taken where the experiment
/// says so, else the fastest that the device has, but FP16, which can overflow, only where it says so. Pure.
std::vector<DeviceAdvice> adviseHardware(std::span<const KnownDevice> devices, const ExperimentConfig& config,
                                         const HardwareFormulas& formulas, double error);

/// "fastest is NVIDIA H200 SXM with bf16: ...", in one sentence.
Phrase hardwareSentence(std::span<const DeviceAdvice> advice, double error);

}  // namespace gatelab
