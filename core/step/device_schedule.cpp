// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/device_schedule.h"

#include <ATen/ATen.h>

namespace gatelab {

DeviceSchedule::DeviceSchedule(std::int64_t steps, const at::TensorOptions& options)
    : last_(static_cast<std::size_t>(steps)) {
    const at::Tensor values = at::zeros({steps, 2}, options);
    for (std::int64_t step = 0; step < steps; ++step)
        steps_.push_back({values.select(0, step).select(0, 0), values.select(0, step).select(0, 1)});
}

void DeviceSchedule::set(std::int64_t step, const ScheduledStep& scheduled) {
    const at::NoGradGuard noGrad;
    ScheduledStep& last = last_[static_cast<std::size_t>(step)];
    const DeviceStep& now = of(step);
    if (scheduled.rate != last.rate) now.rate.fill_(scheduled.rate);
    if (scheduled.momentum != last.momentum) now.momentum.fill_(scheduled.momentum);
    last = scheduled;
}

}  // namespace gatelab
