// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/data/minmax_pyramid.h"
#include "data/series.h"
#include "data/split.h"

#include <array>
#include <limits>
#include <memory>

namespace gatelab {

/// What is worked out once of a channel that is drawn; NaN where it has no value. About 50 ns a value.
struct ChannelDrawing {
    MinMaxPyramid pyramid;
    double low = std::numeric_limits<double>::quiet_NaN(), high = low, mean = low;
    double deviation = low;  ///< divided by n
};
std::shared_ptr<const ChannelDrawing> drawChannel(const Channel& channel);

/// How often the values of a channel lie in equal parts of its range, in the training and in the test part: shares
/// among the values of the part, over the largest of all of them.
struct ChannelDistribution {
    static constexpr std::size_t kBins = 32;
    std::array<double, kBins> train{}, test{};
};
/// `drawing`: of this channel. Of a long part evenly spread rows are counted.
std::shared_ptr<const ChannelDistribution> distributionOf(const Channel& channel, const ChannelDrawing& drawing,
                                                          const Split& split);

}  // namespace gatelab
