// SPDX-License-Identifier: GPL-3.0-or-later
#include "batch/batcher.h"

#include "batch/changed_windows.h"
#include "batch/stream_pool.h"
#include "config/setting_predicates.h"

#include <ATen/ATen.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

/// Row b of batch p is example b * batches + p.
std::vector<std::int64_t> streamOrder(std::int64_t batches, std::int64_t batchSize) {
    std::vector<std::int64_t> order;
    for (std::int64_t position = 0; position < batches; ++position)
        for (std::int64_t row = 0; row < batchSize; ++row) order.push_back(row * batches + position);
    return order;
}

}  // namespace

Batch placedOn(at::Device device, Batch batch) {
    for (at::Tensor* tensor :
         {&batch.input, &batch.target, &batch.anchor, &batch.scale, &batch.ahead, &batch.deviation})
        if (tensor->defined()) *tensor = tensor->to(device, /*non_blocking=*/!device.is_cpu());
    return batch;
}

Batcher::Batcher(std::unique_ptr<ExampleSource> source, const ExperimentConfig& config, at::Device device,
                 std::vector<std::int64_t> known)
    : source_(std::move(source)),
      batchSize_(std::max<std::int64_t>(1, config.batchSize)),
      seed_(static_cast<std::uint64_t>(config.seed)),
      shuffle_(config.shuffle),
      streams_(config.carryState && source_->size() >= batchSize_),
      device_(device) {
    if (augments(config)) changes_ = std::make_unique<ChangedWindows>(config, std::move(known), *source_);
    const std::int64_t examples = source_->size();
    const bool wholeBatches = (config.dropLast || streams_) && examples >= batchSize_;
    // A part smaller than one batch still gives that one batch.
    batches_ = wholeBatches ? examples / batchSize_ : (examples + batchSize_ - 1) / batchSize_;
    if (config.copyAhead && !config.deviceData && device.is_cuda()) ahead_.emplace(device);
}

Batcher::~Batcher() = default;

std::int64_t Batcher::examplesIn(std::int64_t position, std::int64_t count) const {
    return std::min((position + count) * batchSize_, source_->size()) - position * batchSize_;
}

std::vector<std::int64_t> Batcher::numbersOf(std::int64_t epoch) const {
    return streams_ ? streamOrder(batches_, batchSize_) : epochOrder(source_->size(), seed_, epoch, shuffle_);
}

Phrase Batcher::describe(std::int64_t epoch, std::int64_t position, std::int64_t row, const ValuePlace& place) const {
    return source_->describe(numberOf(epoch, position, row), place);
}

double Batcher::exactValue(std::int64_t epoch, std::int64_t position, std::int64_t row, const ValuePlace& place) const {
    return source_->exactValue(numberOf(epoch, position, row), place);
}

const at::Tensor& Batcher::orderOf(std::int64_t epoch) {
    if (epoch != orderedEpoch_) {
        std::vector<std::int64_t> numbers = numbersOf(epoch);
        order_ = source_->placeOrder(numbers);
        if (changes_) numbers_ = std::move(numbers);
        orderedEpoch_ = epoch;
    }
    return order_;
}

Batch Batcher::make(std::int64_t epoch, std::int64_t position) {
    const std::int64_t first = position * batchSize_, count = examplesIn(position, 1);
    Batch batch = source_->gather(orderOf(epoch), first, count);
    if (!changes_) return batch;
    const at::Device there = batch.input.device();
    batch = placedOn(at::kCPU, std::move(batch));
    changes_->change(
        epoch, std::span(numbers_).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)), batch);
    return placedOn(there.is_cpu() ? device_ : there, std::move(batch));
}

Batch Batcher::gather(const at::Tensor& order) const {
    Batch batch = source_->gather(order, 0, order.size(0));
    return changes_ && batch.input.is_cpu() ? placedOn(device_, std::move(batch)) : batch;
}

Batch Batcher::batch(std::int64_t epoch, std::int64_t position) {
    if (!ahead_) return make(epoch, position);
    auto ready = ahead_->take(epoch, position);
    Batch batch = ready ? std::move(*ready) : make(epoch, position);
    if (position + 1 < batches_) ahead_->start(epoch, position + 1, [&] { return make(epoch, position + 1); });
    return batch;
}

CopyAhead::CopyAhead(at::Device device) : stream_(deviceStreams().take(device)) {}

CopyAhead::~CopyAhead() {
    // Who takes the stream next gets the batches' memory with it, which the computing stream may still read.
    followQuietly(stream_, c10::impl::VirtualGuardImpl(stream_.device_type()).getStream(stream_.device()));
    deviceStreams().giveBack(stream_);
}

void CopyAhead::start(std::int64_t epoch, std::int64_t position, const std::function<Batch()>& make) {
    const c10::StreamGuard guard(stream_);
    if (read_) read_->block(stream_);
    batch_ = make();
    copied_.emplace(stream_.device_type());
    copied_->record(stream_);
    epoch_ = epoch;
    position_ = position;
}

std::optional<Batch> CopyAhead::take(std::int64_t epoch, std::int64_t position) {
    if (!batch_ || epoch != epoch_ || position != position_) return std::nullopt;
    const c10::impl::VirtualGuardImpl device(stream_.device_type());
    const c10::Stream current = device.getStream(stream_.device());
    copied_->block(current);
    // All work on the batch before this one has been given by now. What it held goes back to the copying stream, which
    // waits for that work before it copies again: an allocator that recorded the use itself would have to do so when a
    // tensor is freed, where a lost device cannot be told of.
    read_.emplace(stream_.device_type());
    read_->record(current);
    given_ = std::exchange(batch_, std::nullopt);
    return given_;
}

}  // namespace gatelab
