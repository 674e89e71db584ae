// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/command_words.h"

#include <algorithm>
#include <iterator>

namespace gatelab {

namespace {

struct WordsRow {
    const char* key;  ///< of a window action, a setting, or a menu that bears a name
    const char* words;
};
constexpr WordsRow kWords[] = {
    {"open", "dataset load csv hdf5 arff table"},
    {"open-experiment", "load config json ready"},
    {"save-experiment", "export config json"},
    {"start-weights", "pretrained warm start transfer fine-tune load"},
    {"export-weights", "model parameters onnx pytorch"},
    {"export-runs", "table save spreadsheet markdown download"},
    {"backup-workspace", "copy archive"},
    {"compact-workspace", "clean shrink disk vacuum"},
    {"restore-run", "undelete trash"},
    {"quit", "exit close"},
    {"find", "search field narrow list"},
    {"archive-run", "hide"},
    {"star-run", "favourite bookmark pin"},
    {"delete-run", "remove trash"},
    {"note-run", "comment"},
    {"page-data", "dataset series plot distribution"},
    {"page-model", "architecture network settings hyperparameters summary"},
    {"page-train",
     "charts curves plot smoothing log scale zoom screenshot picture png svg pdf csv tensorboard dashboard monitor"},
    {"page-learn",
     "gates microscope gradient vanishing exploding memory hidden state cell units ablation lstm gru heat map "
     "activations"},
    {"page-compare", "runs table curves tensorboard csv leaderboard ranking significance test columns at a step"},
    {"compare-curves", "overlay superimpose"},
    {"save-chart", "export download picture image svg png pdf csv"},
    {"view-details", "report summary scores metrics history"},
    {"view-lineage", "tree family parent history"},
    {"view-lab", "benchmark speed ablation performance profile optimise switches"},
    {"view-memory", "oom vram ram profile gpu"},
    {"view-queue", "schedule waiting jobs"},
    {"log", "console output messages"},
    {"left", "sidebar panel"},
    {"right", "sidebar panel"},
    {"next-area", "pane focus keyboard"},
    {"previous-area", "pane focus keyboard"},
    {"shortcuts", "keys hotkeys accelerators"},
    {"larger", "zoom font size scale"},
    {"smaller", "zoom font size scale"},
    {"import", "csv delimiter separator parse"},
    {"reload", "refresh"},
    {"play", "start train fit resume pause continue go on"},
    {"stop", "kill abort cancel end finish interrupt"},
    {"reset", "clear new"},
    {"continue", "resume restart play go on"},
    {"more", "longer extend resume"},
    {"branch-with", "fork clone checkpoint change settings"},
    {"branch", "fork clone checkpoint"},
    {"branch-best", "fork clone checkpoint"},
    {"again", "repeat replicate duplicate"},
    {"queue", "enqueue schedule later"},
    {"sweep", "grid random search hyperparameters tune seeds many together"},
    {"find-rate", "lr finder range test"},
    {"find-batch", "batch size finder"},
    {"check-experiment", "verify verification reproduce reproducible repeat resume switches determinism test"},
    {"use-settings", "copy load config"},
    {"forecasts", "prediction predict inference"},
    {"export-forecasts", "prediction predict csv hdf5"},
    {"lessons", "tutorial course teach student class experiment"},
    {"glossary", "words terms dictionary meaning definition"},
    {"help", "documentation manual explain"},
    {"about", "version licence license"},
    {"looks", "theme colour mode font preferences options"},
    {"builtin-series", "dataset example demo toy synthetic"},
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
