// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/rng.h"
#include "config/experiment_config.h"
#include "kernels/recurrent.h"
#include "nn/parameter_store.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace gatelab {

/// How start values of one matrix are drawn; a row per key of initialisationChoices(). Drawn in float64 from the
/// counter-based stream and then rounded, so the start is the same on every device and, up to rounding, in every
/// precision.
struct Initialiser {
    const char* key;
    /// Fills a [rows, columns] row-major matrix; fan in = columns, fan out = rows. `bound`: 1 / sqrt(hidden size), in
    /// heads 1 / sqrt(columns). Recurrent weights are drawn gate by gate, each gate being a layer of its own.
    void (*fill)(std::span<double> values, std::int64_t rows, std::int64_t columns, double bound, Rng& rng);
    bool fillsBias;  ///< "uniform" draws biases too (PyTorch's default); the others set them to zero
};
std::span<const Initialiser> initialisers();
const Initialiser* findInitialiser(std::string_view key);

/// As PyTorch names it: "rnn.weight_ih_l0_reverse" of "weight_ih", layer 0 and direction 1.
std::string recurrentName(std::string_view what, std::int64_t layer, std::int64_t direction);

/// Draws the start values of a model's parameters in float64, each from a stream of its own, and rounds them. layers:
/// the recurrent ones, in their order. The linear path stays at zero.
void drawStartValues(const ExperimentConfig& config, std::span<const RecurrentSpec> layers, const ParameterStore& store,
                     std::uint64_t seed);

}  // namespace gatelab
