// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "device/cuda_module.h"
#include "nn/host_memory.h"
#include "run/metric.h"

#include <c10/core/Device.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace gatelab {

/// Parts of a training step. Sync: reading numbers back and waiting for the device.
enum class StepPhase : std::uint8_t { Data, Forward, Backward, Optimiser, Sync, Count };

/// Is told of each part of a step as it ends, with its begin and end. Training thread.
class PhaseWatcher {
public:
    using Clock = std::chrono::steady_clock;
    virtual ~PhaseWatcher() = default;
    virtual void partDone(StepPhase phase, Clock::time_point began, Clock::time_point ended) = 0;
};

/// Where the time of a step goes and what its tensors are for. The trainer says which part begins; from then on this
/// thread's tensors count for that part's cause. On the CPU time and memory of every step are looked at by part; on a
/// GPU, which works behind the trainer's back, one step in a quarter of a second waits for the device after each part,
/// and the peak of a step as a whole is looked at in every one. Training thread.
class StepPhases {
public:
    /// `cuda`: counts the memory of `device`, whose peak is this object's to restart from now on; null: the tensors are
    /// on the CPU.
    StepPhases(HostMemoryAccount& memory, c10::Device device, const CudaModule* cuda = nullptr);
    /// Ends the part before.
    void enter(StepPhase phase);
    /// Ends the step.
    void leave();
    /// What the forward pass left for the backward pass, where several threads ran parts of it: of a pass on this
    /// thread alone it is seen here.
    void noteActivations(std::int64_t bytes);
    /// While muted, enter and leave do nothing (steps that a graph holds).
    void mute(bool on);
    /// Null: nobody watches. Between two steps; while somebody does, each part on a GPU waits for the device.
    void watch(PhaseWatcher* watcher);
    /// What was found since the last call, as metrics in MiB and shares; empty while nothing new is known.
    std::vector<std::pair<MetricId, double>> take();
    /// Highest memory of the tensors in the steps since the last call, in MiB: of the GPU where they are on one; what
    /// was between two steps is left out.
    double takeStepPeak();

private:
    using Clock = std::chrono::steady_clock;
    void end();
    void noteMemory();
    void noteOutside();
    void noteStep();
    void noteHost(const HostMemoryFigures& figures);
    void noteDevice();
    void restartPeaks();
    void addHostMemory(std::vector<std::pair<MetricId, double>>& values);
    void takeBlocks(std::vector<std::pair<MetricId, double>>& values);
    HostMemoryAccount& memory_;
    c10::Device device_;
    const CudaModule* cuda_;
    PhaseWatcher* watcher_ = nullptr;
    bool sampled_ = true, news_ = false, muted_ = false;
    std::optional<MemoryScope> scope_;
    StepPhase phase_ = StepPhase::Count;  ///< Count: between two steps
    Clock::time_point since_, lastSample_ = Clock::now();
    std::array<double, static_cast<std::size_t>(StepPhase::Count)> seconds_{};
    std::array<std::int64_t, static_cast<std::size_t>(StepPhase::Count)> peak_{};
    HostMemoryFigures highest_;  ///< at the highest peak so far
    /// Bytes: as read last, of the run, of the steps since the last call of takeStepPeak
    double devicePeak_ = 0, deviceHighest_ = 0, stepPeak_ = 0;
    bool deviceNews_ = false;
    /// ThreadBytes then; the most that a forward pass left for the backward pass
    std::int64_t forwardBegan_ = 0, activations_ = 0;
    HostMemoryFigures stepBegan_;
    std::int64_t stepsHeld_ = -1;  ///< at most after a part of a step, since the last call of take
    std::int64_t steps_ = 0, blocks_ = 0, fetches_ = 0;  ///< since then, too
};

}  // namespace gatelab
