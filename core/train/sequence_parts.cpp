// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/sequence_parts.h"

#include "train/batcher.h"

#include <algorithm>

namespace gatelab {

Result<SequenceParts> splitSequences(const SequenceSet& set, const ExperimentConfig& config) {
    SequenceParts parts;
    std::vector<std::int64_t> rest;
    for (std::size_t i = 0; i < set.items.size(); ++i) {
        if (set.items[i].steps <= 0) continue;
        const bool given = i < set.parts.size() && set.parts[i] == SequenceSet::Part::Test;
        (given ? parts.test : rest).push_back(static_cast<std::int64_t>(i));
    }
    const auto count = static_cast<std::int64_t>(rest.size());
    const auto split = splitRows(config.split, count, 0);
    if (!split.ok()) return split.error();
    // Parts must not depend on the epoch: epoch -1 has its own order.
    std::vector<std::int64_t> shuffled;
    for (const std::int64_t at : epochOrder(count, static_cast<std::uint64_t>(config.seed), -1, true)) shuffled.push_back(rest[static_cast<std::size_t>(at)]);
    const bool testGiven = !parts.test.empty();
    const std::int64_t train = split->train.size(), validation = split->validation.size();
    const std::int64_t trainEnd = testGiven ? std::max<std::int64_t>(1, count * train / std::max<std::int64_t>(1, train + validation)) : train;
    const std::int64_t validationEnd = testGiven ? count : train + validation;
    for (std::int64_t at = 0; at < count; ++at) {
        const std::int64_t item = shuffled[static_cast<std::size_t>(at)];
        if (at < trainEnd) parts.train.push_back(item);
        else if (at < validationEnd) parts.validation.push_back(item);
        else if (!testGiven && at < split->test.end) parts.test.push_back(item);
    }
    if (parts.train.empty())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Training", "the training part has no sequence (%1 in all); give it a larger share"), {set.items.size()}}};
    return parts;
}

std::int64_t countClasses(const SequenceSet& set, const std::string& task) {
    auto classes = static_cast<std::int64_t>(set.classNames.size());
    for (const SequenceSet::Item& item : set.items) {
        classes = std::max<std::int64_t>(classes, item.label + 1);
        if (task != "labelling") continue;
        for (const float label : item.targets) classes = std::max(classes, static_cast<std::int64_t>(label) + 1);
    }
    return classes;
}

}  // namespace gatelab
