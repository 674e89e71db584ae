// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace gatelab {

/// What a loss needs besides output and target. Tensors live on the output's device with its dtype.
struct LossContext {
    double huberDelta = 1.0;
    std::vector<double> levels;  ///< of the quantiles, ascending
    at::Tensor normalLevels;     ///< [levels] float64: the same of the standard normal distribution
    at::Tensor quantiles;        ///< [quantiles]: the levels
    /// [targets], of the training part: for MASE its mean absolute one-season error, for NSE* its deviation
    at::Tensor scale;
    at::Tensor classWeights;  ///< [classes]; undefined: all 1
};

/// Added to the deviation by which NSE* divides, so that a target that hardly changes does not rule the loss.
inline constexpr double kNseEpsilon = 0.1;

/// One loss; a row per key of lossChoices(). `values` = numbers that the head gives per target and step. Every loss is
/// a mean, so it does not depend on the batch size.
struct Loss {
    const char* key;
    bool classification;
    std::int64_t (*values)(const ExperimentConfig& config);
    /// Forecast: output [batch, horizon, targets, values], target [batch, horizon, targets]. Classification: output [n,
    /// classes], target int64 [n], where -100 marks elements that do not count. Returns a scalar on the device, ready
    /// for backward.
    at::Tensor (*compute)(const at::Tensor& output, const at::Tensor& target, const LossContext& context);
    bool byDeviation = false;  ///< LossContext::scale is the deviation of each target
};
std::span<const Loss> losses();
const Loss* findLoss(std::string_view key);

/// Tensors of the context that come from the configuration (quantiles); scale and classWeights are the caller's.
LossContext makeLossContext(const ExperimentConfig& config, const at::TensorOptions& options);

/// What a mean over these targets weighs in the mean over several parts: how many there are that count, or the sum of
/// their classes' weights.
double meanWeight(const Loss& loss, const at::Tensor& target, const LossContext& context);

/// Gaussian head: the second value to a variance, softplus(raw) + 1e-6.
at::Tensor gaussianVariance(const at::Tensor& raw);
/// The raw value that has this variance; not below twice the least variance that the loss knows.
at::Tensor gaussianSpreadOf(const at::Tensor& variance);
/// The raw value whose variance is that of `raw` times the square of `scale`, by the same bound.
at::Tensor scaledGaussianSpread(const at::Tensor& raw, const at::Tensor& scale);

/// Quantiles of each forecast in rising order, in the last dimension. Each is trained by itself, so they may cross;
/// sorted they are never worse in pinball loss (Chernozhukov, Fernandez-Val and Galichon 2010). For forecasts and
/// scores: the loss that is trained sees the output as it is.
at::Tensor risingQuantiles(const at::Tensor& output);
/// Which forecasts have quantiles that cross, as bool [batch, horizon, targets]; undefined for outputs whose values
/// cannot.
at::Tensor crossedQuantiles(const at::Tensor& output, std::string_view lossKey);

/// The single number per step and target that scores use: the mean of a Gaussian, the middle one of the rising
/// quantiles (average of the two for an even count), or the value itself. [batch, horizon, targets, values] -> [batch,
/// horizon, targets].
at::Tensor pointForecast(const at::Tensor& output, std::string_view lossKey);

/// What the output says besides that number, in the last dimension: one value per quantile of the context, rising
/// (those of the normal distribution for a Gaussian head), and behind them the deviation of a Gaussian. float64;
/// undefined for heads of one number. [batch, horizon, targets, quantiles (+ 1)].
at::Tensor spreadForecast(const at::Tensor& output, std::string_view lossKey, const LossContext& context);

}  // namespace gatelab
