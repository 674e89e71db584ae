// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/series.h"

#include <algorithm>
#include <unordered_map>

namespace gatelab {

std::optional<std::size_t> Series::find(const std::string& name) const {
    for (std::size_t i = 0; i < channels.size(); ++i)
        if (channels[i].name == name) return i;
    return std::nullopt;
}

std::int64_t mostFrequentStep(const std::vector<std::int64_t>& times) {
    std::unordered_map<std::int64_t, std::int64_t> counts;
    for (std::size_t i = 1; i < times.size(); ++i)
        if (const auto distance = times[i] - times[i - 1]; distance > 0) ++counts[distance];
    std::int64_t best = 0, bestCount = 0;
    for (const auto& [distance, count] : counts)
        if (count > bestCount || (count == bestCount && distance < best)) best = distance, bestCount = count;
    return best;
}

}  // namespace gatelab
