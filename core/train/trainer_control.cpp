// SPDX-License-Identifier: GPL-3.0-or-later
// The trainer's dealings with the outside: what the remote control asks, and the state that is saved and restored.
#include "train/trainer.h"

#include "config/field.h"

#include <ATen/ATen.h>

namespace gatelab {

std::optional<TrainEnd> Trainer::obey(RunDirective directive) {
    bool waited = false;
    for (;; directive = parts_.control.checkpoint()) {
        for (const LiveChange& change : directive.changes) applyChange(change);
        if (directive.moreEpochs != 0) applyChange({"epochs", config_.epochs + directive.moreEpochs});
        if (directive.abandon || directive.stop) {
            clock_.resume();
            save(directive.abandon ? "close" : "stop");
            return directive.abandon ? TrainEnd::Abandoned : TrainEnd::Stopped;
        }
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
    save("pause");
    postState(RunState::Paused);
}

void Trainer::applyChange(const LiveChange& change) {
    const Field* field = findField(change.key);
    if (field == nullptr || checkFieldValue(*field, change.value)) return;
    if (field->live != FieldLive::Yes && change.key != "epochs") return;
    if (!setFieldValue(config_, *field, change.value).ok()) return;
    RunEvent marker;
    marker.kind = RunEvent::Kind::Marker;
    marker.text = change.key + " = " + formatFieldValue(change.value);
    post(std::move(marker));
}

void Trainer::post(RunEvent event) {
    event.step = counters_.step;
    event.epoch = counters_.epoch;
    event.seconds = clock_.seconds();
    parts_.reporter.event(std::move(event));
}

void Trainer::postState(RunState state) {
    if (RunRecord* record = parts_.reporter.record()) parts_.reporter.check(record->setState(state, counters_.step, counters_.epoch, clock_.seconds()));
    RunEvent event;
    event.kind = RunEvent::Kind::State;
    event.state = state;
    post(std::move(event));
}

TrainingState Trainer::capture() const {
    TrainingState state;
    state.config = config_;
    state.counters = counters_;
    state.counters.seconds = clock_.seconds();
    state.counters.lastRate = tap_.lastRate();
    state.implementation = model_.layerCount() > 0 ? model_.implementation(0).key : "";
    for (auto& [name, tensor] : model_.parameters().save().tensors) state.tensors["weights/" + name] = std::move(tensor);
    for (const auto& [name, tensor] : optimiser_.state()) state.tensors["optimiser/" + name] = toRawTensor(tensor);
    for (std::size_t i = 0; i < best_.size(); ++i) state.tensors["best/" + std::to_string(i)] = toRawTensor(best_[i]);
    for (std::size_t i = 0; i < average_.size(); ++i) state.tensors["average/" + std::to_string(i)] = toRawTensor(average_[i]);
    for (std::size_t i = 0; i < carried_.size(); ++i) {
        if (carried_[i].h.defined()) state.tensors["carried/" + std::to_string(i) + ".h"] = toRawTensor(carried_[i].h);
        if (carried_[i].c.defined()) state.tensors["carried/" + std::to_string(i) + ".c"] = toRawTensor(carried_[i].c);
    }
    return state;
}

namespace {

/// Copies a saved tensor over one of the same type and shape.
Result<> copyInto(const RawTensor& raw, const at::Tensor& target) {
    auto tensor = fromRawTensor(raw);
    if (!tensor.ok()) return tensor.error();
    if (tensor->sizes() != target.sizes() || tensor->scalar_type() != target.scalar_type())
        return Error{ErrorCode::Corrupt, GATELAB_TEXT("Training", "a saved tensor has another shape or type than this model")};
    target.detach().copy_(*tensor);
    return {};
}

/// Buffers "0", "1", ... of a group; none at all leaves `buffers` empty.
Result<> restoreBuffers(const std::map<std::string, RawTensor>& saved, const ParameterStore& store, std::vector<at::Tensor>& buffers) {
    buffers.clear();
    if (saved.empty()) return {};
    for (std::size_t i = 0; i < store.buffers().size(); ++i) {
        const auto found = saved.find(std::to_string(i));
        if (found == saved.end()) return Error{ErrorCode::Corrupt, GATELAB_TEXT("Training", "the saved state belongs to a model with other layers")};
        buffers.push_back(at::empty_like(store.buffers()[i].values.detach()));
        if (auto copied = copyInto(found->second, buffers.back()); !copied.ok()) return copied;
    }
    return {};
}

}  // namespace

Result<> Trainer::restore(const TrainingState& state) {
    const at::NoGradGuard noGrad;
    TensorFile weights;
    weights.tensors = state.group("weights");
    if (auto loaded = model_.parameters().load(weights); !loaded.ok()) return loaded;
    const auto saved = state.group("optimiser");
    for (const auto& [name, tensor] : optimiser_.state()) {
        const auto found = saved.find(name);
        if (found == saved.end()) return Error{ErrorCode::Corrupt, {GATELAB_TEXT("Training", "the saved state lacks the optimiser's '%1'"), {name}}};
        if (auto copied = copyInto(found->second, tensor); !copied.ok()) return std::move(copied).withContext("optimiser " + name);
    }
    if (auto restored = restoreBuffers(state.group("best"), model_.parameters(), best_); !restored.ok()) return restored;
    if (auto restored = restoreBuffers(state.group("average"), model_.parameters(), average_); !restored.ok()) return restored;
    carried_.clear();
    for (const auto& [name, raw] : state.group("carried")) {
        auto tensor = fromRawTensor(raw);
        if (!tensor.ok()) return tensor.error();
        const std::size_t layer = std::stoul(name);
        carried_.resize(std::max(carried_.size(), layer + 1));
        (name.back() == 'h' ? carried_[layer].h : carried_[layer].c) = tensor->to(model_.options());
    }
    config_ = state.config;
    counters_ = state.counters;
    ++counters_.piece;
    parts_.reporter.progress().piece = static_cast<std::uint16_t>(counters_.piece);
    tap_.setLastRate(counters_.lastRate);
    clock_ = TrainingClock(counters_.seconds);
    lastSave_ = counters_.seconds;
    stopEarly_ = config_.earlyStop > 0 && counters_.epochsWithoutBest >= config_.earlyStop;
    return {};
}

}  // namespace gatelab
