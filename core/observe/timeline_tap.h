// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "observe/gpu_kernels.h"
#include "run/timeline.h"
#include "step/step_phases.h"

#include <ATen/record_function.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace gatelab {

/// Records steps of a run where its folder holds an order for it (askForTimeline). Steps are recorded in blocks, with
/// as many between them of which only the length is taken: what recording costs is the difference. A recorded step of a
/// GPU waits for the device after each part, and is never launched as a graph. Without an order all calls return at
/// once. Made and used by the training thread; destruction keeps what was recorded.
class TimelineTap final : public PhaseWatcher {
public:
    static constexpr std::int64_t kWarmUp = 10, kBlock = 5;

    /// `runFolder` empty: nobody can ask. `xla`: key of the XLA device that the steps run on; empty: none. `rank`:
    /// of the run; those after the first record the same steps beside it. References outlive this.
    TimelineTap(std::filesystem::path runFolder, StepPhases& phases, at::Device device, std::string xla = {},
                int rank = 0);
    ~TimelineTap() override;
    TimelineTap(const TimelineTap&) = delete;
    TimelineTap& operator=(const TimelineTap&) = delete;

    /// Whether an order has come. At the start of the training and of each epoch.
    void look();
    void beginStep(std::int64_t step);
    void endStep(std::int64_t step);
    [[nodiscard]] bool isRecording() const { return isRecording_; }
    void partDone(StepPhase phase, Clock::time_point began, Clock::time_point ended) override;
    /// What lies between the steps, from its making to its end.
    class Aside {
    public:
        Aside(TimelineTap* tap, TimelinePart part) : tap_(tap), part_(part), began_(Clock::now()) {}
        ~Aside();
        Aside(const Aside&) = delete;
        Aside& operator=(const Aside&) = delete;

    private:
        TimelineTap* tap_;
        TimelinePart part_;
        Clock::time_point began_;
    };
    /// Keeps what was recorded; the order is done. Nothing without a recorded step.
    Result<> finish();

    /// Of operations: called by LibTorch on the training thread.
    void operationDone(const char* name, Clock::time_point began, Clock::time_point ended);

private:
    void takeKernels(std::int64_t step);
    [[nodiscard]] double at(Clock::time_point moment) const {
        return std::chrono::duration<double>(moment - began_).count();
    }
    std::filesystem::path folder_;
    StepPhases& phases_;
    Clock::time_point began_ = Clock::now(), stepBegan_;
    Timeline timeline_;
    at::Device device_;
    std::string xla_;
    int rank_;
    bool isAsked_ = false, isFirst_ = true, isRecording_ = false;
    std::int64_t left_ = 0, seen_ = 0;  ///< steps to record; steps since the order
    std::size_t operationsOfPart_ = 0;  ///< those before belong to a part that is known
    std::optional<at::CallbackHandle> callback_;
    std::unique_ptr<GpuKernels> kernels_;  ///< of a GPU, while it is asked
};

}  // namespace gatelab
