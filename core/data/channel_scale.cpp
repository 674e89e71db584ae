// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/channel_scale.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

ChannelScale fitChannelScale(const SequenceSet& set, std::span<const std::int64_t> train,
                             const std::vector<std::string>& recipe) {
    const std::size_t channels = set.tokens > 0 ? 1 : set.channelNames.size();
    ChannelScale scale{std::vector<double>(channels, 0.0), std::vector<double>(channels, 1.0)};
    if (set.tokens > 0 ||
        std::ranges::none_of(recipe, [](const std::string& step) { return step.starts_with("standardise"); }))
        return scale;
    std::vector<double> sum(channels, 0.0), squares(channels, 0.0), count(channels, 0.0);
    for (const std::int64_t number : train) {
        const auto& values = set.items[static_cast<std::size_t>(number)].values;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!std::isfinite(values[i])) continue;
            sum[i % channels] += values[i];
            squares[i % channels] += values[i] * values[i];
            count[i % channels] += 1;
        }
    }
    for (std::size_t c = 0; c < channels; ++c) {
        if (count[c] == 0) continue;
        scale.mean[c] = sum[c] / count[c];
        const double variance = squares[c] / count[c] - scale.mean[c] * scale.mean[c];
        if (variance > 1e-24) scale.deviation[c] = std::sqrt(variance);
    }
    return scale;
}

}  // namespace gatelab
