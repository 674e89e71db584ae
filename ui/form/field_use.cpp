// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/field_use.h"

#include "base/text.h"
#include "texts.h"

#include <cstring>

namespace gatelab {

namespace {

using C = ExperimentConfig;

bool isOneOf(const std::string& value, std::initializer_list<const char*> keys) {
    for (const char* key : keys)
        if (value == key) return true;
    return false;
}

/// One condition under which a field counts.
struct FieldUse {
    const char* key;
    bool (*counts)(const C& config);
    Text reason;
};

const FieldUse kUses[] = {
    {"builtin", [](const C& c) { return c.dataPath.empty(); }, GATELAB_TEXT("FieldUse", "A file is loaded; choose a built-in series to use this.")},
    {"builtin_length", [](const C& c) { return c.dataPath.empty(); }, GATELAB_TEXT("FieldUse", "A file is loaded; choose a built-in series to use this.")},
    {"anchor", [](const C& c) { return c.task == "forecast"; }, GATELAB_TEXT("FieldUse", "Only forecasts have a value to start from.")},
    {"horizon", [](const C& c) { return c.task == "forecast"; }, GATELAB_TEXT("FieldUse", "Only the forecast task looks ahead.")},
    {"lookback", [](const C& c) { return c.task == "forecast"; }, GATELAB_TEXT("FieldUse", "The sequences of this data have their own length.")},
    {"stride", [](const C& c) { return c.task == "forecast"; }, GATELAB_TEXT("FieldUse", "The sequences of this data have their own length.")},
    {"carry_state", [](const C& c) { return c.task == "forecast"; }, GATELAB_TEXT("FieldUse", "The sequences of this data do not follow each other.")},
    {"projection_size", [](const C& c) { return c.cell == "lstm"; }, GATELAB_TEXT("FieldUse", "Only the LSTM has a projection.")},
    {"peephole", [](const C& c) { return c.cell == "lstm"; }, GATELAB_TEXT("FieldUse", "Only the LSTM has peepholes.")},
    {"forget_bias", [](const C& c) { return c.cell == "lstm"; }, GATELAB_TEXT("FieldUse", "Only the LSTM has a forget gate.")},
    {"chrono_max", [](const C& c) { return isOneOf(c.cell, {"lstm", "gru"}); }, GATELAB_TEXT("FieldUse", "A plain RNN has no gates to set.")},
    {"residual", [](const C& c) { return c.layers > 1; }, GATELAB_TEXT("FieldUse", "Acts from two layers on.")},
    {"dropout", [](const C& c) { return c.layers > 1; }, GATELAB_TEXT("FieldUse", "Acts from two layers on.")},
    {"embedding_size", [](const C& c) { return c.dataPath.empty() && c.builtin == "grammar"; }, GATELAB_TEXT("FieldUse", "Only text has tokens to embed.")},
    {"huber_delta", [](const C& c) { return c.loss == "huber"; }, GATELAB_TEXT("FieldUse", "Only the Huber loss uses this.")},
    {"quantiles", [](const C& c) { return isOneOf(c.loss, {"pinball", "gaussian-nll"}); }, GATELAB_TEXT("FieldUse", "Only the losses Quantiles and Gaussian use this.")},
    {"class_weights", [](const C& c) { return isOneOf(c.task, {"classification", "labelling"}); }, GATELAB_TEXT("FieldUse", "Only tasks with classes use this.")},
    {"momentum", [](const C& c) { return isOneOf(c.optimiser, {"sgd", "rmsprop"}); }, GATELAB_TEXT("FieldUse", "Only SGD and RMSprop use this.")},
    {"nesterov", [](const C& c) { return c.optimiser == "sgd" && c.momentum > 0; }, GATELAB_TEXT("FieldUse", "Only SGD with momentum uses this.")},
    {"beta1", [](const C& c) { return isOneOf(c.optimiser, {"adam", "adamw", "nadam"}); }, GATELAB_TEXT("FieldUse", "Only the Adam family uses this.")},
    {"beta2", [](const C& c) { return isOneOf(c.optimiser, {"adam", "adamw", "nadam", "rmsprop"}); }, GATELAB_TEXT("FieldUse", "Only the Adam family and RMSprop use this.")},
    {"epsilon", [](const C& c) { return c.optimiser != "sgd"; }, GATELAB_TEXT("FieldUse", "SGD divides by nothing.")},
    {"schedule_steps", [](const C& c) { return isOneOf(c.schedule, {"step", "exponential", "cosine-restarts"}); }, GATELAB_TEXT("FieldUse", "This schedule has no period.")},
    {"schedule_factor", [](const C& c) { return isOneOf(c.schedule, {"step", "exponential", "plateau"}); }, GATELAB_TEXT("FieldUse", "This schedule has no factor.")},
    {"plateau_patience", [](const C& c) { return c.schedule == "plateau"; }, GATELAB_TEXT("FieldUse", "Only the schedule plateau uses this.")},
    {"plateau_threshold", [](const C& c) { return c.schedule == "plateau"; }, GATELAB_TEXT("FieldUse", "Only the schedule plateau uses this.")},
    {"one_cycle_rise", [](const C& c) { return c.schedule == "one-cycle"; }, GATELAB_TEXT("FieldUse", "Only the schedule one cycle uses this.")},
    {"one_cycle_start", [](const C& c) { return c.schedule == "one-cycle"; }, GATELAB_TEXT("FieldUse", "Only the schedule one cycle uses this.")},
    {"one_cycle_end", [](const C& c) { return c.schedule == "one-cycle"; }, GATELAB_TEXT("FieldUse", "Only the schedule one cycle uses this.")},
    {"min_learning_rate", [](const C& c) { return c.schedule != "constant"; }, GATELAB_TEXT("FieldUse", "A constant learning rate does not fall.")},
    {"threads", [](const C& c) { return !c.device.starts_with("cuda"); }, GATELAB_TEXT("FieldUse", "Counts for training on the CPU.")},
    {"memory_limit", [](const C& c) { return c.isolated; }, GATELAB_TEXT("FieldUse", "Counts for a run in its own process.")},
    {"memory_limit", [](const C& c) { return !c.device.starts_with("cuda"); }, GATELAB_TEXT("FieldUse", "CUDA sets aside more address space than any limit would allow.")},
    {"cuda_graph", [](const C& c) { return c.device != "cpu"; }, GATELAB_TEXT("FieldUse", "Needs a CUDA device.")},
    {"graph_steps", [](const C& c) { return c.device != "cpu" && c.cudaGraph; }, GATELAB_TEXT("FieldUse", "Needs a CUDA device and the CUDA graph.")},
};

}  // namespace

std::optional<QString> unusedReason(const Field& field, const ExperimentConfig& config) {
    for (const FieldUse& use : kUses)
        if (std::strcmp(use.key, field.key) == 0 && !use.counts(config)) return translated(use.reason);
    return std::nullopt;
}

std::vector<const char*> conditionalFields() {
    std::vector<const char*> keys;
    for (const FieldUse& use : kUses) keys.push_back(use.key);
    return keys;
}

}  // namespace gatelab
