// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/trainer.h"

#include "config/decoder.h"
#include "config/schedule_curve.h"
#include "train/fault_finder.h"
#include "train/gradients.h"
#include "train/split_pass.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gatelab {

namespace {

constexpr double kEpochSaveSeconds = 1;  // epochs after the first that are shorter than this share a checkpoint

}  // namespace

Trainer::Trainer(TrainerParts parts, std::int64_t threads)
    : parts_(std::move(parts)),
      model_(parts_.objective.model()),
      config_(parts_.plan.config),
      optimiser_(config_, model_.parameters()),
      scaler_(parts_.plan.compute, model_.options()),
      tap_(parts_.reporter),
      health_(model_) {
    counters_.threads = threads;
    if (!model_.options().device().is_cpu()) stopped_ = at::zeros({}, model_.options().dtype(at::kFloat));
    const MemoryScope weights(MemoryCause::Weights);
    // Taken before the first step: a run that fits there does not run out of memory when its first epoch turns out the
    // best.
    if (parts_.validation.size() > 0)
        for (const ParameterBuffer& buffer : model_.parameters().buffers())
            best_.push_back(at::empty_like(buffer.values));
    if (config_.emaDecay > 0)
        for (const ParameterBuffer& buffer : model_.parameters().buffers())
            average_.push_back(buffer.values.detach().clone());
}

TrainEnd Trainer::run() {
    const OwnStream stream(parts_.makeGraph ? parts_.plan.device : at::Device(at::kCPU));
    postState(RunState::Running);
    judgeStart();
    for (;;) {
        // An epoch is judged before anything is saved at its last step: a resume would judge it, and write its scores,
        // a second time.
        if (counters_.position >= parts_.batcher.batchesPerEpoch()) endEpoch();
        if (const auto end = apply(parts_.control.checkpoint())) return *end;
        if (counters_.position >= parts_.batcher.batchesPerEpoch()) continue;
        if (stopEarly_ || planDone()) break;
        stepBegan_ = clock_.seconds();
        trainStep();
        parts_.phases.enter(StepPhase::Sync);
        if (!config_.syncFree) tap_.read();
        tap_.readIfDue();
        parts_.phases.leave();
        noteStepPeak();
        noteCosts(false);
        noteStepTime();
        failIfNonFinite();
        if (parts_.film != nullptr)
            parts_.film->look(model_.parameters(), counters_.step, counters_.epoch, clock_.seconds());
        if (counters_.position < parts_.batcher.batchesPerEpoch()) saveIfDue(false);
    }
    if (counters_.position > 0) evaluateNow();  // max_steps ended in the middle of an epoch
    forecastEpoch();                            // what there is must do
    noteCosts(true);
    tap_.close();
    save(CheckpointReason::End);
    return TrainEnd::Finished;
}

void Trainer::trainStep() {
    const StepSpan span = nextSpan();
    if (counters_.position == 0) {
        carried_.clear();
        epochSeconds_ = clock_.seconds();
    }
    if (parts_.makeGraph && launchGraph(span)) return;
    const bool look = LayerHealth::stepsToLook(config_.layerHealth, counters_.step) == 1;
    if (look) health_.before();
    const ScheduledStep scheduled = scheduledStep(config_, {counters_.step, totalSteps(), counters_.plateauCuts});
    if (parts_.whole != nullptr) {
        computeWhole(span, scheduled);
        if (look) lookInside();
        return;
    }
    const StepValues values = computeStep(
        span, [&](std::int64_t part) { return parts_.batcher.batch(counters_.epoch, counters_.position + part); },
        optimiser_.onDevice(scheduled));
    MetricTap::Step done = stepDone(span, scheduled);
    done.loss = values.loss;
    done.norm = values.norm;
    tap_.note(std::move(done));
    if (look) lookInside();
}

