// SPDX-License-Identifier: GPL-3.0-or-later
// Works on saved states as values: no tensor is computed with.
#include "train/continuation.h"

#include "config/weight_shape.h"
#include "store/saved_preparation_file.h"
#include "train/checkpoints.h"

#include <algorithm>
#include <limits>
#include <string_view>

namespace gatelab {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Which settings differ.
class Changes {
public:
    Changes(const ExperimentConfig& from, const ExperimentConfig& to) : changes_(configChanges(from, to)) {}
    [[nodiscard]] bool any(std::initializer_list<std::string_view> keys) const {
        return std::ranges::any_of(changes_, [&](const ConfigChange& change) {
            return std::ranges::find(keys, change.field->key) != keys.end();
        });
    }
    [[nodiscard]] bool any(std::initializer_list<FieldGroup> groups) const {
        return std::ranges::any_of(changes_, [&](const ConfigChange& change) {
            return std::ranges::find(groups, change.field->group) != groups.end();
        });
    }

private:
    std::vector<ConfigChange> changes_;
};

void erase(TrainingState& state, std::string_view group) {
    std::erase_if(state.tensors, [group](const auto& entry) { return entry.first.starts_with(group); });
}

void forgetBest(TrainingState& state) {
    erase(state, "best/");
    state.counters.bestStep = state.counters.bestEpoch = -1;
    state.counters.bestValidation = kInfinite;
    state.counters.epochsWithoutBest = 0;
}

void renewOptimiser(TrainingState& state) {
    state.isOptimiserNew = true;
    erase(state, "optimiser/");
    erase(state, "scaler/");
}

void renewPatience(TrainingState& state) {
    if (state.config.earlyStop > 0 && state.counters.epochsWithoutBest >= state.config.earlyStop)
        state.counters.epochsWithoutBest = 0;
}

/// The running mean begins with the weights where it is new.
void renewAverage(TrainingState& state) {
    if (state.config.emaDecay <= 0) return erase(state, "average/");
    if (!state.group("average").empty()) return;
    for (auto& [name, tensor] : state.group("weights")) state.tensors["average/" + name] = std::move(tensor);
}

std::int64_t epochsBegun(const TrainingCounters& counters) { return counters.epoch + (counters.position > 0 ? 1 : 0); }

Result<> checkShapes(const ExperimentConfig& from, const ExperimentConfig& to) {
    const std::vector<ConfigChange> guilty = shapeChanges(from, to);
    if (guilty.empty()) return {};
    return Error{
        ErrorCode::InvalidInput,
        {GATELAB_TEXT("Training",
                      "%1: the weights of the checkpoint do not fit the network any more; nothing was started; "
                      "a branch keeps the shapes: leave this as it was, or train a new run with it"),
         {describeChanges(guilty)}}};
}

Result<> checkLeft(const TrainingState& state) {
    const bool epochsLeft = state.counters.epoch < state.config.epochs,
               stepsLeft = state.config.maxSteps == 0 || state.counters.step < state.config.maxSteps;
    if (epochsLeft && stepsLeft) return {};
    const Phrase end = epochsLeft ? Phrase(GATELAB_TEXT("Training", "%1 steps"), {state.config.maxSteps})
                                  : Phrase(GATELAB_TEXT("Training", "%1 epochs"), {state.config.epochs});
    return Error{ErrorCode::InvalidInput,
                 {GATELAB_TEXT("Training",
                               "nothing is left to train: the checkpoint has %1 epochs and %2 steps behind it, and the "
                               "plan ends after %3; nothing was started; "
                               "ask for more epochs"),
                  {state.counters.epoch, state.counters.step, end}}};
}

/// The settings of the state, whose inputs are named word by word where those of the branch are.
Result<ExperimentConfig> namedAlike(const ExperimentConfig& state, const ExperimentConfig& branch,
                                    const std::filesystem::path& from) {
    if (state.inputs == branch.inputs) return state;
    const auto folder = from.parent_path().parent_path();
    return hasPreparation(folder) ? withLearnedWords(state, folder) : Result<ExperimentConfig>(state);
}

}  // namespace

void extendPlan(TrainingState& state, std::int64_t moreEpochs, std::int64_t begun) {
    state.config.epochs = std::max(epochsBegun(state.counters), begun) + moreEpochs;
    state.config.maxSteps = 0;
    renewPatience(state);
}

