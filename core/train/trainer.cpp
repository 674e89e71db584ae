// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/trainer.h"

#include "config/schedule_curve.h"
#include "train/gradients.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr double kEpochSaveSeconds = 1;    // epochs shorter than this share a checkpoint
constexpr std::int64_t kPlateauPatience = 5;
constexpr double kPlateauThreshold = 1e-4; // relative, as PyTorch's ReduceLROnPlateau

}  // namespace

Trainer::Trainer(TrainerParts parts, std::int64_t threads)
    : parts_(std::move(parts)), model_(parts_.objective.model()), config_(parts_.plan.config), optimiser_(config_, model_.parameters()), tap_(parts_.reporter) {
    counters_.threads = threads;
    if (config_.emaDecay > 0)
        for (const ParameterBuffer& buffer : model_.parameters().buffers()) average_.push_back(buffer.values.detach().clone());
}

TrainEnd Trainer::run() {
    postState(RunState::Running);
    for (;;) {
        // An epoch is judged before anything is saved at its last step: a resume would judge it, and write its scores, a second time.
        if (counters_.position >= parts_.batcher.batchesPerEpoch()) endEpoch();
        if (const auto end = obey(parts_.control.checkpoint())) return *end;
        if (counters_.position >= parts_.batcher.batchesPerEpoch()) continue;
        if (stopEarly_ || counters_.epoch >= config_.epochs || (config_.maxSteps > 0 && counters_.step >= config_.maxSteps)) break;
        trainStep();
        if (!config_.syncFree) tap_.read();
        tap_.readIfDue();
        if (tap_.sawNonFinite()) failNonFinite(tap_.firstBadStep(), NAN);
        if (counters_.position < parts_.batcher.batchesPerEpoch()) saveIfDue(false);
    }
    if (counters_.position > 0) evaluateNow();  // max_steps ended in the middle of an epoch
    save("end");
    return TrainEnd::Finished;
}

void Trainer::trainStep() {
    const ParameterStore& store = model_.parameters();
    const std::int64_t parts = std::min(std::max<std::int64_t>(1, config_.accumulate), parts_.batcher.batchesPerEpoch() - counters_.position);
    const std::int64_t samples = parts_.batcher.examplesIn(counters_.position, parts);
    const double rate = scheduledRate(config_, {counters_.step, totalSteps(), counters_.plateauCuts});
    if (counters_.position == 0) carried_.clear();

    store.zeroGradients();
    at::Tensor loss;
    for (std::int64_t part = 0; part < parts; ++part) addGradients(parts_.batcher.batch(counters_.epoch, counters_.position + part), part, samples, loss);
    addPenalties(config_, store, counters_.step);
    const at::Tensor norm = clipGradients(config_, store);
    refuseNonFinite(loss, norm);
    optimiser_.step(config_, rate);
    updateAverage();

    ++counters_.step;
    counters_.position += parts;
    tap_.note({counters_.step, epochsDone(), clock_.seconds(), rate, samples, loss, norm});
}

void Trainer::addGradients(const Batch& batch, std::int64_t part, std::int64_t samples, at::Tensor& loss) {
    ForwardOptions options;
    options.training = true;
    options.position = {static_cast<std::uint64_t>(config_.seed), static_cast<std::uint64_t>(counters_.step * std::max<std::int64_t>(1, config_.accumulate) + part), {}};
    if (config_.carryState && !carried_.empty()) options.state = &carried_;
    ObjectiveResult result = parts_.objective.run(batch, options);
    // Batches of one step count by their size, so that the step's loss is the mean over its samples.
    if (batch.size != samples) result.loss = result.loss * (static_cast<double>(batch.size) / static_cast<double>(samples));
    result.loss.backward();
    loss = loss.defined() ? loss + result.loss.detach() : result.loss.detach();
    if (config_.carryState) carried_ = detached(result.state);
}

void Trainer::refuseNonFinite(const at::Tensor& loss, const at::Tensor& norm) {
    if (loss.is_cpu()) {
        const double value = loss.item<double>();
        if (std::isfinite(value) && std::isfinite(norm.item<double>())) return;
        tap_.note({counters_.step + 1, epochsDone(), clock_.seconds(), 0, 0, loss, norm});
        failNonFinite(counters_.step + 1, value);
    }
    // On a device nobody looks yet: a bad step changes no weight by its gradient, and is found when the block is read.
    const at::NoGradGuard noGrad;
    const at::Tensor bad = (loss + norm).isfinite().logical_not_();
    for (const ParameterBuffer& buffer : model_.parameters().buffers()) buffer.gradients.masked_fill_(bad, 0);
}

void Trainer::failNonFinite(std::int64_t step, double loss) {
    const std::string layer = nonFiniteLayer(model_.parameters());
    save("failure");
    const Phrase what = std::isfinite(loss) ? GATELAB_TEXT("Training", "the gradient is not finite") : GATELAB_TEXT("Training", "the loss is not finite");
    const Phrase where = layer.empty() ? what : Phrase(GATELAB_TEXT("Training", "%1, first in layer %2"), {what, layer});
    const Phrase message(GATELAB_TEXT("Training", "step %1, epoch %2, batch %3: %4; the weights of step %5 and the best weights are kept; try a lower "
                         "learning rate, clipping by norm, or look for extreme values in the data"),
                         {step, counters_.epoch + 1, counters_.position + 1, where, counters_.step});
    throw StopWithError{{ErrorCode::NonFinite, message}};
}

