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
    /// Int64: its first batch, counted over the whole run; undefined: it is not recorded, or draws nothing
    at::Tensor firstBatch = {};
    at::Tensor teacher = {};  ///< int64: teacherThresholdOf (nn/model.h); of a recorded step alone
};

/// What the schedule gives some steps in a row, always in the same tensors.
class DeviceSchedule {
public:
    /// All 0. `options`: floating point.
    DeviceSchedule(std::int64_t steps, const at::TensorOptions& options);
    /// Does not wait for the device.
    void set(std::int64_t step, const ScheduledStep& scheduled);
    [[nodiscard]] const DeviceStep& of(std::int64_t step) const { return steps_[static_cast<std::size_t>(step)]; }
    [[nodiscard]] std::int64_t steps() const { return static_cast<std::int64_t>(steps_.size()); }

private:
    std::vector<DeviceStep> steps_;
    std::vector<ScheduledStep> last_;
};

}  // namespace gatelab
