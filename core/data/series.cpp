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
    // Mostly the distance of the rows before
    std::int64_t last = 0, alike = 0;
    for (std::size_t i = 1; i < times.size(); ++i) {
        const std::int64_t distance = times[i] - times[i - 1];
        if (distance != last) {
            if (last > 0) counts[last] += alike;
            last = distance, alike = 0;
        }
        ++alike;
    }
    if (last > 0) counts[last] += alike;
    std::int64_t best = 0, bestCount = 0;
    for (const auto& [distance, count] : counts)
        if (count > bestCount || (count == bestCount && distance < best)) best = distance, bestCount = count;
    return best;
}

}  // namespace gatelab
