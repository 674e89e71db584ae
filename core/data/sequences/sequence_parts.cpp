// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequences/sequence_parts.h"

#include "config/setting_predicates.h"
#include "data/epoch_order.h"
#include "data/sequences/running_text.h"
#include "data/sequences/sequence_sizes.h"
#include "data/split.h"

#include <algorithm>
#include <map>
#include <utility>

namespace gatelab {
namespace {

/// The same items in an order in which every stretch has its share of each class: an item stands where its rank among
/// those of its class puts it. Items of one class keep their order; unlabelled ones are a class.
std::vector<std::int64_t> evenly(const std::vector<std::int64_t>& items, const SequenceSet& set) {
    const auto labelOf = [&](std::int64_t item) { return set.items[static_cast<std::size_t>(item)].label; };
    std::map<std::int32_t, double> counts, ranks;
    for (const std::int64_t item : items) ++counts[labelOf(item)];
    std::vector<std::pair<double, std::int64_t>> places;
    places.reserve(items.size());
    for (const std::int64_t item : items)
        places.emplace_back((ranks[labelOf(item)]++ + 0.5) / counts[labelOf(item)], item);
    std::ranges::stable_sort(places, {}, &std::pair<double, std::int64_t>::first);
    std::vector<std::int64_t> all;
    all.reserve(places.size());
    for (const auto& place : places) all.push_back(place.second);
    return all;
}

}  // namespace

std::vector<std::int64_t> SequenceParts::known() const {
    std::vector<std::int64_t> all = train;
    all.insert(all.end(), validation.begin(), validation.end());
    return all;
}

Result<SequenceParts> splitSequences(const SequenceSet& set, const ExperimentConfig& config) {
    SequenceParts parts;
    std::vector<std::int64_t> rest;
    for (std::size_t i = 0; i < set.items.size(); ++i) {
        if (set.items[i].steps <= 0) continue;
        const auto part = i < set.parts.size() ? set.parts[i] : SequenceSet::Part::Unassigned;
        (part == SequenceSet::Part::Test ? parts.test
         : part == kGivenValidation      ? parts.validation
                                         : rest)
            .push_back(static_cast<std::int64_t>(i));
    }
    const auto sizes = sequenceSizes(set, config);
    if (!sizes.ok()) return sizes.error();
    const auto count = static_cast<std::int64_t>(rest.size());
    // Parts must not depend on the epoch: epoch -1 has its own order. A text is parted where it stands.
    const bool isInOrder = isRunningText(set);
    std::vector<std::int64_t> shuffled;
    for (const std::int64_t at : epochOrder(count, static_cast<std::uint64_t>(config.seed), -1, !isInOrder))
        shuffled.push_back(rest[static_cast<std::size_t>(at)]);
    if (!isInOrder && writtenSplit(config.split).isStratified) shuffled = evenly(shuffled, set);
    const bool testGiven = !parts.test.empty();
    const std::int64_t drawn = parts.validation.empty() ? sizes->validation : 0;
    for (std::int64_t at = 0; at < count; ++at) {
        const std::int64_t item = shuffled[static_cast<std::size_t>(at)];
        if (at < sizes->train)
            parts.train.push_back(item);
        else if (at < sizes->train + drawn)
            parts.validation.push_back(item);
        else if (!testGiven && at < sizes->train + drawn + sizes->test)
            parts.test.push_back(item);
    }
    return parts;
}

std::int64_t equalSteps(const Dataset* data) {
    return data && data->sequences && !data->sequences->items.empty() && equallyLong(*data->sequences)
               ? data->sequences->items.front().steps
               : 0;
}

bool equallyLong(const SequenceSet& set) {
    return std::ranges::all_of(set.items,
                               [&](const SequenceSet::Item& item) { return item.steps == set.items.front().steps; });
}

std::int64_t countClasses(const SequenceSet& set, const std::string& task) {
    auto classes = static_cast<std::int64_t>(set.classNames.size());
    for (const SequenceSet::Item& item : set.items) {
        classes = std::max<std::int64_t>(classes, item.label + 1);
        if (!isLabelling(task)) continue;
        for (const double label : item.targets) classes = std::max(classes, static_cast<std::int64_t>(label) + 1);
    }
    return classes;
}

}  // namespace gatelab
