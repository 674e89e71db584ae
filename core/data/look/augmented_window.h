// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/windows.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace gatelab {

/// One input over one training window, as it is prepared and as augmentation changes it in the first epoch, before any
/// start from the window's last value is taken off.
struct AugmentedWindow {
    std::int64_t example = 0;           ///< number of the window
    std::vector<double> before, after;  ///< [lookback]
};

/// The first changed window from `example` on, which counts on from the start again behind the last one; column: of the
/// table. Nothing where the column is no input, there is no window, or none of the next thousand is changed.
std::optional<AugmentedWindow> augmentedWindow(const PreparedSeries& prepared, const WindowSet& training,
                                               const ExperimentConfig& config, std::int64_t example,
                                               std::size_t column);

}  // namespace gatelab
