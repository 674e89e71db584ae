// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/cache/column_levels.h"
#include "data/series.h"
#include "data/split.h"

#include <array>
#include <limits>
#include <memory>

namespace gatelab {

/// What is worked out once of a channel that is drawn, or was kept (levelsOf()); NaN where it has no value.
struct ChannelDrawing {
    std::shared_ptr<const ColumnLevels> levels;
    double low = std::numeric_limits<double>::quiet_NaN(), high = low, mean = low;
    double deviation = low;  ///< divided by n
};
std::shared_ptr<const ChannelDrawing> drawChannel(const Series& series, std::size_t channel);

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
