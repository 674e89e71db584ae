// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/command_words.h"

#include <algorithm>
#include <iterator>

namespace gatelab {

namespace {

struct WordsRow {
    const char* key;  ///< of a setting, or of an entry of a menu or page that bears a name
    const char* words;
};
constexpr WordsRow kWords[] = {
    {"compare-curves", "overlay superimpose"},
    {"save-chart", "export download picture image svg png pdf csv"},
    {"recipe", "normalise normalize normalisation scaling scaler standardise preprocessing"},
    {"lookback", "window sequence length context"},
    {"stride", "window hop"},
    {"split", "train validation test"},
    {"device", "gpu cuda cpu processor"},
    {"precision", "amp mixed half fp16 bf16 float"},
    {"threads", "cores parallel omp"},
    {"learning_rate", "lr step size"},
    {"schedule", "lr scheduler decay annealing"},
    {"batch_size", "minibatch size"},
    {"early_stop", "stopping patience"},
    {"clip_norm", "gradient clipping"},
    {"clip_value", "gradient clipping"},
    {"bidirectional", "bilstm"},
    {"checkpoint_seconds", "save snapshot"},
    {"hidden_size", "units width neurons"},
    {"layers", "depth stacked"},
    {"weight_decay", "l2 regularisation"},
    {"builtin", "dataset"},
    {"data", "dataset path"},
    {"isolated", "subprocess worker crash"},
    {"loss", "objective criterion mse mae"},
};

}  // namespace

QString commandWords(const QString& key) {
    const auto row =
        std::ranges::find_if(kWords, [&](const WordsRow& words) { return key == QLatin1String(words.key); });
    return row == std::end(kWords) ? QString() : QString::fromLatin1(row->words);
}

}  // namespace gatelab
