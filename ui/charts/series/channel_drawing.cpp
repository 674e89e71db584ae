// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/series/channel_drawing.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr std::int64_t kMostCounted = 50'000;  // rows of a part: enough for a picture 66 pixels wide

void count(const Channel& channel, const ChannelDrawing& drawing, RowRange rows,
           std::array<double, ChannelDistribution::kBins>& shares) {
    constexpr auto bins = static_cast<double>(ChannelDistribution::kBins);
    const std::int64_t end = std::min(rows.end, static_cast<std::int64_t>(channel.values.size())),
                       stride = std::max<std::int64_t>(1, rows.size() / kMostCounted);
    const double width = (drawing.high - drawing.low) / bins;
    double counted = 0;
    for (std::int64_t row = std::max<std::int64_t>(0, rows.begin); row < end; row += stride) {
        const double value = channel.values[static_cast<std::size_t>(row)];
        if (!std::isfinite(value)) continue;
        const double bin = width > 0 ? std::floor((value - drawing.low) / width) : bins / 2;
        ++shares[static_cast<std::size_t>(std::clamp(bin, 0.0, bins - 1))];
        ++counted;
    }
    if (counted > 0)
        for (double& share : shares) share /= counted;
}

}  // namespace

std::shared_ptr<const ChannelDrawing> drawChannel(const Series& series, std::size_t channel) {
    auto drawing = std::make_shared<ChannelDrawing>();
    drawing->levels = levelsOf(series, channel);
    const MinMax all = drawing->levels->over(0, drawing->levels->size());
    if (all.count == 0) return drawing;
    drawing->low = all.min, drawing->high = all.max, drawing->mean = all.sum / all.count;
    drawing->deviation = drawing->levels->deviation();
    return drawing;
}

std::shared_ptr<const ChannelDistribution> distributionOf(const Channel& channel, const ChannelDrawing& drawing,
                                                          const Split& split) {
    auto found = std::make_shared<ChannelDistribution>();
    if (!std::isfinite(drawing.low) || !std::isfinite(drawing.high - drawing.low)) return found;
    count(channel, drawing, split.train, found->train);
    count(channel, drawing, split.test, found->test);
    const double most = std::max(*std::ranges::max_element(found->train), *std::ranges::max_element(found->test));
    if (most > 0)
        for (auto* shares : {&found->train, &found->test})
            for (double& share : *shares) share /= most;
    return found;
}

}  // namespace gatelab
