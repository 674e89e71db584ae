// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/distribution_heads.h"

#include "config/heads/head_kinds.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace gatelab {

namespace {

constexpr double kSteep = 20, kLeastExcess = 1e-6, kExactMean = 1000;

at::Tensor wide(const at::Tensor& values) { return values.to(at::kDouble); }

/// Mean and excess variance of the counts, their gradients with them.
struct Counts {
    at::Tensor mean, excess;
};
Counts countsOf(const at::Tensor& output, const LossContext& context) {
    const at::Tensor scale = wide(context.scale), values = wide(output);
    const at::Tensor offset = scale.select(0, 0), factor = scale.select(0, 1);
    return {at::softplus(offset + factor * values.select(-1, 0)) + 1e-9,
            gaussianVariance(values.select(-1, 1)) * factor.square()};
}

at::Tensor scaleOf(const at::Tensor& output) { return gaussianVariance(wide(output).select(-1, 1)).sqrt(); }
at::Tensor freedomOf(const at::Tensor& output) { return 2 + at::softplus(wide(output).select(-1, 2)); }

/// Nodes and weights of Gauss and Legendre on [-1, 1], by Newton's method.
struct Legendre {
    static constexpr int kCount = 32;
    std::array<double, kCount> node{}, weight{};
    Legendre() {
        for (int i = 0; i < kCount; ++i) {
            double x = std::cos(std::numbers::pi * (i + 0.75) / (kCount + 0.5)), slope = 1;
            for (int round = 0; round < 100; ++round) {
                double before = 1, now = x;
                for (int k = 2; k <= kCount; ++k) {
                    const double next = ((2 * k - 1) * x * now - (k - 1) * before) / k;
                    before = now, now = next;
                }
                slope = kCount * (x * now - before) / (x * x - 1);
                const double step = now / slope;
                x -= step;
                if (std::abs(step) < 1e-16) break;
            }
            node[static_cast<std::size_t>(i)] = x;
            weight[static_cast<std::size_t>(i)] = 2 / ((1 - x * x) * slope * slope);
        }
    }
};

/// Share between 0 and t = sqrt(freedom) tan(angle): c times the integral of cos^(freedom - 1).
double studentShare(double angle, double freedom, double factor) {
    static const Legendre kRule;
    double sum = 0;
    for (int i = 0; i < Legendre::kCount; ++i) {
        const auto at = static_cast<std::size_t>(i);
        sum += kRule.weight[at] * std::pow(std::cos(angle / 2 * (kRule.node[at] + 1)), freedom - 1);
    }
    return factor * angle / 2 * sum;
}

}  // namespace

double studentQuantile(double level, double freedom) {
    if (level == 0.5) return 0;
    const double share = std::abs(level - 0.5);
    const double factor =
        std::exp(std::lgamma((freedom + 1) / 2) - std::lgamma(freedom / 2)) / std::sqrt(std::numbers::pi);
    double low = 0, high = std::numbers::pi / 2, angle = std::atan(2 * share * 2 / std::sqrt(freedom));
    for (int round = 0; round < 100; ++round) {  // Newton's method, held between the ends of bisection
        const double off = studentShare(angle, freedom, factor) - share;
        (off > 0 ? high : low) = angle;
        double next = angle - off / (factor * std::pow(std::cos(angle), freedom - 1));
        if (!(next > low && next < high)) next = (low + high) / 2;
        const bool isDone = std::abs(next - angle) <= 1e-15 * angle;
        angle = next;
        if (isDone) break;
    }
    return (level < 0.5 ? -1 : 1) * std::sqrt(freedom) * std::tan(angle);
}

double negativeBinomialQuantile(double level, double mean, double variance) {
    if (!(mean > 0) || !std::isfinite(mean) || !std::isfinite(variance)) return std::isnan(mean) ? mean : 0;
    const double excess = std::max(variance - mean, kLeastExcess * mean);
    if (mean > kExactMean) {
        const double z = studentQuantile(level, 1e7), deviation = std::sqrt(mean + excess),
                     skew = (2 * (mean + excess) - mean) / mean / deviation;
        return std::max(0.0, std::round(mean + deviation * (z + (z * z - 1) * skew / 6)));
    }
    const double size = mean * mean / excess, share = mean / (mean + size);
    // As a logarithm: that of none may be smaller than any number
    double chance = -size * std::log1p(mean / size), below = std::exp(chance);
    double count = 0;
    const double most = mean + 50 * std::sqrt(mean + excess) + 50;
    while (below < level && count < most) {
        chance += std::log((size + count) / (count + 1) * share);
        below += std::exp(chance);
        count += 1;
    }
    return count;
}

