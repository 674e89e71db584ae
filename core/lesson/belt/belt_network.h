// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "data/split.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace gatelab {

/// The four numbers that a step of an LSTM sets anew, in the order of PyTorch's rows: i, f, g, o. Input, forget and
/// output valve go from 0 to 1, the candidate from -1 to 1.
enum class BeltValve { Input, Forget, Candidate, Output };
inline constexpr std::size_t kBeltValves = 4;

/// Values that are set by hand instead of the network's own, of one unit.
struct BeltHand {
    std::size_t unit = 0;
    std::array<std::optional<double>, kBeltValves> values;
};

/// All units after one step; [unit] each.
struct BeltState {
    std::array<std::vector<double>, kBeltValves> valves;
    std::vector<double> cell, hidden;
    [[nodiscard]] double valve(BeltValve which, std::size_t unit) const {
        return valves[static_cast<std::size_t>(which)][unit];
    }
};

/// One layer of an LSTM that reads one number at each step, and a linear head that forecasts from its hidden state
/// (Hochreiter and Schmidhuber 1997, with the forget gate of Gers et al. 2000). In double arithmetic, without LibTorch.
struct BeltNetwork {
    std::size_t units = 0, horizon = 0;
    std::vector<double> input;                 ///< [4 units]
    std::vector<double> recurrent;             ///< [4 units][units]
    std::vector<double> bias;                  ///< [4 units], both biases of PyTorch added
    std::vector<double> headWeight, headBias;  ///< [horizon][units], [horizon]
    double offset = 0, scale = 1;              ///< it reads (number - offset) / scale

    [[nodiscard]] BeltState start() const;  ///< zero
    /// The state after it has read `number` (original scale): c = f c(t-1) + i g, h = o tanh(c), and f, i, o, g from
    /// the number and h(t-1).
    [[nodiscard]] BeltState read(const BeltState& before, double number, const BeltHand& hand = {}) const;
    [[nodiscard]] std::vector<double> forecast(const BeltState& state) const;  ///< [horizon], original scale
};

/// What a file of weights says that `gatelab-worker export-weights` wrote: the network, and the series that it was
/// trained on.
struct BeltFile {
    BeltNetwork network;
    std::vector<double> series;  ///< original scale
    RowRange test;               ///< the rows of it that the training never saw
    bool isHourly = true;        ///< a step of it is an hour
};

/// Of a safetensors file's bytes. Refused is what is not one LSTM layer without projection, peepholes and linear path,
/// on one standardised column of a built-in series.
Result<BeltFile> readBeltFile(std::string_view bytes);

}  // namespace gatelab
