// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// A parameter's place in its piece of the state.
struct XlaParameter {
    std::string name;  ///< as in the model: "rnn.weight_ih_l0"
    std::vector<std::int64_t> shape;
    std::int64_t offset = 0;
};

/// What one update works on: a flat vector of weights with its parameters, and so many vectors of the optimiser.
struct XlaPiece {
    std::int64_t numbers = 0;
    std::vector<XlaParameter> parameters;
};

/// All that the text of a training step depends on: a network, the shape of its batches, its loss and its optimiser, as
/// plain values. What changes from step to step (rate, clip, ..) is an argument of the program, see XlaHyper.
struct XlaNetwork {
    std::string kind = "f32";  ///< of the numbers: f32, f64
    std::string cell = "lstm";
    bool usesRelu = false;  ///< of a plain RNN, instead of tanh
    std::int64_t layers = 1, directions = 1, hidden = 1, inputs = 1, outputs = 1;
    std::int64_t time = 1, batch = 1;
    bool hasLengths = false;  ///< sequences of unequal length: an argument [batch] says how long each is
    enum class Pooling { Last, Mean, EveryStep };
    Pooling pooling = Pooling::Last;

    std::string loss = "mse";
    std::int64_t horizon = 1, targets = 1, values = 1;  ///< of a head that gives numbers: their product is `outputs`
    bool hasLevel = false, hasScale = false;            ///< arguments [batch, targets]: output * scale + level
    bool hasClasses = false;
    double huberDelta = 1;
    std::vector<double> quantiles, seasonal, classWeights;  ///< seasonal: [targets], of MASE; classWeights empty: all 1

    enum class Rule { Sgd, Adam };
    Rule rule = Rule::Adam;
    bool usesMomentum = false, nesterov = false, amsgrad = false;
    std::vector<XlaPiece> pieces;

    /// Vectors of the optimiser beside each piece of the weights.
    [[nodiscard]] std::int64_t slots() const { return rule == Rule::Adam ? (amsgrad ? 3 : 2) : 1; }
};

/// The numbers of one step, an argument [Count] of the program. Those that need powers are worked out on the host in
/// double: in float32 they would cost two digits.
enum class XlaHyper : std::uint8_t {
    Rate,        ///< of Adam divided by 1 - beta1^t
    Momentum,    ///< beta1 of Adam
    NewMean,     ///< 1 - beta1
    Square,      ///< beta2
    NewSquare,   ///< 1 - beta2
    RootFactor,  ///< 1 / sqrt(1 - beta2^t)
    Epsilon,
    Decay,   ///< of the weights, through the gradient
    Shrink,  ///< factor of the weights: decoupled decay
    Taken,   ///< share of the gradient that the momentum takes
    L1,
    L2,
    ClipValue,  ///< very large: off
    ClipNorm,   ///< the same
    Count
};

/// A module with a function "main" for one training step. Arguments: for each piece its weights and the optimiser's
/// vectors, then a number that is 1 from the first loss or norm on that is not finite (nothing changes any more), all
/// of them given back in that order in place; then input [time, batch, inputs], target ([batch, horizon, targets]
/// numbers, or i32 classes [batch] or [time, batch], -100: none), lengths i32 [batch], level, scale, as far as the
/// network has them, and the XlaHyper. Results beside the state: the loss and the norm of the gradient before the
/// clip.
std::string xlaStepText(const XlaNetwork& network);
/// The forward pass alone. Arguments: the weights of each piece, input, lengths. Result: the head's output, [batch,
/// outputs], or [time, batch, outputs] where every step has one.
std::string xlaForwardText(const XlaNetwork& network);

}  // namespace gatelab
