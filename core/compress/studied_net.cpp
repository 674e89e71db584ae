// SPDX-License-Identifier: GPL-3.0-or-later
#include "compress/studied_net.h"

#include "compress/packed_file.h"
#include "compress/packed_layer.h"
#include "step/evaluator.h"
#include "step/gradients.h"
#include "step/optimizers.h"

#include <ATen/ATen.h>

#include <cmath>
#include <ctime>
#include <limits>
#include <numbers>

namespace gatelab {
namespace {

constexpr double kEndShare = 0.05;     ///< of the rate at the first step
constexpr double kLeastMicros = 2000;  ///< of one measurement

std::unique_ptr<ExampleSource> trainSource(const TrainPlan& plan) {
    if (!plan.isForecast()) return makeSequenceSource(plan, ExamplePart::Train);
    return makeWindowSource(plan, std::make_shared<const DeviceSeries>(placeSeries(plan)), ExamplePart::Train);
}

/// Processor time of this thread: what other programs take away is not counted.
double threadMicros() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

double rateAt(double first, std::int64_t step, std::int64_t steps) {
    const double x = static_cast<double>(step) / static_cast<double>(steps);
    return first * (kEndShare + (1 - kEndShare) * (1 + std::cos(std::numbers::pi * x)) / 2);
}

void copyWeights(const Model& from, const Model& to) {
    const at::NoGradGuard noGrad;
    const auto &source = from.parameters().buffers(), &target = to.parameters().buffers();
    for (std::size_t i = 0; i < source.size(); ++i) at::Tensor(target[i].values).copy_(source[i].values);
}

}  // namespace

StudiedNet::StudiedNet(TrainPlan plan, std::unique_ptr<Model> model)
    : plan_(std::move(plan)), model_(std::move(model)) {}

Result<std::unique_ptr<StudiedNet>> StudiedNet::make(const TrainPlan& plan, std::int64_t seed, std::int64_t units) {
    TrainPlan own = plan;
    own.config.seed = seed;
    own.config.hiddenSize = units;
    auto model = Model::create(own.config, own.shape, modelOptions(own));
    if (!model.ok()) return model.error();
    return std::unique_ptr<StudiedNet>(new StudiedNet(std::move(own), std::move(*model)));
}

Result<std::unique_ptr<StudiedNet>> StudiedNet::copy() const {
    auto other = make(plan_, plan_.config.seed, plan_.config.hiddenSize);
    if (!other.ok()) return other.error();
    copyWeights(*model_, *(*other)->model_);
    (*other)->stepsDone_ = stepsDone_;
    return other;
}

std::int64_t StudiedNet::batchesPerEpoch() const { return Batcher(trainSource(plan_), plan_.config).batchesPerEpoch(); }

bool StudiedNet::run(std::int64_t steps, const std::function<ScheduledStep(std::int64_t)>& scheduled,
                     const std::function<bool()>& before, const std::function<void(std::int64_t)>& after) {
    const Objective objective(plan_, *model_);
    Batcher batcher(trainSource(plan_), plan_.config);
    Optimiser optimiser(plan_.config, model_->parameters());
    for (std::int64_t step = 0; step < steps; ++step, ++stepsDone_) {
        if (!before()) return false;
        const ParameterStore& store = model_->parameters();
        store.zeroGradients();
        ForwardOptions options;
        options.training = true;
        options.position = {static_cast<std::uint64_t>(plan_.config.seed), static_cast<std::uint64_t>(stepsDone_), {}};
        const std::int64_t batches = batcher.batchesPerEpoch();
        objective.run(batcher.batch(stepsDone_ / batches, stepsDone_ % batches), options).loss.backward();
        addPenalties(plan_.config, store, stepsDone_ + 1);
        (void)clipGradients(plan_.config, store);
        optimiser.step(plan_.config, optimiser.onDevice(scheduled(step)));
        after(step);
    }
    return true;
}

bool StudiedNet::train(std::int64_t steps, const ExampleSource* validation, const std::function<bool()>& progress) {
    const Objective objective(plan_, *model_);
    const std::int64_t batches = std::max<std::int64_t>(1, batchesPerEpoch());
    double least = std::numeric_limits<double>::infinity();
    std::vector<at::Tensor> best;
    const auto after = [&](std::int64_t step) {
        const bool isEpochsEnd = (step + 1) % batches == 0 || step + 1 == steps;
        if (validation == nullptr || !isEpochsEnd) return;
        const double loss = evaluate(objective, *validation, false).loss;
        if (!(loss < least)) return;
        least = loss;
        best.clear();
        for (const ParameterBuffer& buffer : model_->parameters().buffers()) best.push_back(buffer.values.clone());
    };
    const auto scheduled = [&](std::int64_t step) { return scheduledStep(plan_.config, {step, steps, 0}); };
    if (!run(steps, scheduled, progress, after)) return false;
    const at::NoGradGuard noGrad;
    for (std::size_t i = 0; i < best.size(); ++i) at::Tensor(model_->parameters().buffers()[i].values).copy_(best[i]);
    return true;
}

bool StudiedNet::trainFurther(std::int64_t steps, double rate, Pruning* pruning,
                              const std::function<bool()>& progress) {
    if (pruning != nullptr) pruning->afterStep(0, steps);
    const auto scheduled = [&](std::int64_t step) {
        return ScheduledStep{rateAt(rate * plan_.config.learningRate, step, steps),
                             scheduledMomentum(plan_.config, {})};
    };
    return run(steps, scheduled, progress, [&](std::int64_t step) {
        if (pruning != nullptr) pruning->afterStep(step + 1, steps);
    });
}

Result<std::unique_ptr<PackedNet>> PackedNet::make(const TrainPlan& plan, const Model& model, PackKind kind) {
    ModelOptions options = modelOptions(plan);
    options.implementations = packedImplementations(kind);
    options.automatic = {};
    auto packed = Model::create(plan.config, plan.shape, options);
    if (!packed.ok()) return packed.error();
    copyWeights(model, **packed);
    return std::unique_ptr<PackedNet>(new PackedNet(plan, std::move(*packed), kind));
}

double PackedNet::loss(const ExampleSource& source) const { return evaluate(objective_, source, false).loss; }

double PackedNet::micros(const Batch& batch) const {
    const at::NoGradGuard noGrad;
    (void)objective_.run(batch, {});  // packs, and warms up
    double taken = 0;
    int count = 0;
    for (const double begun = threadMicros(); taken < kLeastMicros; ++count) {
        (void)objective_.run(batch, {});
        taken = threadMicros() - begun;
    }
    return taken / count;
}

TensorFile PackedNet::file() const { return packedFile(model_->parameters(), kind_); }

}  // namespace gatelab
