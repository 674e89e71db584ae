// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/field_use.h"

#include "config/cell_traits.h"
#include "config/decoder.h"
#include "config/schedule_curve.h"
#include "config/setting_predicates.h"
#include "config/shapes/running_text.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace gatelab {

namespace {

using C = ExperimentConfig;

bool isOneOf(const std::string& value, std::initializer_list<const char*> keys) {
    for (const char* key : keys)
        if (value == key) return true;
    return false;
}

bool readsFile(const C& c) { return !c.dataPath.empty(); }
bool isBuiltin(const C& c) { return c.dataPath.empty(); }
bool hasTokens(const C& c) {
    return readsText(c) || (isBuiltin(c) && isOneOf(c.builtin, {"grammar", "grammar-long", "copy"}));
}
bool samplesTeacher(const C& c) { return isForecast(c) && isRecursive(c); }

/// One condition under which a field counts.
struct FieldUse {
    const char* key;
    bool (*counts)(const C& config);
    Text reason;
};

constexpr Text kOnlyFiles = GATELAB_TEXT("FieldUse", "Only files are read with this.");
constexpr Text kFileIsOpen = GATELAB_TEXT("FieldUse", "A file is loaded; choose a built-in series to use this.");
constexpr Text kCycled = GATELAB_TEXT("FieldUse", "The cycle of the momentum sets this.");
constexpr Text kOwnLength = GATELAB_TEXT("FieldUse", "The sequences of this data have their own length.");

const FieldUse kUses[] = {
    {"builtin", isBuiltin, kFileIsOpen},
    {"builtin_length", isBuiltin, kFileIsOpen},
    {"builtin_seed", isBuiltin, kFileIsOpen},
    {"test_data", readsFile, kOnlyFiles},
    {"hdf5_datasets", readsFile, kOnlyFiles},
    {"csv_encoding", readsFile, kOnlyFiles},
    {"csv_delimiter", readsFile, kOnlyFiles},
    {"csv_quote", readsFile, kOnlyFiles},
    {"csv_decimal", readsFile, kOnlyFiles},
    {"csv_thousands", readsFile, kOnlyFiles},
    {"csv_skip_lines", readsFile, kOnlyFiles},
    {"csv_header", readsFile, kOnlyFiles},
    {"csv_shape", readsFile, kOnlyFiles},
    {"csv_comment", readsFile, kOnlyFiles},
    {"csv_missing", readsFile, kOnlyFiles},
    {"time_column", readsFile, kOnlyFiles},
    {"time_format", readsFile, kOnlyFiles},
    {"time_zone", readsFile, kOnlyFiles},
    {"time_step", readsFile, kOnlyFiles},
    {"sort_time", readsFile, kOnlyFiles},
    {"resample", readsFile, kOnlyFiles},
    {"resample_by", [](const C& c) { return resamples(c); },
     GATELAB_TEXT("FieldUse", "The rows stay as they are in the file.")},
    {"targets", isForecast, GATELAB_TEXT("FieldUse", "Only the forecast task chooses columns.")},
    {"inputs", isForecast, GATELAB_TEXT("FieldUse", "Only the forecast task chooses columns.")},
    {"anchor", isForecast, GATELAB_TEXT("FieldUse", "Only forecasts have a value to start from.")},
    {"horizon", isForecast, GATELAB_TEXT("FieldUse", "Only the forecast task looks ahead.")},
    {"lookback", [](const C& c) { return isForecast(c) || readsText(c); }, kOwnLength},
    {"stride", isForecast, kOwnLength},
    {"split_gap", isForecast, GATELAB_TEXT("FieldUse", "The sequences of this data do not follow each other.")},
    {"carry_state", [](const C& c) { return isForecast(c) || readsText(c); },
     GATELAB_TEXT("FieldUse", "Only windows of a forecast and pieces of a running text hand on their state.")},
    {"shuffle_blocks", isForecast, GATELAB_TEXT("FieldUse", "Only the windows of a series have neighbours.")},
    {"shuffle_blocks", [](const C& c) { return c.shuffle; },
     GATELAB_TEXT("FieldUse", "The windows come in the order of their rows.")},
    {"augment_share", augments, GATELAB_TEXT("FieldUse", "No way to change windows is on.")},
    {"augment_time_warp", [](const C& c) { return !isLabelling(c); },
     GATELAB_TEXT("FieldUse", "Each step has a label of its own, which would no longer stand beside it.")},
    {"augment_slice", [](const C& c) { return !isLabelling(c); },
     GATELAB_TEXT("FieldUse", "Each step has a label of its own, which would no longer stand beside it.")},
    {"augment_mix_up", [](const C& c) { return !givesClasses(c); },
     GATELAB_TEXT("FieldUse", "Half of one class and half of another is none.")},
    {"linear_path", isForecast, GATELAB_TEXT("FieldUse", "Only forecasts have a linear path.")},
    {"decoder", isForecast, GATELAB_TEXT("FieldUse", "Only the forecast task looks ahead.")},
    {"teacher_forcing", samplesTeacher,
     GATELAB_TEXT("FieldUse", "Only the recursive decoder reads forecasts or the truth.")},
    {"teacher_forcing_end", samplesTeacher,
     GATELAB_TEXT("FieldUse", "Only the recursive decoder reads forecasts or the truth.")},
    {"pooling", [](const C& c) { return c.task != "labelling"; },
     GATELAB_TEXT("FieldUse", "Labelling reads the state of every step.")},
    {"decoder", [](const C& c) { return c.horizon > 1; },
     GATELAB_TEXT("FieldUse", "Acts for a horizon of several steps.")},
    {"recurrent_dropout", [](const C& c) { return cellTraits(c.cell).readsHidden(); },
     GATELAB_TEXT("FieldUse", "The gates of this cell do not see its state, so there is nothing to drop.")},
    {"recurrent_initialisation", [](const C& c) { return cellTraits(c.cell).readsHidden(); },
     GATELAB_TEXT("FieldUse", "This cell has no recurrent matrix; an LRU's own rates start on a ring.")},
    {"recurrent_gain", [](const C& c) { return cellTraits(c.cell).readsHidden(); },
     GATELAB_TEXT("FieldUse", "This cell has no recurrent matrix; an LRU's own rates start on a ring.")},
    {"projection_size", [](const C& c) { return cellTraits(c.cell).projection; },
     GATELAB_TEXT("FieldUse", "Only the LSTM has a projection.")},
    {"peephole", [](const C& c) { return cellTraits(c.cell).peephole; },
     GATELAB_TEXT("FieldUse", "Only the LSTM has peepholes.")},
    {"forget_bias", [](const C& c) { return cellTraits(c.cell).forgetBias; },
     GATELAB_TEXT("FieldUse", "Only cells with a forget gate use this.")},
    {"forget_bias", [](const C& c) { return c.chronoMax == 0; },
     GATELAB_TEXT("FieldUse", "The chrono initialisation sets the forget gate.")},
    {"chrono_max", [](const C& c) { return cellTraits(c.cell).keepGate != 0; },
     GATELAB_TEXT("FieldUse", "This cell has no gate that keeps the old state.")},
    {"residual", [](const C& c) { return c.layers > 1; }, GATELAB_TEXT("FieldUse", "Acts from two layers on.")},
    {"dropout", [](const C& c) { return c.layers > 1; }, GATELAB_TEXT("FieldUse", "Acts from two layers on.")},
    {"embedding_size", hasTokens, GATELAB_TEXT("FieldUse", "Only text has tokens to embed.")},
    {"huber_delta", [](const C& c) { return c.loss == "huber"; },
     GATELAB_TEXT("FieldUse", "Only the Huber loss uses this.")},
    {"quantiles",
     [](const C& c) {
         return isOneOf(c.loss, {"pinball", "rising-quantiles", "gaussian-nll", "student-t", "negative-binomial"});
     },
     GATELAB_TEXT("FieldUse", "Only losses that give quantiles or a distribution use this.")},
    {"class_weights", [](const C& c) { return givesClasses(c); },
     GATELAB_TEXT("FieldUse", "Only tasks with classes use this.")},
    {"momentum",
     [](const C& c) {
         return isOneOf(c.optimiser, {"sgd", "rmsprop"});
     },
     GATELAB_TEXT("FieldUse", "Only SGD and RMSprop use this.")},
    {"nesterov", [](const C& c) { return c.optimiser == "sgd" && usesMomentum(c); },
     GATELAB_TEXT("FieldUse", "Only SGD with momentum uses this.")},
    {"dampening", [](const C& c) { return c.optimiser == "sgd" && usesMomentum(c); },
     GATELAB_TEXT("FieldUse", "Only SGD with momentum uses this.")},
    {"beta1",
     [](const C& c) {
         return isOneOf(c.optimiser, {"adam", "adamw", "nadam"});
     },
     GATELAB_TEXT("FieldUse", "Only the Adam family uses this.")},
    {"beta2",
     [](const C& c) {
         return isOneOf(c.optimiser, {"adam", "adamw", "nadam", "rmsprop"});
     },
     GATELAB_TEXT("FieldUse", "Only the Adam family and RMSprop use this.")},
    {"epsilon", [](const C& c) { return c.optimiser != "sgd"; }, GATELAB_TEXT("FieldUse", "SGD divides by nothing.")},
    {"amsgrad",
     [](const C& c) {
         return isOneOf(c.optimiser, {"adam", "adamw"});
     },
     GATELAB_TEXT("FieldUse", "Only Adam and AdamW use this.")},
    {"centered", [](const C& c) { return c.optimiser == "rmsprop"; },
     GATELAB_TEXT("FieldUse", "Only RMSprop uses this.")},
    {"momentum_decay", [](const C& c) { return c.optimiser == "nadam"; },
     GATELAB_TEXT("FieldUse", "Only NAdam uses this.")},
    {"lr_decay", [](const C& c) { return c.optimiser == "adagrad"; },
     GATELAB_TEXT("FieldUse", "Only Adagrad uses this.")},
    {"initial_accumulator_value", [](const C& c) { return c.optimiser == "adagrad"; },
     GATELAB_TEXT("FieldUse", "Only Adagrad uses this.")},
    {"decoupled_weight_decay", [](const C& c) { return c.optimiser != "adamw"; },
     GATELAB_TEXT("FieldUse", "AdamW's weight decay is decoupled by itself.")},
    {"decoupled_weight_decay",
     [](const C& c) {
         return isOneOf(c.optimiser, {"adam", "nadam"});
     },
     GATELAB_TEXT("FieldUse", "Only Adam and NAdam use this.")},
    {"schedule_steps",
     [](const C& c) {
         return isOneOf(c.schedule, {"step", "exponential", "cosine-restarts"});
     },
     GATELAB_TEXT("FieldUse", "This schedule has no period.")},
    {"schedule_factor",
     [](const C& c) {
         return isOneOf(c.schedule, {"step", "exponential", "plateau"});
     },
     GATELAB_TEXT("FieldUse", "This schedule has no factor.")},
    {"plateau_patience", [](const C& c) { return c.schedule == "plateau"; },
     GATELAB_TEXT("FieldUse", "Only the schedule plateau uses this.")},
    {"plateau_threshold", [](const C& c) { return c.schedule == "plateau"; },
     GATELAB_TEXT("FieldUse", "Only the schedule plateau uses this.")},
    {"one_cycle_rise", [](const C& c) { return c.schedule == "one-cycle"; },
     GATELAB_TEXT("FieldUse", "Only the schedule one cycle uses this.")},
    {"one_cycle_start", [](const C& c) { return c.schedule == "one-cycle"; },
     GATELAB_TEXT("FieldUse", "Only the schedule one cycle uses this.")},
    {"one_cycle_end", [](const C& c) { return c.schedule == "one-cycle"; },
     GATELAB_TEXT("FieldUse", "Only the schedule one cycle uses this.")},
    {"one_cycle_momentum", [](const C& c) { return c.schedule == "one-cycle"; },
     GATELAB_TEXT("FieldUse", "Only the schedule one cycle uses this.")},
    {"one_cycle_momentum", [](const C& c) { return c.optimiser != "adagrad"; },
     GATELAB_TEXT("FieldUse", "Adagrad has no momentum.")},
    {"momentum", [](const C& c) { return !cyclesMomentum(c); }, kCycled},
    {"beta1", [](const C& c) { return !cyclesMomentum(c); }, kCycled},
    {"early_stop", hasValidation, GATELAB_TEXT("FieldUse", "There is no validation part whose loss could stop it.")},
    {"min_learning_rate", [](const C& c) { return c.schedule != "constant"; },
     GATELAB_TEXT("FieldUse", "A constant learning rate does not fall.")},
    {"threads", [](const C& c) { return !c.device.starts_with("cuda"); },
     GATELAB_TEXT("FieldUse", "Counts for training on the CPU.")},
    {"gradient_exchange", [](const C& c) { return c.ranks > 1; },
     GATELAB_TEXT("FieldUse", "Only several ranks exchange gradients.")},
    {"exchange_rank", [](const C& c) { return c.gradientExchange == "powersgd"; },
     GATELAB_TEXT("FieldUse", "Only the gradient exchange PowerSGD uses this.")},
    {"exchange_share", [](const C& c) { return c.gradientExchange == "top-k"; },
     GATELAB_TEXT("FieldUse", "Only the gradient exchange top-k uses this.")},
    {"memory_limit", [](const C& c) { return c.isolated; },
     GATELAB_TEXT("FieldUse", "Counts for a run in its own process.")},
    {"memory_limit", [](const C& c) { return !c.device.starts_with("cuda"); },
     GATELAB_TEXT("FieldUse", "CUDA sets aside more address space than any limit would allow.")},
    {"cuda_graph", [](const C& c) { return c.device != "cpu"; }, GATELAB_TEXT("FieldUse", "Needs a CUDA device.")},
    {"graph_steps", [](const C& c) { return c.device != "cpu" && c.cudaGraph; },
     GATELAB_TEXT("FieldUse", "Needs a CUDA device and the CUDA graph.")},
};

}  // namespace

bool hasValidation(const ExperimentConfig& config) {
    const std::string& split = config.split;
    const std::size_t at = std::min(split.find_first_not_of(" /", split.find('/')), split.size());
    double share = 1;
    std::from_chars(split.data() + at, split.data() + split.size(), share);
    return share > 0;
}

std::optional<Text> unusedReason(const Field& field, const ExperimentConfig& config) {
    for (const FieldUse& use : kUses)
        if (std::string_view(use.key) == field.key && !use.counts(config)) return use.reason;
    return std::nullopt;
}

std::vector<const char*> conditionalFields() {
    std::vector<const char*> keys;
    for (const FieldUse& use : kUses) keys.push_back(use.key);
    return keys;
}

}  // namespace gatelab