void Trainer::computeWhole(const StepSpan& span, const ScheduledStep& scheduled) {
    WholeStep& whole = *parts_.whole;
    double loss = 0;
    for (std::int64_t part = 0; part < span.parts; ++part) {
        const std::int64_t position = counters_.position + part;
        const double share =
            static_cast<double>(parts_.batcher.examplesIn(position, 1)) / static_cast<double>(span.samples);
        loss += whole.addGradients(parts_.batcher,
                                   {counters_.epoch, position, share, part == 0, part + 1 == span.parts,
                                    static_cast<std::uint64_t>(config_.seed),
                                    static_cast<std::uint64_t>(counters_.step * batchesPerStep() + part)},
                                   parts_.team, &parts_.phases);
    }
    parts_.phases.enter(StepPhase::Optimiser);
    const double norm = whole.prepareUpdate(config_, optimiser_, parts_.team);
    refuseNonFinite(placeOf(span), loss, norm);
    whole.update(config_, scheduled, parts_.team);
    updateAverage({});
    MetricTap::Step done = stepDone(span, scheduled);
    done.lossValue = loss;
    done.normValue = norm;
    tap_.note(std::move(done));
}

/// For what needs memory between two steps.
void Trainer::makeRoom() {
    if (parts_.whole != nullptr) parts_.whole->rest();
}

void Trainer::lookInside() {
    makeRoom();
    parts_.phases.leave();  // its time and memory are no part of a step
    const at::Tensor order = parts_.batcher.orderOf(counters_.epoch);
    const Batch windows = parts_.batcher.gather(order.narrow(0, 0, std::min(order.size(0), LayerHealth::kWindows)));
    tap_.note(health_.after(config_, windows, LayerHealth::drawsHistograms(config_.layerHealth, counters_.step)));
}

StepValues Trainer::computeStep(const StepSpan& span, const PartBatch& makeBatch, const DeviceStep& now) {
    const ParameterStore& store = model_.parameters();
    StepPhases& phases = parts_.phases;
    phases.enter(StepPhase::Optimiser);
    store.zeroGradients();
    at::Tensor loss;
    for (std::int64_t part = 0; part < span.parts; ++part) {
        phases.enter(StepPhase::Data);
        const Batch batch = makeBatch(part);
        addGradients(batch, part, span.samples, now, loss);
    }
    phases.enter(StepPhase::Optimiser);
    // A step that overflows in FP16 is left out; with a scale that is low already the gradient itself is not finite,
    // which is found below.
    if (!scaler_.unscale(store) && !scaler_.exhausted()) return {loss, at::zeros_like(loss)};
    addPenalties(config_, store, counters_.step);
    at::Tensor norm = clipGradients(config_, store);
    const at::Tensor leftOut = refuseNonFinite(placeOf(span), loss, norm);
    optimiser_.step(config_, now, leftOut);
    updateAverage(leftOut);
    return {loss, norm};
}

Trainer::StepSpan Trainer::nextSpan() const {
    const std::int64_t parts =
        std::min(std::max<std::int64_t>(1, config_.accumulate), parts_.batcher.batchesPerEpoch() - counters_.position);
    return {parts, parts_.batcher.examplesIn(counters_.position, parts)};
}

/// Counts it, and says what it was but for its values.
MetricTap::Step Trainer::stepDone(const StepSpan& span, const ScheduledStep& scheduled) {
    const std::optional<double> momentum = cyclesMomentum(config_) ? std::optional(scheduled.momentum) : std::nullopt;
    ++counters_.step;
    ++stepsHere_;
    const StepPlace place = placeOf(span);
    counters_.position += span.parts;
    return {counters_.step, place, epochsDone(), clock_.seconds(), scheduled.rate, span.samples, {}, {}, momentum};
}

