// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace gatelab {

/// Which dimension of an array is which: places in its shape, from 0.
struct ArrayAxes {
    std::size_t sequences = 0, steps = 1, channels = 2;
};

/// Shapes of csv_shape in which a 3-D array holds sequences: the letters stand for sequences (n), steps (t) and
/// channels (c) in the order of the dimensions. The usual one first.
inline constexpr std::array<std::string_view, 5> kArrayShapes{"ntc", "nct", "tnc", "tcn", "ctn"};
/// Those of an array of two dimensions, which has one channel.
inline constexpr std::array<std::string_view, 2> kMatrixShapes{"ntc", "tnc"};

inline bool isArrayShape(std::string_view shape) {
    return std::ranges::find(kArrayShapes, shape) != kArrayShapes.end();
}
/// The data are read as sequences from arrays.
inline bool readsArrays(const ExperimentConfig& config) { return isArrayShape(config.csvShape); }

/// shape: one of kArrayShapes; of two dimensions the one of the channels is left out, and channels is 2.
constexpr ArrayAxes axesOfShape(std::string_view shape, std::size_t dimensions) {
    ArrayAxes axes{shape.find('n'), shape.find('t'), shape.find('c')};
    if (dimensions > 2) return axes;
    axes.sequences -= axes.sequences > axes.channels ? 1 : 0;
    axes.steps -= axes.steps > axes.channels ? 1 : 0;
    axes.channels = 2;
    return axes;
}

}  // namespace gatelab
