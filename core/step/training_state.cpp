// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/training_state.h"

#include "config/config_io.h"

#include <charconv>
#include <variant>

namespace gatelab {

namespace {

using IntegerMember = std::int64_t TrainingCounters::*;
using RealMember = double TrainingCounters::*;

/// One row per counter: the serialiser, the parser and the census test are made from it.
struct CounterRow {
    const char* key;
    std::variant<IntegerMember, RealMember> member;
    bool isLater = false;  ///< states that were written before it was there lack it
};
constexpr CounterRow kCounters[] = {
    {"step", &TrainingCounters::step},
    {"epoch", &TrainingCounters::epoch},
    {"position", &TrainingCounters::position},
    {"piece", &TrainingCounters::piece},
    {"seconds", &TrainingCounters::seconds},
    {"threads", &TrainingCounters::threads},
    {"best_step", &TrainingCounters::bestStep},
    {"best_epoch", &TrainingCounters::bestEpoch},
    {"best_validation", &TrainingCounters::bestValidation},
    {"epochs_without_best", &TrainingCounters::epochsWithoutBest},
    {"plateau_best", &TrainingCounters::plateauBest},
    {"plateau_bad", &TrainingCounters::plateauBad},
    {"plateau_cuts", &TrainingCounters::plateauCuts},
    {"last_rate", &TrainingCounters::lastRate},
    {"start_validation", &TrainingCounters::startValidation, true},
};
// A counter without a row would be lost by a resume.
static_assert(sizeof(TrainingCounters) == std::size(kCounters) * 8);

template <class Number>
std::string numberText(Number value) {
    char buffer[40];
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

template <class Number>
bool parseNumber(const std::string& text, Number& value) {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return problem == std::errc() && end == text.data() + text.size();
}

}  // namespace

void notePlateau(const ExperimentConfig& config, TrainingCounters& counters, double validation) {
    if (validation < counters.plateauBest * (1 - config.plateauThreshold)) {
        counters.plateauBest = validation;
        counters.plateauBad = 0;
    } else if (++counters.plateauBad > config.plateauPatience) {
        ++counters.plateauCuts;
        counters.plateauBad = 0;
    }
}

std::map<std::string, RawTensor> TrainingState::group(const std::string& group) const {
    std::map<std::string, RawTensor> found;
    const std::string prefix = group + "/";
    for (auto it = tensors.lower_bound(prefix); it != tensors.end() && it->first.starts_with(prefix); ++it)
        found[it->first.substr(prefix.size())] = it->second;
    return found;
}

TensorFile stateToFile(const TrainingState& state) {
    TensorFile file;
    file.tensors = state.tensors;
    file.metadata.emplace("gatelab_state", "2");
    file.metadata["config"] = configToJson(state.config);
    file.metadata["implementation"] = state.implementation;
    if (!state.tuning.empty()) file.metadata["tuning"] = state.tuning;
    if (state.isOptimiserNew) file.metadata.emplace("optimiser_anew", "1");
    for (const CounterRow& row : kCounters)
        file.metadata[row.key] =
            std::visit([&](auto member) { return numberText(state.counters.*member); }, row.member);
    return file;
}

Result<TrainingState> stateFromFile(TensorFile file) {
    const auto text = [&](const std::string& key) {
        const auto found = file.metadata.find(key);
        return found == file.metadata.end() ? std::string() : found->second;
    };
    if (text("gatelab_state") != "2")
        return Error{ErrorCode::Corrupt,
                     GATELAB_TEXT("Training", "this is not a training state of this version of Gatelab")};
    TrainingState state;
    auto config = configFromJson(text("config"));
    if (!config.ok()) return config.error().withContext("the settings kept in the training state");
    state.config = std::move(config->config);
    state.implementation = text("implementation");
    state.tuning = text("tuning");
    state.isOptimiserNew = text("optimiser_anew") == "1";
    for (const CounterRow& row : kCounters)
        if (!(row.isLater && !file.metadata.contains(row.key)) &&
            !std::visit([&](auto member) { return parseNumber(text(row.key), state.counters.*member); }, row.member))
            return Error{ErrorCode::Corrupt,
                         {GATELAB_TEXT("Training", "the training state has no valid '%1'"), {row.key}}};
    state.tensors = std::move(file.tensors);
    return state;
}

}  // namespace gatelab
