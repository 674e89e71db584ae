// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/smoothing.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

namespace gatelab {

/// Maps from a window to its forecast that need no training, each [columns, steps * targets], columns = lookback *
/// inputs, float64: nothing; the last value; means with falling weights; the last season; the last season moved by the
/// change of the mean from one season to the next; the last value along a damped trend. In every one but the first the
/// weights of a forecast add to 1, so that it is the same from any anchor. `targetAsInput`: input column of each
/// target; only nothing where a target is no input. season: rows; 1: none.
std::vector<at::Tensor> simpleMaps(std::int64_t lookback, std::int64_t inputs, std::int64_t steps,
                                   const std::vector<std::int64_t>& targetAsInput, std::int64_t season);
/// Place of the last value among them, where they are more than one.
inline constexpr std::int64_t kLastValueMap = 1;

/// Repeats the last season of a window: [lookback, steps]; 1 <= season <= lookback.
at::Tensor lastSeasonMap(std::int64_t lookback, std::int64_t steps, std::int64_t season);
/// Exponential smoothing that starts at the window's first value: [lookback, steps]. Where the window holds two seasons
/// their mean at each place is taken off before and added to the forecast.
at::Tensor smoothingMap(std::int64_t lookback, std::int64_t steps, const Smoother& weights, std::int64_t season);

}  // namespace gatelab
