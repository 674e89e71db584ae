// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/weight_copies.h"

#include "nn/host_memory.h"
#include "step/weight_names.h"

#include <ATen/ATen.h>

#include <utility>

namespace gatelab {

namespace {

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

}  // namespace

WeightCopies::WeightCopies(const ParameterStore& store, bool hasBest, bool hasAverage) : store_(store) {
    const MemoryScope weights(MemoryCause::Weights);
    for (const ParameterBuffer& buffer : store_.buffers()) {
        if (hasBest) best_.push_back(at::empty_like(buffer.values));
        if (hasAverage) average_.push_back(buffer.values.detach().clone());
    }
}

void WeightCopies::keepBest() {
    const at::NoGradGuard noGrad;
    for (std::size_t i = 0; i < best_.size(); ++i) best_[i].copy_(store_.buffers()[i].values);
}

void WeightCopies::load(bool hasBest) {
    const at::NoGradGuard noGrad;
    const auto& source = hasBest ? best_ : average_;
    for (std::size_t i = 0; i < source.size(); ++i) store_.buffers()[i].values.detach().copy_(source[i]);
}

void WeightCopies::updateAverage(double decay, const at::Tensor& leftOut) {
    const at::NoGradGuard noGrad;
    for (std::size_t i = 0; i < average_.size(); ++i) {
        const at::Tensor& values = store_.buffers()[i].values;
        if (!leftOut.defined())
            average_[i].lerp_(values, 1 - decay);
        else
            average_[i].copy_(at::where(leftOut != 0, average_[i], average_[i].lerp(values, 1 - decay)));
    }
}

void WeightCopies::swapAverage() {
    const at::NoGradGuard noGrad;
    for (std::size_t i = 0; i < average_.size(); ++i) {
        const at::Tensor values = store_.buffers()[i].values.detach(), training = values.clone();
        values.copy_(average_[i]);
        average_[i].copy_(training);
    }
}

void WeightCopies::addTo(TrainingState& state) const {
    const auto keep = [&](const char* group, const std::vector<at::Tensor>& buffers) {
        if (buffers.empty()) return;
        for (auto& [name, tensor] : namedBuffers(store_, buffers).tensors)
            state.tensors[std::string(group) + "/" + name] = std::move(tensor);
    };
    if (state.counters.bestStep >= 0) keep("best", best_);
    keep("average", average_);
}

Result<> WeightCopies::restore(const TrainingState& state, bool hasAverage) {
    auto best = state.group("best"), average = state.group("average");
    if (average.empty() == hasAverage)
        return Error{ErrorCode::Corrupt,
                     GATELAB_TEXT("Training", "the saved state lacks the running mean of the weights")};
    if (best.empty() != (state.counters.bestStep < 0))
        return Error{ErrorCode::Corrupt, GATELAB_TEXT("Training", "the saved state lacks the best weights")};
    if (auto restored = restoreCopies(std::move(best), store_, best_); !restored.ok()) return restored;
    return restoreCopies(std::move(average), store_, average_);
}

}  // namespace gatelab