void Trainer::updateAverage() {
    const at::NoGradGuard noGrad;
    const auto& buffers = model_.parameters().buffers();
    for (std::size_t i = 0; i < average_.size(); ++i) average_[i].lerp_(buffers[i].values, 1 - config_.emaDecay);
}

bool Trainer::evaluateNow() {
    tap_.read();
    if (tap_.sawNonFinite()) failNonFinite(tap_.firstBadStep(), NAN);
    if (parts_.validation.size() == 0) return true;
    swapAverage();
    const Evaluation evaluation = evaluate(parts_.objective, parts_.validation, false, [&] { return parts_.control.stopRequested(); });
    if (evaluation.complete) noteEvaluation(evaluation);
    swapAverage();
    return evaluation.complete;
}

void Trainer::endEpoch() {
    if (!evaluateNow()) return;  // a stop: the epoch is judged after a resume
    ++counters_.epoch;
    counters_.position = 0;
    if (parts_.afterEpoch) parts_.afterEpoch(counters_.epoch);
    stopEarly_ = config_.earlyStop > 0 && counters_.epochsWithoutBest >= config_.earlyStop;
    saveIfDue(true);
}

void Trainer::noteEvaluation(const Evaluation& evaluation) {
    std::vector<MetricSample> samples;
    const double epoch = epochsDone(), seconds = clock_.seconds();
    const auto add = [&](MetricId id, double value) {
        if (!std::isnan(value)) samples.push_back({id, 0, counters_.step, epoch, seconds, 0, value});
    };
    add(MetricId::ValidationLoss, evaluation.loss);
    add(MetricId::ValidationMse, evaluation.mse);
    add(MetricId::ValidationMae, evaluation.mae);
    add(MetricId::ValidationAccuracy, evaluation.accuracy);
    parts_.reporter.metrics(std::move(samples));
    RunEvent ended;
    ended.kind = RunEvent::Kind::EpochEnd;
    ended.value = evaluation.loss;
    post(std::move(ended));
    notePlateau(evaluation.loss);
    noteBest(evaluation.loss);
}

void Trainer::notePlateau(double validation) {
    if (validation < counters_.plateauBest * (1 - kPlateauThreshold)) {
        counters_.plateauBest = validation;
        counters_.plateauBad = 0;
    } else if (++counters_.plateauBad > kPlateauPatience) {
        ++counters_.plateauCuts;
        counters_.plateauBad = 0;
    }
}

void Trainer::noteBest(double validation) {
    if (!(validation < counters_.bestValidation)) {
        ++counters_.epochsWithoutBest;
        return;
    }
    counters_.bestValidation = validation;
    counters_.bestStep = counters_.step;
    counters_.bestEpoch = static_cast<std::int64_t>(std::ceil(epochsDone()));
    counters_.epochsWithoutBest = 0;
    const at::NoGradGuard noGrad;
    best_.clear();
    for (const ParameterBuffer& buffer : model_.parameters().buffers()) best_.push_back(buffer.values.detach().clone());
    bestUnsaved_ = true;
    if (RunRecord* record = parts_.reporter.record()) parts_.reporter.check(record->setBest(validation, counters_.bestStep, counters_.bestEpoch));
    RunEvent event;
    event.kind = RunEvent::Kind::Best;
    event.value = validation;
    post(std::move(event));
}

void Trainer::loadBest() {
    const at::NoGradGuard noGrad;
    const auto& source = best_.empty() ? average_ : best_;
    const auto& buffers = model_.parameters().buffers();
    for (std::size_t i = 0; i < source.size(); ++i) buffers[i].values.detach().copy_(source[i]);
}

void Trainer::swapAverage() {
    const at::NoGradGuard noGrad;
    const auto& buffers = model_.parameters().buffers();
    for (std::size_t i = 0; i < average_.size(); ++i) {
        const at::Tensor values = buffers[i].values.detach(), training = values.clone();
        values.copy_(average_[i]);
        average_[i].copy_(training);
    }
}

void Trainer::saveIfDue(bool epochEnded) {
    const double since = clock_.seconds() - lastSave_;
    if (epochEnded && since >= kEpochSaveSeconds) save("epoch");
    else if (since >= static_cast<double>(config_.checkpointSeconds)) save("time");
}

void Trainer::save(const char* reason) {
    tap_.read();
    lastSave_ = clock_.seconds();
    parts_.save(capture(), reason, std::exchange(bestUnsaved_, false));
}

double Trainer::epochsDone() const {
    return static_cast<double>(counters_.epoch) + static_cast<double>(counters_.position) / static_cast<double>(std::max<std::int64_t>(1, parts_.batcher.batchesPerEpoch()));
}

std::int64_t Trainer::stepsPerEpoch() const {
    const std::int64_t group = std::max<std::int64_t>(1, config_.accumulate);
    return (parts_.batcher.batchesPerEpoch() + group - 1) / group;
}

std::int64_t Trainer::totalSteps() const {
    const std::int64_t planned = stepsPerEpoch() * config_.epochs;
    return config_.maxSteps > 0 ? std::min(planned, config_.maxSteps) : planned;
}

}  // namespace gatelab