void Trainer::addGradients(const Batch& batch, std::int64_t part, std::int64_t samples, const DeviceStep& now,
                           at::Tensor& loss) {
    ForwardOptions options;
    options.training = true;
    // A recorded step reads on the device where it stands, any other knows it here.
    const std::int64_t firstBatch = now.firstBatch.defined() ? now.batchesOn : counters_.step * batchesPerStep();
    options.position = {static_cast<std::uint64_t>(config_.seed), static_cast<std::uint64_t>(firstBatch + part),
                        now.firstBatch};
    options.feed.teacherShare = teacherShare(config_, counters_.step, totalSteps());
    options.feed.teacherThreshold = now.teacher;
    if (config_.carryState && !carried_.empty()) options.state = &carried_;
    // Batches of one step count by their size, so that the step's loss is the mean over its samples.
    const double share = static_cast<double>(batch.size) / static_cast<double>(samples);
    if (parts_.team != nullptr) {
        const at::Tensor added =
            addSplitGradients(*parts_.team, parts_.objective, batch, options, share, &parts_.phases);
        loss = loss.defined() ? loss + added : added;
        return;
    }
    parts_.phases.enter(StepPhase::Forward);
    ObjectiveResult result = parts_.objective.run(batch, options);
    if (batch.size != samples) result.loss = result.loss * share;
    parts_.phases.enter(StepPhase::Backward);
    scaler_.scaled(result.loss).backward();
    loss = loss.defined() ? loss + result.loss.detach() : result.loss.detach();
    if (config_.carryState) carried_ = detached(result.state);
}

at::Tensor Trainer::refuseNonFinite(const StepPlace& place, const at::Tensor& loss, at::Tensor& norm) {
    // On a device nobody looks yet: neither a bad step nor one after it changes anything, and it is found when the
    // block is read.
    if (!loss.is_cpu()) return leftOut(stopped_, scaler_.overflowed(), loss, norm);
    if (std::isfinite(loss.item<double>()) && std::isfinite(norm.item<double>())) return {};
    tap_.note({counters_.step + 1, place, epochsDone(), clock_.seconds(), 0, 0, loss, norm});
    failNonFinite(counters_.step + 1, place);
}

void Trainer::refuseNonFinite(const StepPlace& place, double loss, double norm) {
    if (std::isfinite(loss) && std::isfinite(norm)) return;
    MetricTap::Step bad{counters_.step + 1, place, epochsDone(), clock_.seconds(), 0, 0, {}, {}};
    bad.lossValue = loss;
    bad.normValue = norm;
    tap_.note(std::move(bad));
    failNonFinite(counters_.step + 1, place);
}

void Trainer::failIfNonFinite() {
    const auto& bad = tap_.firstBad();
    if (!bad) return;
    if (stopped_.defined()) {  // the steps since then were left out
        counters_.step = bad->step - 1;
        counters_.epoch = bad->place.epoch;
        counters_.position = bad->place.position;
    }
    failNonFinite(bad->step, bad->place);
}

void Trainer::failNonFinite(std::int64_t step, const StepPlace& place) {
    const ParameterStore& store = model_.parameters();
    const std::string weights = nonFiniteWeights(store), gradient = nonFiniteGradient(store);
    tap_.read();
    keepState(CheckpointReason::Failure);
    const FaultCause cause =
        findFault(parts_.objective, parts_.batcher,
                  {place, weights, gradient, !tap_.firstBad() || std::isfinite(tap_.firstBad()->lossValue)});
    const Phrase kept =
        parts_.reporter.record() == nullptr ? Phrase(GATELAB_TEXT("Fault", "nothing is kept"))
        : weights.empty()
            ? Phrase(GATELAB_TEXT("Fault", "the weights of step %1 and the best weights are kept"), {counters_.step})
            : Phrase(GATELAB_TEXT("Fault", "the last good checkpoint and the best weights are kept"));
    throw StopWithError{{ErrorCode::NonFinite,
                         {GATELAB_TEXT("Fault", "step %1, epoch %2, batch %3: %4; %5; %6"),
                          {step, place.epoch + 1, place.position + 1, cause.what, kept, cause.remedy}}}};
}