at::Tensor studentNll(const at::Tensor& output, const at::Tensor& target, const LossContext&) {
    const at::Tensor scale = scaleOf(output), freedom = freedomOf(output),
                     z = (wide(output).select(-1, 0) - wide(target)) / scale;
    const at::Tensor constant = at::lgamma(freedom / 2) - at::lgamma((freedom + 1) / 2) + 0.5 * freedom.log() +
                                0.5 * std::log(std::numbers::pi);
    return (constant + scale.log() + (freedom + 1) / 2 * at::log1p(z.square() / freedom)).mean().to(output.dtype());
}

at::Tensor negativeBinomialNll(const at::Tensor& output, const at::Tensor& target, const LossContext& context) {
    const Counts counts = countsOf(output, context);
    const at::Tensor scale = wide(context.scale),
                     y = (scale.select(0, 0) + scale.select(0, 1) * wide(target)).round().clamp_min(0);
    const at::Tensor size = counts.mean.square() / (counts.excess + kLeastExcess * counts.mean);
    return (at::lgamma(size) + at::lgamma(y + 1) - at::lgamma(y + size) + size * at::log1p(counts.mean / size) +
            y * (at::log1p(size / counts.mean)))
        .mean()
        .to(output.dtype());
}

at::Tensor withoutCrossing(const at::Tensor& output) {
    const std::int64_t values = output.size(-1), middle = values / 2;
    if (values < 2) return output;
    const at::Tensor steps =
        at::softplus(output.narrow(-1, 1, values - 1) - output.narrow(-1, 0, values - 1), kSteep, 20);
    const at::Tensor centre = output.narrow(-1, middle, 1);
    std::vector<at::Tensor> parts;
    if (middle > 0) parts.push_back(centre - steps.narrow(-1, 0, middle).flip(-1).cumsum(-1).flip(-1));
    parts.push_back(centre);
    if (middle + 1 < values) parts.push_back(centre + steps.narrow(-1, middle, values - 1 - middle).cumsum(-1));
    return at::cat(parts, -1);
}

at::Tensor risingPinball(const at::Tensor& output, const at::Tensor& target, const LossContext& context) {
    const at::Tensor e = target.unsqueeze(-1) - withoutCrossing(output);
    return at::maximum(context.quantiles * e, (context.quantiles - 1) * e).mean();
}

at::Tensor distributionPoint(const at::Tensor& output, std::string_view lossKey, const LossContext& context) {
    if (isStudentT(lossKey)) return output.select(-1, 0);
    if (isNegativeBinomial(lossKey)) {
        const at::Tensor scale = wide(context.scale);
        return (countsOf(output, context).mean - scale.select(0, 0)) /
               scale.select(0, 1);  // rounded it may lie below 0
    }
    const at::Tensor rising = withoutCrossing(output);
    const std::int64_t values = output.size(-1);
    if (values % 2 == 1) return rising.select(-1, values / 2);
    return (rising.select(-1, values / 2 - 1) + rising.select(-1, values / 2)) * 0.5;
}

at::Tensor distributionSpread(const at::Tensor& output, std::string_view lossKey, const LossContext& context) {
    if (isRisingQuantiles(lossKey)) return withoutCrossing(wide(output));
    const auto levels = static_cast<std::int64_t>(context.levels.size());
    const auto flat = [](const at::Tensor& values) {
        return values.reshape(-1).to(at::kCPU, at::kDouble).contiguous();
    };
    const bool isCount = isNegativeBinomial(lossKey);
    const Counts counts = isCount ? countsOf(output, context) : Counts{};
    const at::Tensor first = flat(isCount ? counts.mean : wide(output).select(-1, 0)),
                     second = flat(isCount ? counts.mean + counts.excess : scaleOf(output)),
                     third = isCount ? at::Tensor() : flat(freedomOf(output));
    at::Tensor made = at::empty({first.numel(), levels}, at::kDouble);
    double* value = made.mutable_data_ptr<double>();
    const double *a = first.const_data_ptr<double>(), *b = second.const_data_ptr<double>();
    for (std::int64_t i = 0; i < first.numel(); ++i)
        for (const double level : context.levels)
            *value++ = isCount ? negativeBinomialQuantile(level, a[i], b[i])
                               : a[i] + b[i] * studentQuantile(level, third.const_data_ptr<double>()[i]);
    std::vector<std::int64_t> shape(output.sizes().begin(), output.sizes().end() - 1);
    shape.push_back(levels);
    made = made.view(shape).to(output.device());
    if (!isCount) return made;
    const at::Tensor scale = wide(context.scale);
    return (made - scale.select(0, 0).unsqueeze(-1)) / scale.select(0, 1).unsqueeze(-1);
}

}  // namespace gatelab