bool goToBest(TrainingState& state) {
    TrainingCounters& counters = state.counters;
    if (counters.bestStep < 0 || counters.bestStep == counters.step) return false;
    // Where a running mean is kept, the best weights were that mean.
    for (const char* group : {"weights", "average"})
        if (!state.group(group).empty())
            for (auto& [name, tensor] : state.group("best"))
                state.tensors[std::string(group) + "/" + name] = std::move(tensor);
    counters.step = counters.bestStep;
    counters.epoch = counters.bestEpoch;
    counters.position = counters.plateauBad = counters.epochsWithoutBest = 0;
    erase(state, "carried/");
    renewOptimiser(state);
    return true;
}

void branchTo(TrainingState& state, const ExperimentConfig& config) {
    const Changes changed(state.config, config);
    const bool data = changed.any(
        {FieldGroup::Source, FieldGroup::Import, FieldGroup::Columns, FieldGroup::Preparation, FieldGroup::Windows});
    const bool byBlocks = state.config.shuffleBlocks;
    state.config = config;
    // By itself, it goes on so with the same data.
    state.config.shuffleBlocks = config.shuffleBlocks || (byBlocks && !data);
    if (data || byBlocks != state.config.shuffleBlocks ||
        changed.any({"batch_size", "seed", "shuffle", "drop_last", "carry_state"})) {
        state.counters.position = 0;
        erase(state, "carried/");
    }
    forgetBest(state);
    if (data || changed.any({"loss", "huber_delta", "quantiles", "class_weights"})) {
        state.counters.plateauBest = kInfinite;
        state.counters.plateauBad = 0;
    }
    if (changed.any({"optimiser", "amsgrad", "centered", "initial_accumulator_value", "fused_optimiser", "precision"}))
        renewOptimiser(state);
    // A rate that is given anew counts as it is.
    if (changed.any({"learning_rate", "schedule", "schedule_factor"}))
        state.counters.plateauCuts = state.counters.plateauBad = 0;
    if (changed.any({"threads"})) state.counters.threads = config.threads;
    renewAverage(state);
    state.counters.lastRate = -1;  // written once more: the branch has curves of its own
    state.counters.piece = -1;     // its first piece follows
}

Result<PreparedContinuation> prepareContinuation(const Continuation& continuation) {
    auto loaded = loadTrainingState(continuation.from);
    if (!loaded.ok()) return loaded.error();
    TrainingState& state = loaded->state;
    PreparedContinuation prepared;
    prepared.before = state.config;
    const std::int64_t kept = state.counters.step;
    if (continuation.atBest && goToBest(state))
        loaded->warnings.push_back({GATELAB_TEXT("Training",
                                                 "the best weights are those of step %1; the checkpoint that keeps "
                                                 "them is of step %2, so the optimiser begins anew"),
                                    {state.counters.step, kept}});
    if (continuation.config) {
        const auto before = namedAlike(state.config, *continuation.config, continuation.from);
        if (!before.ok()) return before.error();
        if (auto fits = checkShapes(*before, *continuation.config); !fits.ok()) return fits.error();
        branchTo(state, *continuation.config);
    }
    if (continuation.moreEpochs > 0) extendPlan(state, continuation.moreEpochs, continuation.begun);
    if (const std::int64_t held = epochsBegun(state.counters); held < continuation.begun)
        loaded->warnings.push_back({GATELAB_TEXT("Training",
                                                 "the newest good checkpoint is of epoch %1; of the %2 epochs that the "
                                                 "run had begun, those after it are trained again"),
                                    {held, continuation.begun}});
    if (!continuation.config && state.config.epochs < prepared.before.epochs)
        loaded->warnings.push_back(
            {GATELAB_TEXT("Training", "the run had not come to its end: planned for %1 epochs, it now ends after %2"),
             {prepared.before.epochs, state.config.epochs}});
    if (auto left = checkLeft(state); !left.ok()) return left.error();
    const auto reason = continuation.config ? CheckpointReason::Branch : CheckpointReason::MoreEpochs;
    const auto saved = CheckpointStore(continuation.into).save(checkpointContents(state, reason, false));
    if (!saved.ok()) return saved.error();
    prepared.step = state.counters.step;
    prepared.epoch = epochsBegun(state.counters);
    prepared.seconds = state.counters.seconds;
    prepared.after = state.config;
    prepared.warnings = std::move(loaded->warnings);
    return prepared;
}

}  // namespace gatelab
