// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"
#include "baselines/smoothing.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// Windows as the linear path sees them, float64 on the host.
struct StartWindows {
    at::Tensor x;      ///< [windows, lookback * inputs]
    at::Tensor y;      ///< [windows, steps * targets], from the anchor on, in units of the scale
    at::Tensor scale;  ///< [windows, steps * targets]: what an error counts
};

/// One map with its bias.
struct StartMap {
    at::Tensor map;   ///< [columns, outputs]
    at::Tensor bias;  ///< [outputs]
};

/// Maps of one kind, always the same number of them in the same order.
struct StartFamily {
    Text name;
    std::vector<StartMap> maps;
    /// -1: from all inputs to [steps * targets]; else from the own column of this target alone, [lookback] to [steps]
    std::int64_t target = -1;
};

/// How many maps stand around one simple map in the first family: it, it with its bias, and eight ridge regressions.
inline constexpr std::int64_t kMapsAround = 10;

/// What the families are made for.
struct StartShape {
    std::int64_t lookback = 0, inputs = 0, steps = 0;
    std::vector<std::int64_t> targetAsInput;  ///< input column of each target; -1: it is none
    std::int64_t season = 1;                  ///< rows; 1: none
    std::string anchor;                       ///< key of anchorChoices
    [[nodiscard]] std::int64_t targets() const { return static_cast<std::int64_t>(targetAsInput.size()); }
};

/// Everything that the start of a linear path is chosen from, fitted to these windows; the first family is that of the
/// windows as the network sees them. `smoothing`: one per target, fitted to rows before the end of the windows.
///
/// Ridge regressions of several strengths, each around every simple map (simple_maps.h), on windows as they are, and,
/// where those have no anchor, on distances from the last value and on windows scaled by themselves (without a bias,
/// which would not be linear in the plain window); on changes from season to season over the seasonal naive value; then
/// exponential smoothing, theta and a damped trend. All but the first family look at a target's own column alone.
std::vector<StartFamily> startFamilies(const StartShape& shape, const StartWindows& fit,
                                       const std::vector<SmoothingFit>& smoothing);

/// The weights of a target's own column are made to add to 1 and those of the other targets' to 0, at the last row
/// (anchor "last") or over all rows: a map that is fitted where the level of the window is 0 does not know them. map:
/// [lookback * inputs, steps * targets].
void closeSums(at::Tensor& map, const StartShape& shape, const std::string& anchor);

}  // namespace gatelab
