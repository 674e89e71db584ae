// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "device/cuda_module.h"
#include "step/device_schedule.h"

#include <ATen/core/Tensor.h>
#include <c10/core/Stream.h>
#include <c10/core/StreamGuard.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace gatelab {

/// Scalars of a step that stay on the device.
struct StepValues {
    at::Tensor loss, norm;
};

/// Some consecutive optimiser steps recorded as one graph and launched as one. What changes from launch to launch lies
/// in tensors that the graph reads anew: the order of the examples, from which it gathers its batches, and what the
/// schedule gives each step. The next launch overwrites the result. Owned by the trainer; used on its thread and
/// stream.
class StepGraph {
public:
    /// Computes one step on the examples `order` (one piece per batch of the step) with what the schedule gives now.
    using Step = std::function<StepValues(const at::Tensor& order, const DeviceStep& now)>;

    /// `order` gives type and device of the orders, `schedule` the number of steps.
    StepGraph(std::unique_ptr<DeviceGraph> graph, std::int64_t examplesPerStep, const at::Tensor& order,
              DeviceSchedule schedule);
    StepGraph(const StepGraph&) = delete;
    StepGraph& operator=(const StepGraph&) = delete;
    /// Throws what the device says when the step cannot be recorded; the graph is then useless.
    void record(const Step& step);
    /// Returns at once. order: the examples of all steps, one after the other; scheduled: one per step.
    /// Values: [steps] each, until the next launch.
    StepValues launch(const at::Tensor& order, const std::vector<ScheduledStep>& scheduled);
    /// What the schedule gives the next launch beside that; before `record`, what the steps read at all.
    DeviceSchedule& schedule() { return schedule_; }
    [[nodiscard]] std::int64_t steps() const { return schedule_.steps(); }

private:
    std::unique_ptr<DeviceGraph> graph_;
    std::int64_t examplesPerStep_;
    DeviceSchedule schedule_;
    at::Tensor order_, values_;  ///< values: [steps, 2], loss and norm
};

/// A stream of its own for the calling thread as long as this lives; graphs cannot be recorded on the default one. Work
/// before and after it is waited for on the device. It is given back at the end, and taken by the next run. Does
/// nothing on the processor, nor where the thread has left the default stream already.
class OwnStream {
public:
    explicit OwnStream(at::Device device);
    ~OwnStream();
    OwnStream(const OwnStream&) = delete;
    OwnStream& operator=(const OwnStream&) = delete;

private:
    c10::Stream before_;
    c10::OptionalStreamGuard guard_;
};

}  // namespace gatelab
