// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/device_schedule.h"

#include <ATen/ATen.h>

namespace gatelab {

DeviceSchedule::DeviceSchedule(std::int64_t steps, const at::TensorOptions& options)
    : last_(static_cast<std::size_t>(steps)), lastTeacher_(static_cast<std::size_t>(steps), -1) {
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

void DeviceSchedule::setDraws(std::int64_t firstBatch, std::int64_t batchesPerStep) {
    const at::NoGradGuard noGrad;
    if (!firstBatch_.defined()) {
        firstBatch_ = at::zeros({}, steps_.front().rate.options().dtype(at::kLong));
        for (std::size_t step = 0; step < steps_.size(); ++step) {
            steps_[step].firstBatch = firstBatch_;
            steps_[step].batchesOn = static_cast<std::int64_t>(step) * batchesPerStep;
        }
    }
    firstBatch_.fill_(firstBatch);
}

void DeviceSchedule::setTeacher(std::int64_t step, std::int64_t threshold) {
    const at::NoGradGuard noGrad;
    at::Tensor& teacher = steps_[static_cast<std::size_t>(step)].teacher;
    if (!teacher.defined()) teacher = at::zeros({}, steps_.front().rate.options().dtype(at::kLong));
    if (std::int64_t& last = lastTeacher_[static_cast<std::size_t>(step)]; last != threshold)
        teacher.fill_(last = threshold);
}

}  // namespace gatelab
