// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// Mean and deviation of every channel of a set of sequences over its training items; 0 and 1 where the recipe does not
/// standardise or the values are tokens.
struct ChannelScale {
    std::vector<double> mean, deviation;
};
ChannelScale fitChannelScale(const SequenceSet& set, std::span<const std::int64_t> train,
                             const std::vector<std::string>& recipe);

}  // namespace gatelab
