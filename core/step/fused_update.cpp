// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/fused_update.h"

#include "config/setting_predicates.h"
#include "device/cuda_module.h"
#include "kernels/update/update_job.h"
#include "nn/host_memory.h"
#include "plan/devices.h"

#include <ATen/ATen.h>
#include <ATen/record_function.h>

#include <algorithm>
#include <string_view>

namespace gatelab {

namespace {

constexpr std::int64_t kDecisionBytes = 128, kPartialBytes = kUpdateBlocks * sizeof(double);
static_assert(sizeof(UpdateDecision) <= kDecisionBytes);

bool fits(const ExperimentConfig& config, const ParameterStore& store, Optimiser& optimiser) {
    const std::string_view key = optimiser.key();
    const auto isFlat = [](const ParameterBuffer& buffer) {
        return buffer.values.scalar_type() == at::kFloat && buffer.gradients.scalar_type() == at::kFloat;
    };
    return (key == "adam" || key == "adamw") && config.fusedOptimiser &&
           store.buffers().size() <= static_cast<std::size_t>(kMaxUpdatePieces) &&
           std::ranges::all_of(store.buffers(), isFlat);
}

}  // namespace

UpdateWeights updateWeightsOn(at::Device device) {
    const CudaModule* cuda = device.is_cuda() ? cudaPart().module : nullptr;
    return cuda != nullptr ? cuda->updateWeights : nullptr;
}

FusedUpdate::FusedUpdate(UpdateWeights give, const ExperimentConfig& config, const ParameterStore& store,
                         Optimiser& optimiser)
    : give_(give != nullptr && fits(config, store, optimiser) ? give : nullptr), store_(store), optimiser_(optimiser) {
    if (give_ == nullptr) return;
    const MemoryScope scope(MemoryCause::Optimiser);
    shared_ = at::zeros({kDecisionBytes + kPartialBytes + static_cast<std::int64_t>(sizeof(std::uint32_t))},
                        optimiser.lists().weights.front().options().dtype(at::kByte));
}

bool FusedUpdate::covers(const at::Tensor& loss) const { return give_ != nullptr && loss.scalar_type() == at::kFloat; }

FusedUpdate::Done FusedUpdate::step(const ExperimentConfig& config, const DeviceStep& now, const at::Tensor& loss,
                                    const at::Tensor& overflowed, const at::Tensor& stopped) const {
    const at::NoGradGuard noGrad;
    const OptimiserLists& lists = optimiser_.lists();
    const Done done{at::empty({}, stopped.options()), at::empty({}, stopped.options())};
    UpdateJob job;
    std::size_t own = 0;
    for (const ParameterBuffer& buffer : store_.buffers()) {
        UpdatePiece& piece = job.pieces[job.pieceCount++];
        piece.gradients = buffer.gradients.data_ptr<float>();
        piece.count = buffer.gradients.numel();
        if (buffer.isHeld) continue;
        piece.weights = lists.weights[own].data_ptr<float>();
        piece.mean = lists.slots[0][own].data_ptr<float>();
        piece.square = lists.slots[1][own].data_ptr<float>();
        if (!lists.slots[2].empty()) piece.largest = lists.slots[2][own].data_ptr<float>();
        piece.step = lists.steps[own].data_ptr<float>();
        ++own;
    }
    job.decouples = decouplesWeightDecay(config);
    job.clipValue = config.clipValue;
    job.clipNorm = config.clipNorm;
    job.weightDecay = config.weightDecay;
    job.beta1 = config.beta1;
    job.beta2 = config.beta2;
    job.epsilon = config.epsilon;
    if (now.rate.scalar_type() == at::kFloat)
        job.rate = now.rate.data_ptr<float>();
    else
        job.exactRate = now.rate.data_ptr<double>();
    if (cyclesMomentum(config)) job.momentum = now.momentum.data_ptr<double>();
    job.loss = loss.data_ptr<float>();
    job.overflowed = overflowed.defined() ? overflowed.data_ptr<float>() : nullptr;
    job.stopped = stopped.data_ptr<float>();
    job.norm = done.norm.data_ptr<float>();
    job.leftOut = done.leftOut.data_ptr<float>();
    auto* const bytes = static_cast<std::uint8_t*>(shared_.data_ptr());
    job.decision = reinterpret_cast<UpdateDecision*>(bytes);
    job.partials = reinterpret_cast<double*>(bytes + kDecisionBytes);
    job.ticket = reinterpret_cast<std::uint32_t*>(bytes + kDecisionBytes + kPartialBytes);
    RECORD_FUNCTION("gatelab::update_weights", {});  // so that whoever counts operations sees it
    give_(shared_.is_cuda() ? static_cast<int>(shared_.device().index()) : 0, job);
    return done;
}

}  // namespace gatelab