void Trainer::updateAverage(const at::Tensor& leftOut) {
    const at::NoGradGuard noGrad;
    const auto& buffers = model_.parameters().buffers();
    for (std::size_t i = 0; i < average_.size(); ++i) {
        if (!leftOut.defined())
            average_[i].lerp_(buffers[i].values, 1 - config_.emaDecay);
        else
            average_[i].copy_(
                at::where(leftOut != 0, average_[i], average_[i].lerp(buffers[i].values, 1 - config_.emaDecay)));
    }
}

bool Trainer::evaluateNow() {
    makeRoom();
    tap_.read();
    failIfNonFinite();
    if (parts_.validation.size() == 0) {
        evaluated_ = true;
        post(EpochEnd{});
        return true;
    }
    swapAverage();
    const Evaluation evaluation = evaluate(
        parts_.objective, parts_.validation, parts_.afterValidation != nullptr,
        [&](double) { return !parts_.control.stopRequested(); }, parts_.team);
    if (evaluation.complete) noteEvaluation(evaluation), evaluated_ = true;
    swapAverage();
    return evaluation.complete;
}

void Trainer::judgeStart() {
    if (!parts_.isFitted || counters_.step > 0 || parts_.validation.size() == 0) return;
    const Evaluation start = evaluate(
        parts_.objective, parts_.validation, false, [&](double) { return !parts_.control.stopRequested(); },
        parts_.team);
    if (!start.complete || !std::isfinite(start.loss)) return;
    counters_.startValidation = start.loss;
    parts_.reporter.metrics({{MetricId::ValidationLoss, 0, 0, 0, clock_.seconds(), 0, start.loss}});
    noteBest(start.loss);
}

void Trainer::endEpoch() {
    tap_.read();  // waits for the device: the epoch's time is all of it
    noteEpochTime();
    const double trained = clock_.seconds();
    const bool warmsUp = !evaluated_;
    if (!evaluateNow()) return;    // a stop: the epoch is judged after a resume
    if (warmsUp) noteCosts(true);  // what is counted from here on is counted apart
    ++counters_.epoch;
    counters_.position = 0;
    if (parts_.afterEpoch) parts_.afterEpoch(counters_.epoch);
    tap_.leaveOut(clock_.seconds() - trained);
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
    post(EpochEnd{evaluation.loss});
    if (parts_.afterValidation) parts_.afterValidation(evaluation, static_cast<std::int64_t>(std::ceil(epoch)));
    notePlateau(config_, counters_, evaluation.loss);
    noteBest(evaluation.loss);
}

void Trainer::noteBest(double validation) {
    const double gain = counters_.bestStep == 0 ? parts_.leastGain * std::abs(counters_.bestValidation) : 0;
    if (!(validation < counters_.bestValidation - gain)) {
        ++counters_.epochsWithoutBest;
        return;
    }
    counters_.bestValidation = validation;
    counters_.bestStep = counters_.step;
    counters_.bestEpoch = static_cast<std::int64_t>(std::ceil(epochsDone()));
    counters_.epochsWithoutBest = 0;
    const at::NoGradGuard noGrad;
    for (std::size_t i = 0; i < best_.size(); ++i) best_[i].copy_(model_.parameters().buffers()[i].values);
    bestUnsaved_ = true;
    if (RunRecord* record = parts_.reporter.record())
        parts_.reporter.check(record->setBest(validation, counters_.bestStep, counters_.bestEpoch));
    post(NewBest{validation});
}

void Trainer::loadBest() {
    const at::NoGradGuard noGrad;
    const auto& source = hasBest() ? best_ : average_;
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
    const bool neverSaved = lastSave_ == 0;  // what is killed early has its first epoch
    if (epochEnded && (neverSaved || since >= kEpochSaveSeconds))
        save(CheckpointReason::Epoch);
    else if (since >= static_cast<double>(config_.checkpointSeconds))
        save(CheckpointReason::Time);
}

double Trainer::epochsDone() const {
    return static_cast<double>(counters_.epoch) +
           static_cast<double>(counters_.position) /
               static_cast<double>(std::max<std::int64_t>(1, parts_.batcher.batchesPerEpoch()));
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
