// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/epoch_feed.h"

#include "kernels/sequence_lengths.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace gatelab {

EpochFeed::EpochFeed(const Shape& shape, const at::TensorOptions& orders, const at::TensorOptions& schedule)
    : shape_(shape),
      order_(at::zeros({shape.steps, shape.examplesPerStep}, orders)),
      table_(at::zeros({shape.steps, 2}, schedule)),
      rows_(static_cast<std::size_t>(shape.steps)) {
    const at::TensorOptions whole = schedule.dtype(at::kLong);
    if (shape.teaches) teacher_ = at::zeros({shape.steps}, whole);
    place_ = at::zeros({2}, whole);
    advance_ = sentTo(schedule.device(), at::tensor({std::int64_t{1}, shape.batchesPerStep}, at::kLong));
    numbers_ = at::arange(shape.steps, whole);
    values_ = at::zeros({shape.steps, 2}, schedule.dtype(at::kDouble));
}

void EpochFeed::place(std::int64_t epoch, std::int64_t step, std::int64_t count, std::int64_t firstBatch,
                      const at::Tensor& order, const std::function<FeedRow(std::int64_t)>& rowOf) {
    const at::NoGradGuard noGrad;
    bool isThere = epoch == epoch_;
    const std::int64_t read = std::min(order.size(0), order_.numel());  // what fills no batch may be left out
    if (!isThere) order_.view({-1}).narrow(0, 0, read).copy_(order.narrow(0, 0, read));
    for (std::int64_t i = step; i < step + count && isThere; ++i)
        isThere = rows_[static_cast<std::size_t>(i)] == rowOf(i);
    if (!isThere) send(step, rowOf);
    if (step != step_ || firstBatch != firstBatch_)
        place_.copy_(sentTo(place_.device(), at::tensor({step, firstBatch}, at::kLong)));
    epoch_ = epoch;
    step_ = step + count;
    firstBatch_ = firstBatch + count * shape_.batchesPerStep;
}

void EpochFeed::send(std::int64_t from, const std::function<FeedRow(std::int64_t)>& rowOf) {
    const std::int64_t count = shape_.steps - from;
    const at::Tensor scheduled = at::empty({count, 2}, at::kDouble), taught = at::empty({count}, at::kLong);
    auto* numbers = scheduled.mutable_data_ptr<double>();
    auto* thresholds = taught.mutable_data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < count; ++i) {
        const FeedRow row = rows_[static_cast<std::size_t>(from + i)] = rowOf(from + i);
        numbers[2 * i] = row.scheduled.rate;
        numbers[2 * i + 1] = row.scheduled.momentum;
        thresholds[i] = row.teacher;
    }
    table_.narrow(0, from, count).copy_(sentTo(table_.device(), scheduled.to(table_.scalar_type())));
    if (teacher_.defined()) teacher_.narrow(0, from, count).copy_(sentTo(teacher_.device(), taught));
}

at::Tensor EpochFeed::order(std::int64_t count) const {
    return order_.index_select(0, place_.narrow(0, 0, 1)).select(0, 0).narrow(0, 0, count);
}

DeviceStep EpochFeed::now() const {
    const at::Tensor step = place_.narrow(0, 0, 1), row = table_.index_select(0, step).select(0, 0);
    DeviceStep now{row.select(0, 0), row.select(0, 1)};
    if (shape_.draws) now.firstBatch = place_.select(0, 1);
    if (teacher_.defined()) now.teacher = teacher_.index_select(0, step).select(0, 0);
    return now;
}

// Not by index_copy, which sorts where steps are to be deterministic: for one row a dozen kernels.
void EpochFeed::finish(const StepValues& values) const {
    const at::NoGradGuard noGrad;
    const at::Tensor isIts = numbers_ == place_.select(0, 0);
    std::int64_t column = 0;
    for (const at::Tensor& value : {values.loss, values.norm}) {
        at::Tensor kept = values_.select(1, column++);
        at::where_out(kept, isIts, value.detach(), kept);
    }
    at::Tensor place = place_;
    place.add_(advance_);
}

}  // namespace gatelab
