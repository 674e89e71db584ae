// SPDX-License-Identifier: GPL-3.0-or-later
// The trainer's dealings with the outside: what the remote control asks, and the state that is saved and restored.
#include "train/trainer.h"

#include "config/field.h"
#include "config/schedule_curve.h"
#include "nn/host_memory.h"
#include "run/run_change.h"
#include "train/devices.h"
#include "train/weight_names.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string_view>

namespace gatelab {

namespace {

constexpr auto kDiskPatience = std::chrono::seconds(2);  // between two looks at a full disk

/// Live fields that a recorded step reads from the host. All others are asked for step by step, or lie in tensors that
/// a graph reads.
constexpr std::string_view kRecorded[] = {"weight_decay", "clip_norm", "clip_value"};

bool allFinite(const RawTensor& raw) {
    const auto tensor = fromRawTensor(raw);
    return !tensor.ok() || !tensor->is_floating_point() || tensor->isfinite().all().item<bool>();
}

std::string shortNumber(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

}  // namespace

std::optional<TrainEnd> Trainer::apply(RunDirective directive) {
    bool waited = false;
    for (;; directive = parts_.control.checkpoint()) {
        bool changed = false;
        for (const LiveChange& change : directive.changes) changed = applyChange(change) || changed;
        if (directive.moreEpochs != 0) changed = extend(directive.moreEpochs) || changed;
        if (directive.film && parts_.film != nullptr) {
            parts_.film->ask(*directive.film, clock_.seconds());
            parts_.film->look(model_.parameters(), counters_.step, counters_.epoch, clock_.seconds());
        }
        if (directive.abandon || directive.stop) {
            clock_.resume();
            postState(RunState::Stopping);
            save(directive.abandon ? CheckpointReason::Close : CheckpointReason::Stop);
            return directive.abandon ? TrainEnd::Abandoned : TrainEnd::Stopped;
        }
        // The record tells of it from now on: a run that is killed goes on with what it tells.
        if (changed) save(CheckpointReason::Change);
        if (!directive.paused) break;
        if (!waited) enterPause();
        waited = true;
        parts_.control.waitWhilePaused();
    }
    if (waited) {
        clock_.resume();
        postState(RunState::Running);
    }
    return std::nullopt;
}

void Trainer::enterPause() {
    clock_.pause();
    save(CheckpointReason::Pause);
    postState(RunState::Paused);
}

void Trainer::save(CheckpointReason reason) {
    tap_.read();
    failIfNonFinite();
    keepState(reason);
}

void Trainer::keepState(CheckpointReason reason) {
    makeRoom();
    lastSave_ = clock_.seconds();
    const TrainingState state = capture();
    auto saved = parts_.save(state, reason, bestUnsaved_);
    // Nobody waits for a folder that was removed, and an end that kept nothing is no good one.
    const RunRecord* record = parts_.reporter.record();
    if (std::error_code ignored; !saved.ok() && record != nullptr &&
                                 !std::filesystem::exists(record->folder(), ignored) &&
                                 reason != CheckpointReason::Failure)
        throw StopWithError{saved.error()};
    if (!saved.ok()) saved = waitForDisk(state, reason, saved.error());
    unsaved_ = !saved.ok();
    tap_.leaveOut(clock_.seconds() - lastSave_);
    if (saved.ok())
        bestUnsaved_ = false;
    else
        post(RunWarning{{GATELAB_TEXT("RunEvent", "no checkpoint was written: %1; what was saved before is kept"),
                         {saved.error().phrase}},
                        saved.error().code});
}

// The run stands still until the state is on the disk: what it has learnt since the last checkpoint must not hang on
// luck. An end is never held up, nor a second stop.
Result<> Trainer::waitForDisk(const TrainingState& state, CheckpointReason reason, Error problem) {
    const bool isUrgent =
        reason == CheckpointReason::Close || reason == CheckpointReason::Failure || reason == CheckpointReason::Pause;
    if (isUrgent || diskGivenUp_ || parts_.control.pauseRequested()) return problem;
    const int stops = parts_.control.stops();
    const auto ended = [&] { return parts_.control.abandonRequested() || parts_.control.stops() != stops; };
    const bool wasRunning = clock_.running();
    clock_.pause();
    Result<> saved = problem;
    for (bool isNews = true; !saved.ok() && !ended();) {
        if (isNews) {
            post(RunWarning{{kWaitsForDisk, {saved.error().phrase}}, saved.error().code, true});
            parts_.control.pause(true);
            postState(RunState::Paused);
        }
        parts_.control.waitForWord(kDiskPatience);
        isNews = !parts_.control.pauseRequested();
        saved = parts_.save(state, reason, bestUnsaved_);
    }
    diskGivenUp_ = !saved.ok();  // who stops a run that says why it waits has heard it: the end does not wait once more
    parts_.control.pause(false);
    if (wasRunning) clock_.resume();
    postState(RunState::Running);
    return saved;
}

bool Trainer::extend(std::int64_t epochs) {
    const bool changed = applyChange({"epochs", config_.epochs + epochs});
    if (config_.maxSteps > 0) applyChange({"max_steps", std::int64_t{0}});
    if (Phrase stretched = stretchedSchedule(config_); !stretched.empty()) post(RunWarning{std::move(stretched)});
    return changed;
}

bool Trainer::applyChange(const LiveChange& change) {
    const Field* field = findField(change.key);
    if (field == nullptr || checkFieldValue(*field, change.value)) return false;
    if (field->live != FieldLive::Yes && change.key != "epochs" && change.key != "max_steps") return false;
    FieldValue before = fieldValue(config_, *field);
    if (!setFieldValue(config_, *field, change.value).ok()) return false;
    if (RunRecord* record = parts_.reporter.record(); record != nullptr && change.key == "epochs")
        parts_.reporter.check(record->setEpochs(config_.epochs));
    if (std::ranges::find(kRecorded, std::string_view(change.key)) != std::end(kRecorded)) dropGraphs();
    post(changeMarker({field, std::move(before), fieldValue(config_, *field)}));
    return true;
}

void Trainer::post(RunEvent::What what) {
    const auto epoch = static_cast<std::int64_t>(std::ceil(epochsDone()));
    parts_.reporter.event({std::move(what), counters_.step, epoch, clock_.seconds()});
}

void Trainer::postState(RunState state) {
    if (RunRecord* record = parts_.reporter.record())
        parts_.reporter.check(record->setState(state, counters_.step, counters_.epoch, clock_.seconds()));
    post(StateChange{state});
}

Phrase Trainer::describeGain() const {
    const double alone = counters_.startValidation, best = counters_.bestValidation;
    if (!std::isfinite(alone) || counters_.step == 0) return {};
    if (counters_.bestStep == 0)
        return {GATELAB_TEXT("RunEnd",
                             "the recurrent part adds nothing to the linear path here: no epoch was better by more "
                             "than chance than the path alone with its validation loss of %1"),
                {shortNumber(alone)}};
    const std::int64_t percent = std::llround(100 * (alone - best) / std::abs(alone));
    if (percent < 1)
        return {GATELAB_TEXT("RunEnd",
                             "the recurrent part adds next to nothing to the linear path here: validation loss %1, the "
                             "path alone %2"),
                {shortNumber(best), shortNumber(alone)}};
    return {
        GATELAB_TEXT("RunEnd",
                     "the recurrent part lowers the validation loss by %1 %: from %2, the linear path alone, to %3"),
        {percent, shortNumber(alone), shortNumber(best)}};
}

Phrase Trainer::describeEnd(TrainEnd end) const {
    const Phrase plain = describePlainEnd(end), gain = describeGain();
    if (plain.empty() || gain.empty()) return plain.empty() ? gain : plain;
    return {GATELAB_TEXT("RunEnd", "%1; %2"), {plain, gain}};
}

Phrase Trainer::describePlainEnd(TrainEnd end) const {
    const std::string loss = shortNumber(counters_.bestValidation);
    const bool isKept = parts_.reporter.record() != nullptr;
    const Phrase kept =
        unsaved_
            ? Phrase(GATELAB_TEXT("RunEnd", "its last checkpoint could not be written; what was saved before is kept"))
        : counters_.bestStep == 0
            ? Phrase(
                  isKept
                      ? GATELAB_TEXT("RunEnd", "kept the weights from before the first step (validation loss %1)")
                      : GATELAB_TEXT(
                            "RunEnd",
                            "scored with the weights from before the first step (validation loss %1); nothing is kept"),
                  {loss})
        : !hasBest()
            ? Phrase(isKept ? GATELAB_TEXT("RunEnd", "kept the last weights")
                            : GATELAB_TEXT("RunEnd", "scored with the last weights; nothing is kept"))
            : Phrase(isKept ? GATELAB_TEXT("RunEnd", "kept the weights of epoch %1 (validation loss %2)")
                            : GATELAB_TEXT("RunEnd",
                                           "scored with the weights of epoch %1 (validation loss %2); nothing is kept"),
                     {counters_.bestEpoch, loss});
    if (counters_.step == 0)
        return GATELAB_TEXT(
            "RunEnd",
            "stopped before its first step: nothing was trained, and the scores are those of its start weights");
    if (end != TrainEnd::Finished)
        return {GATELAB_TEXT("RunEnd", "stopped at step %1, in epoch %2; %3"),
                {counters_.step, static_cast<std::int64_t>(std::ceil(epochsDone())), kept}};
    if (stopEarly_ && !planDone())
        return {GATELAB_TEXT("RunEnd", "stopped early at epoch %1: no better validation loss for %2 epochs; %3"),
                {counters_.epoch, counters_.epochsWithoutBest, kept}};
    return !unsaved_ && (!hasBest() || counters_.bestStep == counters_.step) ? Phrase() : kept;
}

TrainingState Trainer::capture() const {
    TrainingState state;
    state.config = config_;
    state.counters = counters_;
    state.counters.seconds = clock_.seconds();
    state.counters.lastRate = tap_.lastRate();
    state.implementation = model_.layerCount() > 0 ? model_.implementation(0).key : "";
    if (state.implementation == "cudnn-tuned") state.tuning = cudaPart().module->choices();
    for (auto& [name, tensor] : model_.parameters().save().tensors)
        state.tensors["weights/" + name] = std::move(tensor);
    for (const auto& [name, tensor] : optimiser_.state()) state.tensors["optimiser/" + name] = toRawTensor(tensor);
    for (const auto& [name, tensor] : scaler_.state()) state.tensors["scaler/" + name] = toRawTensor(tensor);
    const auto keep = [&](const char* group, const std::vector<at::Tensor>& buffers) {
        if (buffers.empty()) return;
        for (auto& [name, tensor] : namedBuffers(model_.parameters(), buffers).tensors)
            state.tensors[std::string(group) + "/" + name] = std::move(tensor);
    };
    if (hasBest()) keep("best", best_);
    keep("average", average_);
    for (std::size_t i = 0; i < carried_.size(); ++i) {
        if (carried_[i].h.defined()) state.tensors["carried/" + std::to_string(i) + ".h"] = toRawTensor(carried_[i].h);
        if (carried_[i].c.defined()) state.tensors["carried/" + std::to_string(i) + ".c"] = toRawTensor(carried_[i].c);
    }
    state.finite = std::ranges::all_of(state.tensors, [](const auto& entry) { return allFinite(entry.second); });
    return state;
}

namespace {

/// Copies a saved tensor over one of the same type and shape.
Result<> copyInto(const RawTensor& raw, const at::Tensor& target) {
    auto tensor = fromRawTensor(raw);
    if (!tensor.ok()) return tensor.error();
    if (tensor->sizes() != target.sizes() || tensor->scalar_type() != target.scalar_type())
        return Error{ErrorCode::Corrupt,
                     GATELAB_TEXT("Training", "a saved tensor has another shape or type than this model")};
    target.detach().copy_(*tensor);
    return {};
}

/// Copies of the weights, where some were saved.
Result<> restoreCopies(std::map<std::string, RawTensor> saved, const ParameterStore& store,
                       std::vector<at::Tensor>& buffers) {
    if (saved.empty()) return {};
    TensorFile file;
    file.tensors = std::move(saved);
    const MemoryScope weights(MemoryCause::Weights);
    auto read = buffersFromNames(store, file);
    if (!read.ok()) return read.error();
    buffers = std::move(*read);
    return {};
}

/// Whether every layer has its part.
bool isWhole(const ModelState& state, const Model& model) {
    const bool hasCells = std::ranges::any_of(state, [](const LayerState& layer) { return layer.c.defined(); });
    return state.size() == model.layerCount() && std::ranges::all_of(state, [&](const LayerState& layer) {
               return layer.h.defined() && layer.c.defined() == hasCells;
           });
}

}  // namespace

Result<> Trainer::restore(const TrainingState& state) {
    const at::NoGradGuard noGrad;
    TensorFile weights;
    weights.tensors = state.group("weights");
    if (auto loaded = model_.parameters().load(weights); !loaded.ok()) return loaded;
    const auto saved = state.group("optimiser");
    for (const auto& [name, tensor] : optimiser_.state()) {
        if (state.isOptimiserNew) break;
        const auto found = saved.find(name);
        if (found == saved.end())
            return Error{ErrorCode::Corrupt,
                         {GATELAB_TEXT("Training", "the saved state lacks the optimiser's '%1'"), {name}}};
        if (auto copied = copyInto(found->second, tensor); !copied.ok())
            return std::move(copied).withContext("optimiser " + name);
    }
    const auto scaler = state.group("scaler");
    for (const auto& [name, tensor] : scaler_.state()) {
        if (state.isOptimiserNew) break;
        const auto found = scaler.find(name);
        if (found == scaler.end())
            return Error{ErrorCode::Corrupt, GATELAB_TEXT("Training", "the saved state lacks the loss scale")};
        if (auto copied = copyInto(found->second, tensor); !copied.ok())
            return std::move(copied).withContext("loss scale");
    }
    auto best = state.group("best"), average = state.group("average");
    if (average.empty() != (config_.emaDecay <= 0))
        return Error{ErrorCode::Corrupt,
                     GATELAB_TEXT("Training", "the saved state lacks the running mean of the weights")};
    if (best.empty() != (state.counters.bestStep < 0))
        return Error{ErrorCode::Corrupt, GATELAB_TEXT("Training", "the saved state lacks the best weights")};
    if (auto restored = restoreCopies(std::move(best), model_.parameters(), best_); !restored.ok()) return restored;
    if (auto restored = restoreCopies(std::move(average), model_.parameters(), average_); !restored.ok())
        return restored;
    carried_.clear();
    for (const auto& [name, raw] : state.group("carried")) {
        auto tensor = fromRawTensor(raw);
        if (!tensor.ok()) return tensor.error();
        std::size_t layer = 0;  // "3.h"
        const auto [rest, problem] = std::from_chars(name.data(), name.data() + name.size(), layer);
        const std::string_view part(rest, static_cast<std::size_t>(name.data() + name.size() - rest));
        if (problem != std::errc() || layer >= model_.layerCount() || (part != ".h" && part != ".c"))
            return Error{ErrorCode::Corrupt,
                         {GATELAB_TEXT("Training",
                                       "the saved state holds '%1', which is no part of a carried state of %2 layers"),
                          {name, model_.layerCount()}}};
        carried_.resize(std::max(carried_.size(), layer + 1));
        // Not the type: BF16 is saved again as BF16
        (part == ".h" ? carried_[layer].h : carried_[layer].c) = tensor->to(model_.options().device());
    }
    if (!carried_.empty() && !isWhole(carried_, model_))
        return Error{ErrorCode::Corrupt, GATELAB_TEXT("Training", "the saved state lacks a part of the carried state")};
    config_ = state.config;
    counters_ = state.counters;
    ++counters_.piece;
    // Where the run stands before the piece: the monitor must not write of the new one at step 0.
    RunProgress& progress = parts_.reporter.progress();
    progress.step = counters_.step;
    progress.epochMicros = static_cast<std::int64_t>(epochsDone() * 1e6);
    progress.secondMicros = static_cast<std::int64_t>(counters_.seconds * 1e6);
    progress.piece = static_cast<std::uint16_t>(counters_.piece);
    tap_.setLastRate(counters_.lastRate);
    clock_ = TrainingClock(counters_.seconds);
    lastSave_ = counters_.seconds;
    stopEarly_ = config_.earlyStop > 0 && counters_.epochsWithoutBest >= config_.earlyStop;
    return {};
}

}  // namespace gatelab
