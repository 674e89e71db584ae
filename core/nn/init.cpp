// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/init.h"

#include "config/linear_path.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <string>

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

namespace {

/// Start values of the biases of one direction beyond the table, in place: the forget gate's bias (into b_ih only, its
/// b_hh part is set to zero, so it counts once) and chrono initialisation (Tallec & Ollivier 2018: b_f ~ log(U[1,
/// chronoMax - 1]), b_i = -b_f; in a GRU the update gate takes b_f). b: [gates * hidden].
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

std::span<double> doubles(at::Tensor& tensor) {
    return {tensor.data_ptr<double>(), static_cast<std::size_t>(tensor.numel())};
}

// Start values of one parameter in float64 from its own random stream.
class Starter {
public:
    Starter(std::uint64_t seed, const ParameterStore& store) : seed_(seed), store_(store) {}

    [[nodiscard]] Rng stream(const std::string& name) const {
        std::uint64_t index = 0;
        while (store_.all()[index].name != name) ++index;
        return Rng(seed_, RandomPurpose::Initialisation, index);
    }
    // A matrix of `blocks` gates, each drawn for itself.
    [[nodiscard]] at::Tensor matrix(const Parameter& parameter, const Initialiser& row, std::int64_t blocks,
                                    double bound) const {
        at::Tensor values = at::zeros(parameter.value.sizes(), at::kDouble);
        const std::int64_t rows = values.size(0) / blocks, columns = values.dim() > 1 ? values.size(1) : 1;
        Rng rng = stream(parameter.name);
        for (std::int64_t k = 0; k < blocks; ++k) {
            row.fill(doubles(values).subspan(static_cast<std::size_t>(k * rows * columns),
                                             static_cast<std::size_t>(rows * columns)),
                     rows, columns, bound, rng);
        }
        return values;
    }
    [[nodiscard]] at::Tensor bias(const Parameter& parameter, const Initialiser& row, double bound) const {
        at::Tensor values = at::zeros(parameter.value.sizes(), at::kDouble);
        Rng rng = stream(parameter.name);
        if (row.fillsBias) row.fill(doubles(values), values.numel(), 1, bound, rng);
        return values;
    }
    /// Orvieto et al. 2023, lemma 3.2 and § 3.4: uniform on a ring of the complex plane, near the unit circle and
    /// turning slowly, so that a unit remembers 10 to 1,000 steps; what is added is scaled to a state of the input's
    /// size.
    [[nodiscard]] at::Tensor eigenvalues(const Parameter& parameter) const {
        constexpr double kInner = 0.9, kOuter = 0.999, kMostAngle = 0.314159;  // pi / 10
        const std::int64_t hidden = parameter.value.size(0) / 3;
        at::Tensor values = at::zeros(parameter.value.sizes(), at::kDouble);
        double* of = values.data_ptr<double>();
        Rng rng = stream(parameter.name);
        for (std::int64_t k = 0; k < hidden; ++k) {
            const double square = rng.uniform(kInner * kInner, kOuter * kOuter);
            of[k] = std::log(-0.5 * std::log(square));
            of[hidden + k] = std::log(rng.uniform(1e-4, kMostAngle));
            of[2 * hidden + k] = 0.5 * std::log(1 - square);
        }
        return values;
    }

private:
    std::uint64_t seed_;
    const ParameterStore& store_;
};

void initialiseRecurrent(const ExperimentConfig& config, const RecurrentSpec& spec, const Starter& start,
                         const ParameterStore& store, std::uint64_t seed) {
    const Initialiser& input = *findInitialiser(drawnInitialisation(config));
    const Initialiser& recurrent = *findInitialiser(config.recurrentInitialisation);
    const double bound = 1.0 / std::sqrt(static_cast<double>(spec.hidden));
    const std::int64_t gates = spec.cell->blocks();
    for (std::int64_t d = 0; d < spec.directions(); ++d) {
        const auto parameter = [&](const char* what) -> const Parameter& {
            return *store.find(recurrentName(what, spec.layer, d));
        };
        parameter("weight_ih").value.copy_(start.matrix(parameter("weight_ih"), input, gates, bound));
        if (spec.cell->eigenvalues)
            parameter("weight_hh").value.copy_(start.eigenvalues(parameter("weight_hh")));
        else if (spec.cell->readsHidden())
            parameter("weight_hh")
                .value.copy_(start.matrix(parameter("weight_hh"), recurrent, gates, bound) * config.recurrentGain);
        if (spec.projection > 0)
            parameter("weight_hr").value.copy_(start.matrix(parameter("weight_hr"), recurrent, 1, bound));
        if (spec.peephole)
            parameter("weight_ch")
                .value.copy_(start.matrix(parameter("weight_ch"), *findInitialiser("uniform"), 1, bound));
        const bool twice = spec.cell->biases() == 2;
        at::Tensor bIh = start.bias(parameter("bias_ih"), input, bound);
        at::Tensor bHh = twice ? start.bias(parameter("bias_hh"), input, bound) : at::zeros_like(bIh);
        Rng chrono(seed, RandomPurpose::Initialisation,
                   (std::uint64_t{1} << 32) + static_cast<std::uint64_t>(spec.layer * 2 + d));
        setGateBiases(*spec.cell, spec.hidden, config.forgetBias, config.chronoMax, doubles(bIh), doubles(bHh), chrono);
        parameter("bias_ih").value.copy_(bIh);
        if (twice) parameter("bias_hh").value.copy_(bHh);
    }
}

}  // namespace

std::string recurrentName(std::string_view what, std::int64_t layer, std::int64_t direction) {
    return "rnn." + std::string(what) + "_l" + std::to_string(layer) + (direction == 1 ? "_reverse" : "");
}

void drawStartValues(const ExperimentConfig& config, std::span<const RecurrentSpec> layers, const ParameterStore& store,
                     std::uint64_t seed) {
    const Starter start(seed, store);
    const Initialiser& dense = *findInitialiser(drawnInitialisation(config));
    for (const RecurrentSpec& layer : layers) {
        initialiseRecurrent(config, layer, start, store, seed);
        if (const Parameter* gain = store.find("norm." + std::to_string(layer.layer) + ".weight")) gain->value.fill_(1);
    }
    // Tables of tokens and words: what the first layer sees has unit variance.
    for (const Parameter& table : store.all()) {
        if (table.layer != "embedding") continue;
        at::Tensor values = at::zeros(table.value.sizes(), at::kDouble);
        Rng rng = start.stream(table.name);
        for (double& v : doubles(values)) v = rng.normal();
        table.value.copy_(values);
    }
    const double bound = 1.0 / std::sqrt(static_cast<double>(layers.back().outputs()));
    for (const char* name : {"attention.weight", "head.weight"}) {
        if (const Parameter* weight = store.find(name)) weight->value.copy_(start.matrix(*weight, dense, 1, bound));
    }
    for (const char* name : {"attention.bias", "head.bias"}) {
        if (const Parameter* bias = store.find(name)) bias->value.copy_(start.bias(*bias, dense, bound));
    }
    if (const Parameter* context = store.find("attention.context"))
        context->value.copy_(start.matrix(*context, *findInitialiser("uniform"), 1, bound));
}

}  // namespace gatelab
