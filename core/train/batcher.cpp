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

Batcher::Batcher(std::unique_ptr<ExampleSource> source, const ExperimentConfig& config)
    : source_(std::move(source)), batchSize_(std::max<std::int64_t>(1, config.batchSize)), seed_(static_cast<std::uint64_t>(config.seed)),
      shuffle_(config.shuffle && !config.carryState) {
    const std::int64_t examples = source_->size();
    // A part smaller than one batch still gives that one batch.
    batches_ = config.dropLast && examples >= batchSize_ ? examples / batchSize_ : (examples + batchSize_ - 1) / batchSize_;
}

Batch Batcher::batch(std::int64_t epoch, std::int64_t position) {
    if (epoch != orderedEpoch_) {
        order_ = source_->placeOrder(epochOrder(source_->size(), seed_, epoch, shuffle_));
        orderedEpoch_ = epoch;
    }
    const std::int64_t first = position * batchSize_;
    return source_->gather(order_, first, std::min(batchSize_, source_->size() - first));
}

}  // namespace gatelab
