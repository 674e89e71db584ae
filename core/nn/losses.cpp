// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/losses.h"

#include "config/heads/head_kinds.h"
#include "nn/distribution_heads.h"

#include <ATen/ATen.h>

#include <charconv>
#include <cmath>
#include <string>
#include <vector>

namespace gatelab {
namespace {

constexpr double kVarianceFloor = 1e-6;
constexpr std::int64_t kIgnoredClass = -100;

std::int64_t oneValue(const ExperimentConfig&) { return 1; }
std::int64_t twoValues(const ExperimentConfig&) { return 2; }
std::int64_t threeValues(const ExperimentConfig&) { return 3; }
std::int64_t quantileValues(const ExperimentConfig& config) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(config.quantiles.size()));
}

at::Tensor mse(const at::Tensor& output, const at::Tensor& target, const LossContext&) {
    return at::mse_loss(output.view_as(target), target);
}

at::Tensor mae(const at::Tensor& output, const at::Tensor& target, const LossContext&) {
    return at::l1_loss(output.view_as(target), target);
}

at::Tensor huber(const at::Tensor& output, const at::Tensor& target, const LossContext& context) {
    return at::huber_loss(output.view_as(target), target, at::Reduction::Mean, context.huberDelta);
}

// log(cosh(e)) = |e| + log(1 + exp(-2|e|)) - log 2, which neither overflows nor cancels.
at::Tensor logCosh(const at::Tensor& output, const at::Tensor& target, const LossContext&) {
    const at::Tensor e = output.view_as(target) - target;
    return (e + at::softplus(-2 * e) - std::log(2.0)).mean();
}

at::Tensor mase(const at::Tensor& output, const at::Tensor& target, const LossContext& context) {
    const at::Tensor error = (output.view_as(target) - target).abs();
    return (context.scale.defined() ? error / context.scale : error).mean();
}

// Kratzert et al. 2019, Towards learning universal, regional, and local hydrological behaviors, eq. 14: NSE* with its
// epsilon, here over the values of a batch.
at::Tensor nse(const at::Tensor& output, const at::Tensor& target, const LossContext& context) {
    const at::Tensor error = output.view_as(target) - target;
    return (context.scale.defined() ? error / (context.scale + kNseEpsilon) : error).square().mean();
}

at::Tensor pinball(const at::Tensor& output, const at::Tensor& target, const LossContext& context) {
    const at::Tensor e = target.unsqueeze(-1) - output;
    return at::maximum(context.quantiles * e, (context.quantiles - 1) * e).mean();
}

at::Tensor gaussianNll(const at::Tensor& output, const at::Tensor& target, const LossContext&) {
    const at::Tensor variance = gaussianVariance(output.select(-1, 1)), e = output.select(-1, 0) - target;
    return (0.5 * (variance.log() + e.square() / variance)).mean();
}

at::Tensor crossEntropy(const at::Tensor& output, const at::Tensor& target, const LossContext& context) {
    return at::cross_entropy_loss(output, target, context.classWeights, at::Reduction::Mean, kIgnoredClass);
}

}  // namespace

std::span<const Loss> losses() {
    static const Loss rows[] = {
        {"mse", false, oneValue, mse},
        {"mae", false, oneValue, mae},
        {"huber", false, oneValue, huber},
        {"log-cosh", false, oneValue, logCosh},
        {"mase", false, oneValue, mase},
        {"nse", false, oneValue, nse, true},
        {"pinball", false, quantileValues, pinball},
        {"rising-quantiles", false, quantileValues, risingPinball},
        {"gaussian-nll", false, twoValues, gaussianNll},
        {"student-t", false, threeValues, studentNll},
        {"negative-binomial", false, twoValues, negativeBinomialNll},
        {"cross-entropy", true, oneValue, crossEntropy},
    };
    return rows;
}

const Loss* findLoss(std::string_view key) {
    for (const Loss& row : losses())
        if (key == row.key) return &row;
    return nullptr;
}

LossContext makeLossContext(const ExperimentConfig& config, const at::TensorOptions& options) {
    LossContext context;
    context.huberDelta = config.huberDelta;
    for (const std::string& text : config.quantiles) {
        double level = 0.5;
        std::from_chars(text.data(), text.data() + text.size(), level);  // checked by config_check
        context.levels.push_back(level);
    }
    if (context.levels.empty()) context.levels.push_back(0.5);
    context.quantiles =
        at::tensor(context.levels, at::kDouble).to(options.device(), c10::typeMetaToScalarType(options.dtype()));
    // On the host: a GPU would have to compile it first.
    context.normalLevels = at::special_ndtri(at::tensor(context.levels, at::kDouble)).to(options.device());
    return context;
}

double meanWeight(const Loss& loss, const at::Tensor& target, const LossContext& context) {
    if (!loss.classification) return static_cast<double>(target.size(0));
    const at::Tensor counted = target.masked_select(target != kIgnoredClass);
    if (!context.classWeights.defined()) return static_cast<double>(counted.numel());
    return context.classWeights.index_select(0, counted).sum().item<double>();
}

at::Tensor gaussianVariance(const at::Tensor& raw) { return at::softplus(raw) + kVarianceFloor; }

// softplus^-1(y) = y + log(1 - exp(-y)), which neither overflows for large y nor cancels for small ones.
at::Tensor gaussianSpreadOf(const at::Tensor& variance) {
    const at::Tensor rest = (variance - kVarianceFloor).clamp_min(kVarianceFloor);
    return rest + (-at::expm1(-rest)).log();
}

at::Tensor scaledGaussianSpread(const at::Tensor& raw, const at::Tensor& scale) {
    return gaussianSpreadOf(gaussianVariance(raw) * scale.square());
}

at::Tensor risingQuantiles(const at::Tensor& output) { return std::get<0>(output.sort(-1)); }

at::Tensor crossedQuantiles(const at::Tensor& output, std::string_view lossKey) {
    const std::int64_t values = output.size(-1);
    if (!isPinball(lossKey) || values < 2) return {};
    return (output.narrow(-1, 1, values - 1) < output.narrow(-1, 0, values - 1)).any(-1);
}

at::Tensor pointForecast(const at::Tensor& output, std::string_view lossKey) {
    const std::int64_t values = output.size(-1);
    if (isGaussianNll(lossKey) || values == 1) return output.select(-1, 0);
    const at::Tensor rising = risingQuantiles(output);
    if (values % 2 == 1) return rising.select(-1, values / 2);
    return (rising.select(-1, values / 2 - 1) + rising.select(-1, values / 2)) * 0.5;
}

at::Tensor spreadForecast(const at::Tensor& output, std::string_view lossKey, const LossContext& context) {
    if (isPinball(lossKey)) return risingQuantiles(output).to(at::kDouble);
    if (!isGaussianNll(lossKey)) return {};
    const at::Tensor wide = output.to(at::kDouble), deviation = gaussianVariance(wide.narrow(-1, 1, 1)).sqrt();
    return at::cat({wide.narrow(-1, 0, 1) + deviation * context.normalLevels, deviation}, -1);
}

}  // namespace gatelab
