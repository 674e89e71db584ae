// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/experiment_config.h"
#include "config/words/word_table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// What the network is fed and asked for; from the data once it is known.
struct ModelShape {
    std::int64_t inputs = 1;   ///< features per time step after the recipe
    std::int64_t targets = 1;  ///< target channels
    std::int64_t classes = 0;  ///< > 0: classification or labelling
    std::int64_t tokens = 0;   ///< > 0: inputs are token numbers below this, fed through an embedding
    /// Input column of each target, -1: it is no input; empty: the first columns
    std::vector<std::int64_t> targetInputs = {};
    std::vector<WordTable> tables = {};  ///< of the columns of words that are read through one
    friend bool operator==(const ModelShape&, const ModelShape&) = default;
};

/// How many numbers the first layer sees of a step, of tokens and words what their tables give.
std::int64_t seenInputs(const ExperimentConfig& config, const ModelShape& shape);

/// One row of the layer table and one block of the diagram.
struct LayerInfo {
    enum class Kind { Window, Embedding, Recurrent, Dropout, LayerNorm, Pooling, Head };
    Kind kind = Kind::Window;
    Phrase name;  ///< "BiLSTM 1", "Linear 32 → 24"
    /// [time, batch, feature] or [batch, feature]; time without the further steps of a recursive decoder
    std::vector<std::int64_t> output;
    std::int64_t parameters = 0;
    double multiplyAdds = 0;  ///< per window, forward
    /// What the formulas need kept for the backward pass, whole batch; what LibTorch keeps: MemoryForecast::layers
    double activationBytes = 0;
    int recurrentIndex = -1;  ///< 0-based layer of the stack for Kind::Recurrent
    const char* field = "";   ///< key of the setting that says most about it
};

/// The network that a configuration describes: computed from the formulas, without LibTorch, fast enough for every key
/// stroke.
struct Architecture {
    std::vector<LayerInfo> layers;
    std::int64_t parameters = 0;
    double multiplyAdds = 0;
    double activationBytes = 0;
    std::int64_t outputSize = 0;  ///< features that the head gives per window
};
Architecture describeArchitecture(const ExperimentConfig& config, const ModelShape& shape);

/// Bytes by cause, from formulas whose coefficients were measured; `calibrated` once measured on this machine.
struct MemoryForecast {
    double weights = 0, gradients = 0, optimiser = 0, activations = 0, workspace = 0, data = 0;
    double tables = 0;  ///< the series as it was read and prepared, in the host's memory
    double framework = 0;
    double spare = 0;                 ///< freed blocks that are kept for steps of another length
    std::vector<double> layers = {};  ///< the activations of each of Architecture::layers
    /// Examples that the evaluation takes at once, at most so many that it needs no more than a training step
    std::int64_t evaluationRows = 1;
    bool calibrated = false;
    [[nodiscard]] double tensors() const { return weights + gradients + optimiser + activations + workspace + data; }
    [[nodiscard]] double total() const { return tensors() + tables + framework + spare; }
};
/// What the forecast knows of sequences. A batch is padded to its longest; where lengths differ, what comes after a
/// sequence's end is masked.
struct SequenceFacts {
    std::int64_t examples = 0;  ///< in all parts
    /// Of the longest in the validation part; 0: as many as are trained on, the lookback
    std::int64_t evaluatedSteps = 0;
    bool masked = false;
};
/// rows: of the series, or all steps of all sequences, padded. evaluated, trained: examples of the validation and, of a
/// series, of the training part; negative: not known.
MemoryForecast forecastMemory(const ExperimentConfig& config, const ModelShape& shape, std::int64_t rows,
                              std::int64_t evaluated = -1, const SequenceFacts& sequences = {},
                              std::int64_t trained = -1);

/// "LSTM 64", "GRU 2×32, bi": cell, layers above one × units, direction; what a run is called that nobody has named.
Phrase modelName(const ExperimentConfig& config);
/// "ETTh1.csv", or the key of the series that is made: the name that the data have once they are read.
std::string dataName(const ExperimentConfig& config);

}  // namespace gatelab
