// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/init.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

namespace gatelab {
namespace {

void uniform(std::span<double> values, std::int64_t, std::int64_t, double bound, Rng& rng) {
    for (double& v : values) v = rng.uniform(-bound, bound);
}

void scaledNormal(std::span<double> values, double deviation, Rng& rng) {
    for (double& v : values) v = deviation * rng.normal();
}

void normal(std::span<double> values, std::int64_t, std::int64_t, double bound, Rng& rng) {
    scaledNormal(values, bound, rng);
}

// Glorot & Bengio 2010.
void xavierUniform(std::span<double> values, std::int64_t rows, std::int64_t columns, double, Rng& rng) {
    uniform(values, rows, columns, std::sqrt(6.0 / static_cast<double>(rows + columns)), rng);
}

void xavierNormal(std::span<double> values, std::int64_t rows, std::int64_t columns, double, Rng& rng) {
    scaledNormal(values, std::sqrt(2.0 / static_cast<double>(rows + columns)), rng);
}

// He et al. 2015, gain for ReLU, fan in.
void heUniform(std::span<double> values, std::int64_t rows, std::int64_t columns, double, Rng& rng) {
    uniform(values, rows, columns, std::sqrt(6.0 / static_cast<double>(columns)), rng);
}

void heNormal(std::span<double> values, std::int64_t, std::int64_t columns, double, Rng& rng) {
    scaledNormal(values, std::sqrt(2.0 / static_cast<double>(columns)), rng);
}

// Saxe et al. 2014: Q of a Gaussian matrix, signs fixed so that it is uniformly distributed; rows or columns
// orthonormal, whichever are fewer.
void orthogonal(std::span<double> values, std::int64_t rows, std::int64_t columns, double, Rng& rng) {
    scaledNormal(values, 1.0, rng);
    const at::NoGradGuard noGrad;
    at::Tensor matrix = at::from_blob(values.data(), {rows, columns}, at::kDouble);
    const bool wide = rows < columns;
    const auto [q, r] = at::linalg_qr(wide ? matrix.t() : matrix);
    const at::Tensor sign = at::where(r.diagonal().lt(0), -1.0, 1.0).to(at::kDouble);
    const at::Tensor result = q * sign;
    matrix.copy_(wide ? result.t() : result);
}

void zeros(std::span<double> values, std::int64_t, std::int64_t, double, Rng&) {
    std::fill(values.begin(), values.end(), 0.0);
}

}  // namespace

std::span<const Initialiser> initialisers() {
    static const Initialiser rows[] = {
        {"uniform", uniform, true},
        {"normal", normal, false},
        {"xavier-uniform", xavierUniform, false},
        {"xavier-normal", xavierNormal, false},
        {"he-uniform", heUniform, false},
        {"he-normal", heNormal, false},
        {"orthogonal", orthogonal, false},
        {"zeros", zeros, false},
    };
    return rows;
}

const Initialiser* findInitialiser(std::string_view key) {
    for (const Initialiser& row : initialisers())
        if (key == row.key) return &row;
    return nullptr;
}

void setGateBiases(const CellTraits& cell, std::int64_t hidden, double forgetBias, std::int64_t chronoMax,
                   std::span<double> bIh, std::span<double> bHh, Rng& rng) {
    const auto gate = [&](std::span<double> bias, std::int64_t k) {
        return bias.subspan(static_cast<std::size_t>(k * hidden), static_cast<std::size_t>(hidden));
    };
    const auto clear = [&](std::int64_t k) { std::ranges::fill(gate(bHh, k), 0.0); };
    // PyTorch's z keeps the old state, so it plays the forget gate of a GRU.
    if (cell.keepGate == 0) return;
    const std::int64_t keep = cell.block(cell.keepGate);
    if (chronoMax >= 2) {
        for (double& b : gate(bIh, keep)) b = std::log(rng.uniform(1.0, static_cast<double>(chronoMax - 1)));
        clear(keep);
        if (cell.writeGate == 0) return;
        const std::int64_t write = cell.block(cell.writeGate);
        std::ranges::transform(gate(bIh, keep), gate(bIh, write).begin(), std::negate<>());
        clear(write);
    } else if (cell.forgetBias && forgetBias != 0) {
        std::ranges::fill(gate(bIh, keep), forgetBias);
        clear(keep);
    }
}

}  // namespace gatelab
