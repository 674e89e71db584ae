// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequences/target_deviation.h"

#include "base/numeric/running_variance.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace gatelab {

namespace {

using Key = std::vector<double>;

Key keyOf(const SequenceSet::Item& item, const std::vector<std::size_t>& constant) {
    Key key;
    for (const std::size_t channel : constant) key.push_back(channel < item.values.size() ? item.values[channel] : 0);
    return key;
}

bool isConstant(const SequenceSet::Item& item, std::size_t channel, std::size_t channels) {
    for (std::size_t at = channel; at < item.values.size(); at += channels)
        if (!(item.values[at] == item.values[channel])) return false;
    return true;
}

}  // namespace

std::vector<std::size_t> constantChannels(const SequenceSet& set) {
    const std::size_t channels = set.channelNames.size();
    std::vector<std::size_t> constant;
    if (std::ranges::any_of(set.items, [](const SequenceSet::Item& item) { return item.steps < 2; })) return constant;
    for (std::size_t channel = 0; channel < channels; ++channel)
        if (std::ranges::all_of(set.items, [&](const auto& item) { return isConstant(item, channel, channels); }))
            constant.push_back(channel);
    return constant;
}

std::vector<double> targetDeviations(const SequenceSet& set, std::span<const std::int64_t> train,
                                     std::int64_t targets) {
    const std::vector<std::size_t> constant = constantChannels(set);
    const auto count = static_cast<std::size_t>(targets);
    std::vector<RunningVariance> all(count);
    std::map<Key, std::vector<RunningVariance>> own;
    for (const std::int64_t number : train) {
        const SequenceSet::Item& item = set.items[static_cast<std::size_t>(number)];
        std::vector<RunningVariance>& group = own.try_emplace(keyOf(item, constant), count).first->second;
        for (std::size_t t = 0; t < std::min(count, item.targets.size()); ++t) {
            if (!std::isfinite(item.targets[t])) continue;
            all[t].add(item.targets[t]);
            group[t].add(item.targets[t]);
        }
    }
    std::vector<double> deviations;
    for (const SequenceSet::Item& item : set.items) {
        const auto group = own.find(keyOf(item, constant));
        for (std::size_t t = 0; t < count; ++t) {
            const bool isKnown = group != own.end() && group->second[t].count > 1;
            const double deviation = isKnown ? group->second[t].deviation() : all[t].deviation();
            deviations.push_back(deviation > 0 || isKnown ? deviation : 1);
        }
    }
    return deviations;
}

}  // namespace gatelab
