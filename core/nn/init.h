// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/rng.h"
#include "kernels/recurrent.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>
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

/// Start values of the biases of one LSTM or GRU direction beyond the table, in place: the forget gate's bias (into
/// b_ih only, its b_hh part is set to zero, so it counts once) and chrono initialisation (Tallec & Ollivier 2018: b_f ~
/// log(U[1, chronoMax - 1]), b_i = -b_f; in a GRU the update gate takes b_f). b: [gates * hidden].
void setGateBiases(const CellTraits& cell, std::int64_t hidden, double forgetBias, std::int64_t chronoMax,
                   std::span<double> bIh, std::span<double> bHh, Rng& rng);

}  // namespace gatelab
