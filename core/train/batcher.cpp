// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/batcher.h"

#include "base/rng.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <numeric>

namespace gatelab {

std::vector<std::int64_t> epochOrder(std::int64_t count, std::uint64_t seed, std::int64_t epoch, bool shuffle) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), std::int64_t{0});
    if (!shuffle) return order;
    Rng rng(seed, RandomPurpose::Order, static_cast<std::uint64_t>(epoch));
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
    return order;
}

namespace {

/// Row b of batch p is example b * batches + p.
std::vector<std::int64_t> streamOrder(std::int64_t batches, std::int64_t batchSize) {
    std::vector<std::int64_t> order;
    for (std::int64_t position = 0; position < batches; ++position)
        for (std::int64_t row = 0; row < batchSize; ++row) order.push_back(row * batches + position);
    return order;
}

}  // namespace

Batcher::Batcher(std::unique_ptr<ExampleSource> source, const ExperimentConfig& config)
    : source_(std::move(source)), batchSize_(std::max<std::int64_t>(1, config.batchSize)), seed_(static_cast<std::uint64_t>(config.seed)),
      shuffle_(config.shuffle), streams_(config.carryState && source_->size() >= batchSize_) {
    const std::int64_t examples = source_->size();
    const bool wholeBatches = (config.dropLast || streams_) && examples >= batchSize_;
    // A part smaller than one batch still gives that one batch.
    batches_ = wholeBatches ? examples / batchSize_ : (examples + batchSize_ - 1) / batchSize_;
}

std::int64_t Batcher::examplesIn(std::int64_t position, std::int64_t count) const {
    return std::min((position + count) * batchSize_, source_->size()) - position * batchSize_;
}

std::vector<std::int64_t> Batcher::orderOf(std::int64_t epoch) const {
    return streams_ ? streamOrder(batches_, batchSize_) : epochOrder(source_->size(), seed_, epoch, shuffle_);
}

std::string Batcher::describe(std::int64_t epoch, std::int64_t position, std::int64_t row, const ValuePlace& place) const {
    return source_->describe(orderOf(epoch)[static_cast<std::size_t>(position * batchSize_ + row)], place);
}

Batch Batcher::batch(std::int64_t epoch, std::int64_t position) {
    if (epoch != orderedEpoch_) {
        order_ = source_->placeOrder(orderOf(epoch));
        orderedEpoch_ = epoch;
    }
    const std::int64_t first = position * batchSize_;
    return source_->gather(order_, first, examplesIn(position, 1));
}

}  // namespace gatelab
