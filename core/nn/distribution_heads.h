// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "nn/losses.h"

/// Heads of a Student t distribution, of counts, and of quantiles that cannot cross: [batch, horizon, targets, values],
/// the first two after the frame of the window, as a Gaussian's (level, raw spread). Computed in float64 whatever the
/// network's type, for log gamma cancels.
namespace gatelab {

/// Values mean, r, d: scale² = softplus(r) + 1e-6, freedom = 2 + softplus(d), so that the variance is finite.
at::Tensor studentNll(const at::Tensor& output, const at::Tensor& target, const LossContext& context);
/// Values m, r on the prepared scale; context.scale [2, targets]: offset and factor of the counts. Their mean is
/// softplus(offset + factor m), above zero; their variance the mean + factor² (softplus(r) + 1e-6), more than a Poisson
/// distribution's.
at::Tensor negativeBinomialNll(const at::Tensor& output, const at::Tensor& target, const LossContext& context);
/// From the middle value outwards each step is softplus(20 x) / 20 of the difference of neighbours: a bit more than the
/// difference where it is above zero, and never below zero.
at::Tensor withoutCrossing(const at::Tensor& output);
at::Tensor risingPinball(const at::Tensor& output, const at::Tensor& target, const LossContext& context);

/// The single number of these heads, [batch, horizon, targets]: mean, mean of the counts on the prepared scale, middle
/// quantile. Counts are float64, or rounding would take some of them below zero.
at::Tensor distributionPoint(const at::Tensor& output, std::string_view lossKey, const LossContext& context);
/// What they say besides, as spreadForecast: quantiles at context.levels, float64, on the prepared scale.
at::Tensor distributionSpread(const at::Tensor& output, std::string_view lossKey, const LossContext& context);

/// t of Student's distribution with `freedom` >= 2 below which lies the share `level`, 0 < level < 1. Relative error
/// below 1e-7.
double studentQuantile(double level, double freedom);
/// The smallest count with at least the share `level` at or below it. Above a mean of 1,000 by the expansion of Cornish
/// and Fisher (1938), at most one count off.
double negativeBinomialQuantile(double level, double mean, double variance);

}  // namespace gatelab
