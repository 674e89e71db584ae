// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequences/sequence_batches.h"

#include "data/epoch_order.h"
#include "data/sequences/sequence_parts.h"
#include "data/sequences/sequence_sizes.h"

#include <algorithm>
#include <vector>

namespace gatelab {
namespace {

/// Sequences that are looked at: a form asks at every key stroke.
constexpr std::int64_t kMaxLooked = 100000;

/// Lengths of one part, in its order.
using Lengths = std::vector<std::int64_t>;

std::int64_t longestOf(const Lengths& lengths) {
    return lengths.empty() ? 1 : std::max<std::int64_t>(1, *std::ranges::max_element(lengths));
}

bool differ(const Lengths& lengths) {
    return std::ranges::any_of(lengths, [&](std::int64_t steps) { return steps != lengths.front(); });
}

Lengths lengthsOf(const SequenceSet& set, const std::vector<std::int64_t>& items) {
    Lengths lengths;
    for (const std::int64_t item : items) lengths.push_back(set.items[static_cast<std::size_t>(item)].steps);
    return lengths;
}

/// In the order of the batcher, epoch after epoch.
LargestBatch largestOf(const Lengths& lengths, const ExperimentConfig& config) {
    const auto count = static_cast<std::int64_t>(lengths.size());
    const std::int64_t size = std::clamp<std::int64_t>(config.batchSize, 1, count),
                       accumulate = std::max<std::int64_t>(1, config.accumulate);
    const std::int64_t batches = config.dropLast ? count / size : (count + size - 1) / size,
                       longest = longestOf(lengths), epochs = config.shuffle ? config.epochs : 1;
    if (!differ(lengths)) return {longest, size, 1};
    LargestBatch largest{1, 0, 1};
    std::int64_t step = 0;
    for (std::int64_t epoch = 0; epoch < epochs; ++epoch) {
        if ((epoch + 1) * count > kMaxLooked) return {longest, size, step + batches};
        const std::vector<std::int64_t> order =
            epochOrder(count, static_cast<std::uint64_t>(config.seed), epoch, config.shuffle);
        for (std::int64_t position = 0; position < batches; ++position) {
            step += position % accumulate == 0 ? 1 : 0;
            if (config.maxSteps > 0 && step > config.maxSteps) return largest;
            LargestBatch batch{1, std::min(size, count - position * size), step};
            for (std::int64_t row = 0; row < batch.size; ++row)
                batch.steps =
                    std::max(batch.steps,
                             lengths[static_cast<std::size_t>(order[static_cast<std::size_t>(position * size + row)])]);
            if (batch.steps * batch.size > largest.steps * largest.size) largest = batch;
            if (largest.steps == longest && largest.size == size) return largest;  // no batch can be larger
        }
    }
    return largest;
}

/// By the numbers of the parts alone: every part has the longest.
SequenceBatches roughly(const SequenceSet& set, const ExperimentConfig& config) {
    const auto sizes = sequenceSizes(set, config);
    const SequenceSizes parts = sizes.ok() ? *sizes : SequenceSizes{config.batchSize, 0, 0};
    std::int64_t longest = 1;
    for (const SequenceSet::Item& item : set.items) longest = std::max(longest, item.steps);
    const std::int64_t examples = parts.train + parts.validation + parts.test,
                       size = std::clamp<std::int64_t>(config.batchSize, 1, std::max<std::int64_t>(1, parts.train));
    return {{longest, size, (parts.train + size - 1) / size},
            parts.train,
            parts.validation,
            examples * longest,
            {examples, 0, !equallyLong(set)}};
}

}  // namespace

SequenceBatches sequenceBatches(const SequenceSet& set, const ExperimentConfig& config) {
    if (std::ssize(set.items) > kMaxLooked) return roughly(set, config);
    const auto parts = splitSequences(set, config);
    if (!parts.ok()) return roughly(set, config);
    const Lengths train = lengthsOf(set, parts->train), validation = lengthsOf(set, parts->validation),
                  test = lengthsOf(set, parts->test);
    SequenceBatches found{largestOf(train, config), std::ssize(train), std::ssize(validation), 0, {}};
    for (const Lengths* part : {&train, &validation, &test}) {
        found.held += std::ssize(*part) * longestOf(*part);
        found.facts.examples += std::ssize(*part);
    }
    found.facts.evaluatedSteps = validation.empty() ? 0 : longestOf(validation);
    found.facts.masked = differ(train);
    return found;
}

}  // namespace gatelab
