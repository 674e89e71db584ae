// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/schedule_curve.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

namespace gatelab {

/// What the schedule gives one step, as scalars on the device, and where its random numbers stand.
struct DeviceStep {
    at::Tensor rate, momentum;
    /// Int64: of the first step of a graph, counted over the whole run; undefined: no graph
    at::Tensor firstBatch = {};
    std::int64_t batchesOn = 0;  ///< from there to this step's first
    at::Tensor teacher = {};     ///< int64: teacherThresholdOf (nn/model.h)
};

/// What the schedule gives some steps in a row, always in the same tensors: a recorded graph reads them anew at each
/// launch.
class DeviceSchedule {
public:
    /// All 0. `options`: floating point.
    DeviceSchedule(std::int64_t steps, const at::TensorOptions& options);
    /// Does not wait for the device.
    void set(std::int64_t step, const ScheduledStep& scheduled);
    /// Of graphs whose steps draw random numbers: where they stand from now on, `batchesPerStep` batches in each step.
    void setDraws(std::int64_t firstBatch, std::int64_t batchesPerStep);
    /// And who is taught in one of the steps.
    void setTeacher(std::int64_t step, std::int64_t threshold);
    [[nodiscard]] const DeviceStep& of(std::int64_t step) const { return steps_[static_cast<std::size_t>(step)]; }
    [[nodiscard]] std::int64_t steps() const { return static_cast<std::int64_t>(steps_.size()); }

private:
    std::vector<DeviceStep> steps_;
    std::vector<ScheduledStep> last_;
    std::vector<std::int64_t> lastTeacher_;
    at::Tensor firstBatch_;
};

}  // namespace gatelab
