// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/channel_scale.h"

#include "base/sum_of_squares.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {
constexpr double kRounding = 1e-12;  // of a mean: no spread, but what is left of rounding it
}

ChannelScale fitChannelScale(const SequenceSet& set, std::span<const std::int64_t> train,
                             const std::vector<std::string>& recipe) {
    const std::size_t channels = set.tokens > 0 ? 1 : set.channelNames.size();
    ChannelScale scale{std::vector<double>(channels, 0.0), std::vector<double>(channels, 1.0)};
    if (set.tokens > 0 ||
        std::ranges::none_of(recipe, [](const std::string& step) { return step.starts_with("standardise"); }))
        return scale;
    const auto each = [&](const auto& take) {
        for (const std::int64_t number : train) {
            const auto& values = set.items[static_cast<std::size_t>(number)].values;
            for (std::size_t i = 0; i < values.size(); ++i)
                if (std::isfinite(values[i])) take(i % channels, static_cast<double>(values[i]));
        }
    };
    std::vector<double> count(channels, 0.0);
    each([&](std::size_t c, double value) { scale.mean[c] += value, count[c] += 1; });
    for (std::size_t c = 0; c < channels; ++c) scale.mean[c] /= std::max(1.0, count[c]);
    // About the mean: squares of a small spread about a large level would hold nothing of it.
    std::vector<SumOfSquares> squares(channels);
    each([&](std::size_t c, double value) { squares[c].add(value - scale.mean[c]); });
    for (std::size_t c = 0; c < channels; ++c) {
        const double deviation = count[c] > 0 ? squares[c].rootMean(count[c]) : 0;
        if (deviation > kRounding * std::abs(scale.mean[c])) scale.deviation[c] = deviation;
    }
    return scale;
}

}  // namespace gatelab
