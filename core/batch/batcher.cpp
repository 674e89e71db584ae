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
    if (shuffle_ && !streams_ && config.shuffleBlocks) block_ = source_->blockSize();
}

Batcher::~Batcher() = default;

std::int64_t Batcher::examplesIn(std::int64_t position, std::int64_t count) const {
    return std::min((position + count) * batchSize_, source_->size()) - position * batchSize_;
}

std::optional<BlockOrder> Batcher::blocksOf(std::int64_t epoch) const {
    if (block_ == 0 || source_->size() == 0) return std::nullopt;
    return BlockOrder(source_->size(), block_, seed_, epoch);
}

std::pair<std::vector<std::int64_t>, std::int64_t> Batcher::numbersAt(const BlockOrder* blocks, std::int64_t epoch,
                                                                      std::int64_t first, std::int64_t count) const {
    if (streams_) return {streamOrder(batches_, batchSize_), 0};
    if (blocks == nullptr) return {epochOrder(source_->size(), seed_, epoch, shuffle_), 0};
    const std::int64_t group = blocks->groupAt(first), last = blocks->groupAt(first + count - 1);
    std::vector<std::int64_t> numbers = blocks->examplesOf(group);
    for (std::int64_t next = group + 1; next <= last; ++next) {
        const std::vector<std::int64_t> more = blocks->examplesOf(next);
        numbers.insert(numbers.end(), more.begin(), more.end());
    }
    return {std::move(numbers), blocks->firstOf(group)};
}

std::int64_t Batcher::numberOf(std::int64_t epoch, std::int64_t position, std::int64_t row) const {
    const std::int64_t place = position * batchSize_ + row;
    const auto blocks = blocksOf(epoch);
    const auto [numbers, first] = numbersAt(blocks ? &*blocks : nullptr, epoch, place, 1);
    return numbers[static_cast<std::size_t>(place - first)];
}

Phrase Batcher::describe(std::int64_t epoch, std::int64_t position, std::int64_t row, const ValuePlace& place) const {
    return source_->describe(numberOf(epoch, position, row), place);
}

double Batcher::exactValue(std::int64_t epoch, std::int64_t position, std::int64_t row, const ValuePlace& place) const {
    return source_->exactValue(numberOf(epoch, position, row), place);
}

/// Of the groups with these places the next one is read, and the one before is not needed any more.
void Batcher::readAhead(const BlockOrder& blocks, std::int64_t epoch, std::int64_t first, std::int64_t end) {
    const std::int64_t group = blocks.groupAt(first), last = blocks.groupAt(end - 1);
    const auto each = [this](const auto& parts, void (ExampleSource::*tell)(std::int64_t, std::int64_t) const) {
        for (const auto& [begin, count] : parts) (source_.get()->*tell)(begin, count);
    };
    if (orderedEpoch_ < 0) each(blocks.blocksOf(group), &ExampleSource::willGather);
    if (group > 0) each(blocks.blocksOf(group - 1), &ExampleSource::haveGathered);
    each(last + 1 < blocks.groups() ? blocks.blocksOf(last + 1)
                                    : BlockOrder(source_->size(), block_, seed_, epoch + 1).blocksOf(0),
         &ExampleSource::willGather);
}

void Batcher::placeOrder(std::int64_t epoch, std::int64_t first, std::int64_t count) {
    if (epoch == orderedEpoch_ && first >= orderedFirst_ && first + count <= orderedEnd_) return;
    const auto blocks = blocksOf(epoch);
    auto [numbers, begin] = numbersAt(blocks ? &*blocks : nullptr, epoch, first, count);
    order_ = source_->placeOrder(numbers);
    const std::int64_t end = begin + std::ssize(numbers);
    if (blocks && source_->liesInFile()) readAhead(*blocks, epoch, begin, end);
    orderedEpoch_ = epoch, orderedFirst_ = begin, orderedEnd_ = end;
    if (changes_) numbers_ = std::move(numbers);
}

const at::Tensor& Batcher::orderOf(std::int64_t epoch) {
    placeOrder(epoch, 0, streams_ ? batches_ * batchSize_ : source_->size());
    return order_;
}

Batcher::OrderPart Batcher::orderAt(std::int64_t epoch, std::int64_t position) {
    const std::int64_t first = position * batchSize_;
    placeOrder(epoch, first, examplesIn(position, 1));
    return {order_, first - orderedFirst_};
}

Batch Batcher::make(std::int64_t epoch, std::int64_t position) {
    const std::int64_t count = examplesIn(position, 1);
    const auto [order, first] = orderAt(epoch, position);
    Batch batch = source_->gather(order, first, count);
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
