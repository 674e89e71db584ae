// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/trainer.h"

#include "base/units.h"
#include "config/decoder.h"
#include "config/field.h"
#include "config/obstacles/xla_obstacle.h"
#include "config/schedule_curve.h"
#include "config/setting_predicates.h"
#include "plan/devices.h"
#include "run/run_change.h"
#include "step/gradients.h"
#include "step/split_pass.h"
#include "train/fault_finder.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

/// Values of steps on an XLA device are read for so many at once, and at least so often.
constexpr std::size_t kXlaSteps = 32;
constexpr double kXlaSeconds = 0.25;

/// Live fields that a recorded step reads from the host. All others are asked for step by step, or lie in tensors that
/// a graph reads.
constexpr std::string_view kRecorded[] = {"weight_decay", "clip_norm", "clip_value"};

bool allFinite(const RawTensor& raw) {
    const auto tensor = fromRawTensor(raw);
    return !tensor.ok() || !tensor->is_floating_point() || tensor->isfinite().all().item<bool>();
}

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

/// Whether every layer has its part.
bool isWhole(const ModelState& state, const Model& model) {
    const bool hasCells = std::ranges::any_of(state, [](const LayerState& layer) { return layer.c.defined(); });
    return state.size() == model.layerCount() && std::ranges::all_of(state, [&](const LayerState& layer) {
               return layer.h.defined() && layer.c.defined() == hasCells;
           });
}

}  // namespace

Trainer::Trainer(TrainerParts parts, std::int64_t threads)
    : parts_(std::move(parts)),
      model_(parts_.objective.model()),
      config_(parts_.plan.config),
      position_(config_, counters_, clock_, parts_.batcher),
      optimiser_(config_, model_.parameters()),
      fusedUpdate_(updateWeightsOn(model_.options().device()), config_, model_.parameters(), optimiser_),
      scaler_(parts_.plan.compute, model_.options()),
      tap_(parts_.reporter),
      health_(model_),
      copies_(model_.parameters(), parts_.validation.size() > 0, config_.emaDecay > 0),
      costs_(position_, parts_.phases, tap_, parts_.reporter, parts_.forecastTensorBytes, parts_.forecastEpochSeconds),
      checkpoints_(parts_.save, position_, clock_, parts_.control, parts_.reporter),
      recorded_(
          parts_.makeGraph,
          [this](const StepSpan& span, const RecordedSteps::PartBatch& batch, const DeviceStep& now) {
              return computeStep(span, batch, now);
          },
          [this] { return recordedEvaluation_.drop(); }, config_, position_, parts_.batcher, optimiser_, parts_.phases,
          parts_.reporter),
      recordedEvaluation_(parts_.makeGraph, [this](const std::string& why) {
          post(RunWarning{labelled(findField("cuda_graph")->label,
                                   {GATELAB_TEXT("RunEvent",
                                                 "the evaluation could not be recorded (%1); its operations are "
                                                 "launched one by one"),
                                    {why}}),
                          ErrorCode::Unsupported});
      }) {
    counters_.threads = threads;
    if (!model_.options().device().is_cpu()) stopped_ = at::zeros({}, model_.options().dtype(at::kFloat));
}

TrainEnd Trainer::run() {
    const OwnStream stream(parts_.makeGraph ? parts_.plan.device : at::Device(at::kCPU));
    postState(RunState::Running);
    if (parts_.timeline != nullptr) parts_.timeline->look();
    judgeStart();
    for (;;) {
        // An epoch is judged before anything is saved at its last step: a resume would judge it, and write its scores,
        // a second time.
        if (counters_.position >= parts_.batcher.batchesPerEpoch()) endEpoch();
        if (const auto end = apply(nextDirective())) return *end;
        if (counters_.position >= parts_.batcher.batchesPerEpoch()) continue;
        if (stopEarly_ || position_.isPlanDone()) break;
        if (savesTogether() && !isFollower() && checkpoints_.due(false, config_.checkpointSeconds))
            parts_.ranks->saveSoon();
        const std::int64_t before = counters_.step;
        if (parts_.timeline != nullptr) parts_.timeline->beginStep(before);
        costs_.beginStep();
        trainStep();
        parts_.phases.enter(StepPhase::Sync);
        if (!config_.syncFree) tap_.read();
        tap_.readIfDue();
        parts_.phases.leave();
        if (parts_.timeline != nullptr) parts_.timeline->endStep(counters_.step);
        costs_.endStep(counters_.step - before);
        failIfNonFinite();
        if (parts_.film != nullptr)
            parts_.film->look(model_.parameters(), counters_.step, counters_.epoch, clock_.seconds(),
                              [this] { fetchWeights(); });
        if (counters_.position < parts_.batcher.batchesPerEpoch()) saveIfDue(false);
    }
    if (counters_.position > 0) evaluateNow();  // max_steps ended in the middle of an epoch
    if (parts_.xla != nullptr) tellXlaMemory();
    costs_.close();
    tap_.close();
    save(CheckpointReason::End);
    return TrainEnd::Finished;
}

bool Trainer::dropRecordings() {
    const bool evaluates = recordedEvaluation_.drop(), trains = recorded_.drop();  // frees what both held
    return evaluates || trains;
}

template <typename Compute>
auto Trainer::besideRecorded(const Compute& compute) {
    try {
        return compute();
    } catch (const c10::OutOfMemoryError&) {
        if (isUpdating_ || !dropRecordings()) throw;
    }
    if (!std::exchange(hasMadeRoom_, true))
        post(RunWarning{GATELAB_TEXT("RunEvent",
                                     "the memory of the GPU does not suffice for recorded steps and single ones: "
                                     "recordings are dropped and made again")});
    return compute();
}

void Trainer::trainStep() {
    const StepSpan span = position_.nextSpan();
    if (counters_.position == 0) {
        carried_.clear();
        costs_.beginEpoch();
    }
    if (!isTimed() && launchRecorded(span)) return;  // a graph's parts cannot be told apart
    const bool look = !isFollower() && LayerHealth::stepsToLook(config_.layerHealth, counters_.step) == 1;
    if (look) health_.before();
    const ScheduledStep scheduled =
        scheduledStep(config_, {counters_.step, position_.totalSteps(), counters_.plateauCuts});
    if (parts_.xla != nullptr) return computeXla(span, scheduled);
    if (parts_.whole != nullptr) {
        computeWhole(span, scheduled);
        if (look) lookInside();
        return;
    }
    const double began = clock_.seconds();
    const StepValues values = besideRecorded([&] {
        return computeStep(
            span, [&](std::int64_t part) { return parts_.batcher.batch(counters_.epoch, counters_.position + part); },
            optimiser_.onDevice(scheduled));
    });
    tellOfRanks();
    MetricTap::Step done = stepDone(span, scheduled);
    done.loss = values.loss;
    done.norm = values.norm;
    done.ranks = rankFigures(clock_.seconds() - began);
    tap_.note(std::move(done));
    if (look) lookInside();
}

void Trainer::computeWhole(const StepSpan& span, const ScheduledStep& scheduled) {
    CpuStep& whole = *parts_.whole;
    const double began = clock_.seconds();
    double loss = 0;
    for (std::int64_t part = 0; part < span.parts; ++part) {
        const std::int64_t position = counters_.position + part;
        const double share =
            static_cast<double>(parts_.batcher.examplesIn(position, 1)) / static_cast<double>(span.samples);
        loss += whole.addGradients(parts_.batcher,
                                   {counters_.epoch, position, share, part == 0, part + 1 == span.parts,
                                    static_cast<std::uint64_t>(config_.seed),
                                    static_cast<std::uint64_t>(counters_.step * position_.batchesPerStep() + part)},
                                   parts_.team, &parts_.phases);
    }
    tellOfRanks();
    parts_.phases.enter(StepPhase::Optimiser);
    const double norm = whole.prepareUpdate(config_, optimiser_, parts_.team);
    refuseNonFinite(position_.placeOf(span), loss, norm);
    whole.update(config_, scheduled, parts_.team);
    copies_.updateAverage(config_.emaDecay, {});
    MetricTap::Step done = stepDone(span, scheduled);
    done.lossValue = loss;
    done.normValue = norm;
    done.ranks = rankFigures(clock_.seconds() - began);
    tap_.note(std::move(done));
}

void Trainer::computeXla(const StepSpan& span, const ScheduledStep& scheduled) {
    parts_.phases.enter(StepPhase::Data);
    const Batch batch = parts_.batcher.batch(counters_.epoch, counters_.position);
    parts_.phases.enter(StepPhase::Forward);  // and all the rest: the step is one program
    if (auto begun = parts_.xla->step(batch, config_, scheduled, optimiser_); !begun.ok())
        throw StopWithError{begun.error()};
    onXla_.push_back(stepDone(span, scheduled));
    const bool isLong = clock_.seconds() - readXlaAt_ > kXlaSeconds;
    if (onXla_.size() >= kXlaSteps || isLong || !config_.syncFree || isTimed()) readXla();
}

void Trainer::readXla() {
    if (onXla_.empty()) return;
    const auto values = parts_.xla->read();
    if (!values.ok()) throw StopWithError{values.error()};
    for (std::size_t i = 0; i < onXla_.size(); ++i) {
        onXla_[i].lossValue = (*values)[i].loss;
        onXla_[i].normValue = (*values)[i].norm;
        tap_.note(std::move(onXla_[i]));
    }
    onXla_.clear();
    readXlaAt_ = clock_.seconds();
    tellXlaMemory();
}

std::optional<MemoryForecast> Trainer::xlaForecast() {
    if (parts_.xla == nullptr) return std::nullopt;
    return parts_.xla->forecast(parts_.batcher.batch(counters_.epoch, counters_.position), optimiser_);
}

void Trainer::tellXlaMemory() {
    const double peak = parts_.xla->peakBytes();
    if (peak <= xlaPeak_) return;
    xlaPeak_ = peak;
    parts_.reporter.metrics(position_.samples({{MetricId::GpuPeak, peak / kMiB}}));
}

void Trainer::readAll() {
    readXla();
    tap_.read();
}

void Trainer::fetchWeights() {
    if (parts_.xla == nullptr) return;
    if (auto fetched = parts_.xla->toHost(); !fetched.ok()) throw StopWithError{fetched.error()};
}

/// What happened to them.
void Trainer::tellOfRanks() {
    if (parts_.ranks == nullptr) return;
    for (Phrase& news : parts_.ranks->takeNews()) post(RunWarning{std::move(news)});
}

std::optional<MetricTap::RankFigures> Trainer::rankFigures(double stepSeconds) {
    if (parts_.ranks == nullptr || isFollower()) return std::nullopt;
    const RankCosts costs = parts_.ranks->takeCosts();
    return MetricTap::RankFigures{static_cast<double>(costs.bytes),
                                  stepSeconds > 0 ? std::min(1.0, costs.waiting / stepSeconds) : 0,
                                  static_cast<double>(costs.slowest)};
}

/// For what needs memory between two steps.
void Trainer::releaseBuffers() {
    if (parts_.whole != nullptr) parts_.whole->releaseBuffers();
}

void Trainer::lookInside() {
    releaseBuffers();
    parts_.phases.leave();  // its time and memory are no part of a step
    if (std::exchange(lookedEpoch_, counters_.epoch) != counters_.epoch) {
        const at::Tensor& order = parts_.batcher.orderAt(counters_.epoch, 0).order;
        looked_ = order.narrow(0, 0, std::min(order.size(0), LayerHealth::kWindows)).clone();
    }
    const Batch windows = parts_.batcher.gather(looked_);
    tap_.note(health_.after(config_, windows, LayerHealth::drawsHistograms(config_.layerHealth, counters_.step)));
}

StepValues Trainer::computeStep(const StepSpan& span, const RecordedSteps::PartBatch& makeBatch,
                                const DeviceStep& now) {
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
    if (fusedUpdate_.covers(loss)) {
        const auto [norm, leftOut] = fusedUpdate_.step(config_, now, loss, scaler_.overflowed(), stopped_);
        isUpdating_ = true;
        copies_.updateAverage(config_.emaDecay, leftOut);
        isUpdating_ = false;
        return {loss, norm};
    }
    at::Tensor norm = clipGradients(config_, store);
    const at::Tensor leftOut = refuseNonFinite(position_.placeOf(span), loss, norm);
    isUpdating_ = true;
    optimiser_.step(config_, now, leftOut);
    copies_.updateAverage(config_.emaDecay, leftOut);
    isUpdating_ = false;
    return {loss, norm};
}

bool Trainer::launchRecorded(const StepSpan& span) {
    const auto launched = recorded_.launch(span);
    if (!launched) return false;
    std::vector<MetricTap::Step> done;
    for (const ScheduledStep& step : launched->steps) done.push_back(stepDone(span, step));
    tap_.note(done, launched->values);
    return true;
}

/// Counts it, and says what it was but for its values.
MetricTap::Step Trainer::stepDone(const StepSpan& span, const ScheduledStep& scheduled) {
    const std::optional<double> momentum = cyclesMomentum(config_) ? std::optional(scheduled.momentum) : std::nullopt;
    ++counters_.step;
    const StepPlace place = position_.placeOf(span);
    counters_.position += span.parts;
    return {counters_.step, place, position_.epochsDone(), clock_.seconds(), scheduled.rate, span.samples, {}, {},
            momentum};
}

void Trainer::addGradients(const Batch& batch, std::int64_t part, std::int64_t samples, const DeviceStep& now,
                           at::Tensor& loss) {
    ForwardOptions options;
    options.training = true;
    // A recorded step reads on the device where it stands, any other knows it here.
    const std::int64_t firstBatch = now.firstBatch.defined() ? 0 : counters_.step * position_.batchesPerStep();
    options.position = {static_cast<std::uint64_t>(config_.seed), static_cast<std::uint64_t>(firstBatch + part),
                        now.firstBatch};
    options.feed.teacherShare = teacherShare(config_, counters_.step, position_.totalSteps());
    options.feed.teacherThreshold = now.teacher;
    if (config_.carryState && !carried_.empty()) options.state = &carried_;
    // Batches of one step count by their size, so that the step's loss is the mean over its samples.
    const double share = static_cast<double>(batch.size) / static_cast<double>(samples);
    if (parts_.team != nullptr || parts_.pipeline != nullptr) {
        const at::Tensor added =
            parts_.pipeline != nullptr
                ? parts_.pipeline->addGradients(batch, options, share, &parts_.phases)
                : addSplitGradients(*parts_.team, parts_.objective, batch, options, share, &parts_.phases);
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
    tap_.note({counters_.step + 1, place, position_.epochsDone(), clock_.seconds(), 0, 0, loss, norm});
    failNonFinite(counters_.step + 1, place);
}

void Trainer::refuseNonFinite(const StepPlace& place, double loss, double norm) {
    if (std::isfinite(loss) && std::isfinite(norm)) return;
    MetricTap::Step bad{counters_.step + 1, place, position_.epochsDone(), clock_.seconds(), 0, 0, {}, {}};
    bad.lossValue = loss;
    bad.normValue = norm;
    tap_.note(std::move(bad));
    failNonFinite(counters_.step + 1, place);
}

void Trainer::failIfNonFinite() {
    const auto& bad = tap_.firstBad();
    if (!bad) return;
    if (parts_.xla != nullptr)
        for (const at::Tensor& count : optimiser_.lists().steps) count.sub_(counters_.step - (bad->step - 1));
    if (stopped_.defined() || parts_.xla != nullptr) {  // the steps since then were left out
        counters_.step = bad->step - 1;
        counters_.epoch = bad->place.epoch;
        counters_.position = bad->place.position;
    }
    failNonFinite(bad->step, bad->place);
}

void Trainer::failNonFinite(std::int64_t step, const StepPlace& place) {
    fetchWeights();
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

bool Trainer::evaluateNow() {
    releaseBuffers();
    readAll();
    failIfNonFinite();
    fetchWeights();
    if (parts_.validation.size() == 0) {
        costs_.noteEvaluation();
        post(EpochEnd{});
        return true;
    }
    copies_.swapAverage();
    const Evaluation evaluation = evaluateOnce(parts_.afterValidation != nullptr);
    if (evaluation.complete) noteEvaluation(evaluation), costs_.noteEvaluation();
    copies_.swapAverage();
    return evaluation.complete;
}

Evaluation Trainer::evaluateOnce(bool keepsForecasts) {
    const TimelineTap::Aside timed(parts_.timeline, TimelinePart::Evaluation);
    Evaluation evaluation;
    if (!isFollower())
        evaluation = besideRecorded([&] {
            const auto goesOn = [&](double) { return !parts_.control.stopRequested(); };
            return recorded_.isOn()
                       ? evaluate(parts_.objective, parts_.validation, keepsForecasts, goesOn, parts_.team,
                                  recordedEvaluation_)
                       : evaluate(parts_.objective, parts_.validation, keepsForecasts, goesOn, parts_.team);
        });
    if (parts_.ranks == nullptr) return evaluation;
    struct Told {
        double loss;
        std::int64_t isComplete;
    };
    const Told told = parts_.ranks->ofFirst(Told{evaluation.loss, evaluation.complete ? 1 : 0});
    evaluation.loss = told.loss;
    evaluation.complete = told.isComplete != 0;
    if (!evaluation.complete) parts_.ranks->expectWord();  // a stop, which the others are told before they go on
    return evaluation;
}

void Trainer::judgeStart() {
    if (!parts_.isFitted || counters_.step > 0 || parts_.validation.size() == 0) return;
    const Evaluation start = evaluateOnce(false);
    if (!start.complete || !std::isfinite(start.loss)) return;
    counters_.startValidation = start.loss;
    parts_.reporter.metrics({{MetricId::ValidationLoss, 0, 0, 0, clock_.seconds(), 0, start.loss}});
    noteBest(start.loss);
}

void Trainer::endEpoch() {
    readAll();  // waits for the device: the epoch's time is all of it
    costs_.endEpoch();
    const double trained = clock_.seconds();
    const bool warmsUp = !costs_.hasEvaluated();
    if (!evaluateNow()) return;    // a stop: the epoch is judged after a resume
    if (warmsUp) costs_.report();  // what is counted from here on is counted apart
    ++counters_.epoch;
    counters_.position = 0;
    if (parts_.afterEpoch) parts_.afterEpoch(counters_.epoch);
    if (parts_.timeline != nullptr) parts_.timeline->look();
    tap_.leaveOut(clock_.seconds() - trained);
    stopEarly_ = config_.earlyStop > 0 && counters_.epochsWithoutBest >= config_.earlyStop;
    saveIfDue(true);
}

void Trainer::noteEvaluation(const Evaluation& evaluation) {
    std::vector<std::pair<MetricId, double>> values{{MetricId::ValidationLoss, evaluation.loss},
                                                    {MetricId::ValidationMse, evaluation.mse},
                                                    {MetricId::ValidationMae, evaluation.mae},
                                                    {MetricId::ValidationAccuracy, evaluation.accuracy}};
    std::erase_if(values, [](const auto& value) { return std::isnan(value.second); });
    parts_.reporter.metrics(position_.samples(values));
    post(EpochEnd{evaluation.loss});
    if (parts_.afterValidation) parts_.afterValidation(evaluation, position_.epochNumber());
    notePlateau(config_, counters_, evaluation.loss);
    noteBest(evaluation.loss);
}

void Trainer::noteBest(double validation) {
    const double gain = counters_.bestStep == 0 ? parts_.minGain * std::abs(counters_.bestValidation) : 0;
    if (!(validation < counters_.bestValidation - gain)) {
        ++counters_.epochsWithoutBest;
        return;
    }
    counters_.bestValidation = validation;
    counters_.bestStep = counters_.step;
    counters_.bestEpoch = position_.epochNumber();
    counters_.epochsWithoutBest = 0;
    copies_.keepBest();
    checkpoints_.noteBest();
    if (RunRecord* record = parts_.reporter.record())
        parts_.reporter.check(record->setBest(validation, counters_.bestStep, counters_.bestEpoch));
    post(NewBest{validation});
}

void Trainer::loadBest() { copies_.load(hasBest()); }

Phrase Trainer::describeEnd(TrainEnd end) const {
    return gatelab::describeEnd(end, position_, stopEarly_, parts_.reporter.record() != nullptr,
                                checkpoints_.isUnsaved());
}

void Trainer::saveIfDue(bool epochEnded) {
    if (savesTogether()) {
        if (const auto reason = dueTogether(epochEnded)) save(*reason);
        return;
    }
    if (isFollower()) return;
    if (const auto reason = checkpoints_.due(epochEnded, config_.checkpointSeconds)) save(*reason);
}

/// Within an epoch rank 0 has said so before the step, at its end it says so now.
std::optional<CheckpointReason> Trainer::dueTogether(bool epochEnded) {
    const bool isDue = parts_.ranks->takeSave();
    if (!epochEnded) return isDue ? std::optional(CheckpointReason::Time) : std::nullopt;
    const auto mine = isFollower() ? std::nullopt : checkpoints_.due(true, config_.checkpointSeconds);
    constexpr int kNone = -1;
    const int told = parts_.ranks->ofFirst(mine ? static_cast<int>(*mine) : kNone);
    return told == kNone ? std::nullopt : std::optional(static_cast<CheckpointReason>(told));
}

/// Beside the weights of this moment; all ranks together.
void Trainer::gatherPutOff() {
    if (!savesTogether()) return;
    const std::string blocks = parts_.ranks->gatherMemory();
    putOff_.clear();
    if (isFollower() || blocks.empty()) return;
    const CompressionMemory& memory = *parts_.ranks->memory();
    const auto tensorOf = [&](const void* bytes, std::size_t count) {
        const auto size = c10::elementSize(parts_.plan.dtype);
        return toRawTensor(at::from_blob(const_cast<void*>(bytes), {static_cast<std::int64_t>(count / size)},
                                         at::TensorOptions(parts_.plan.dtype)));
    };
    const std::string name = "exchange/" + config_.gradientExchange;
    putOff_[name + ".blocks"] = tensorOf(blocks.data(), blocks.size());
    if (!memory.shared().empty()) putOff_[name + ".shared"] = tensorOf(memory.shared().data(), memory.shared().size());
}

/// A branch with another exchange begins with nothing put off.
Result<> Trainer::restorePutOff(const TrainingState& state) {
    if (!savesTogether()) return {};
    const auto saved = state.group("exchange");
    const auto blocks = saved.find(config_.gradientExchange + ".blocks");
    if (blocks == saved.end()) return {};
    const auto shared = saved.find(config_.gradientExchange + ".shared");
    auto ofBlocks = fromRawTensor(blocks->second);
    auto ofAll = shared != saved.end() ? fromRawTensor(shared->second) : Result<at::Tensor>(at::empty({0}));
    if (!ofBlocks.ok()) return ofBlocks.error();
    if (!ofAll.ok()) return ofAll.error();
    const auto bytesOf = [](const at::Tensor& tensor) {
        return std::span(static_cast<const std::byte*>(tensor.const_data_ptr()), tensor.nbytes());
    };
    if (ofBlocks->scalar_type() == parts_.plan.dtype) parts_.ranks->restoreMemory(bytesOf(*ofBlocks), bytesOf(*ofAll));
    return {};
}

RunDirective Trainer::nextDirective() {
    return parts_.ranks != nullptr ? parts_.ranks->directive() : parts_.control.checkpoint();
}

std::optional<TrainEnd> Trainer::apply(RunDirective directive) {
    bool waited = false;
    for (;; directive = nextDirective()) {
        bool changed = false;
        for (const LiveChange& change : directive.changes) changed = applyChange(change) || changed;
        if (directive.moreEpochs != 0) changed = extend(directive.moreEpochs) || changed;
        if (directive.film && parts_.film != nullptr) {
            parts_.film->ask(*directive.film, clock_.seconds());
            parts_.film->look(model_.parameters(), counters_.step, counters_.epoch, clock_.seconds(),
                              [this] { fetchWeights(); });
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
        if (!isFollower()) parts_.control.waitWhilePaused();  // a follower waits for rank 0's next word
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
    readAll();
    failIfNonFinite();
    keepState(reason);
}

void Trainer::keepState(CheckpointReason reason) {
    gatherPutOff();
    if (isFollower()) return;
    if (parts_.ranks != nullptr) parts_.ranks->compareSoon();
    releaseBuffers();
    fetchWeights();
    const TimelineTap::Aside timed(parts_.timeline, TimelinePart::Checkpoint);
    const double began = clock_.seconds();
    checkpoints_.keep(capture(), reason, began);
    tap_.leaveOut(clock_.seconds() - began);
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
    if (parts_.xla != nullptr && !xlaObstacle(config_).isEmpty()) {
        (void)setFieldValue(config_, *field, before).ok();
        return false;
    }
    if (RunRecord* record = parts_.reporter.record(); record != nullptr && change.key == "epochs")
        parts_.reporter.check(record->setEpochs(config_.epochs));
    if (std::ranges::find(kRecorded, std::string_view(change.key)) != std::end(kRecorded)) recorded_.drop();
    post(changeMarker({field, std::move(before), fieldValue(config_, *field)}));
    return true;
}

TrainingState Trainer::capture() const {
    TrainingState state;
    state.config = config_;
    state.counters = counters_;
    state.counters.seconds = clock_.seconds();
    state.counters.lastRate = tap_.lastRate();
    state.implementation = parts_.xla != nullptr     ? kXlaStep
                           : model_.layerCount() > 0 ? model_.implementation(0).key
                                                     : "";
    if (isTunedCudnn(state.implementation)) state.tuning = cudaPart().module->choices();
    for (auto& [name, tensor] : model_.parameters().save().tensors)
        state.tensors["weights/" + name] = std::move(tensor);
    for (const auto& [name, tensor] : optimiser_.state()) state.tensors["optimiser/" + name] = toRawTensor(tensor);
    for (const auto& [name, tensor] : scaler_.state()) state.tensors["scaler/" + name] = toRawTensor(tensor);
    copies_.addTo(state);
    state.tensors.insert(putOff_.begin(), putOff_.end());
    for (std::size_t i = 0; i < carried_.size(); ++i) {
        if (carried_[i].h.defined()) state.tensors["carried/" + std::to_string(i) + ".h"] = toRawTensor(carried_[i].h);
        if (carried_[i].c.defined()) state.tensors["carried/" + std::to_string(i) + ".c"] = toRawTensor(carried_[i].c);
    }
    state.finite = std::ranges::all_of(state.tensors, [](const auto& entry) { return allFinite(entry.second); });
    return state;
}

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
    if (auto restored = copies_.restore(state, config_.emaDecay > 0); !restored.ok()) return restored;
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
    if (auto restored = restorePutOff(state); !restored.ok())
        return std::move(restored).withContext("gradient exchange");
    counters_ = state.counters;
    ++counters_.piece;
    // Where the run stands before the piece: the monitor must not write of the new one at step 0.
    RunProgress& progress = parts_.reporter.progress();
    progress.step = counters_.step;
    progress.epochMicros = static_cast<std::int64_t>(position_.epochsDone() * 1e6);
    progress.secondMicros = static_cast<std::int64_t>(counters_.seconds * 1e6);
    progress.piece = static_cast<std::uint16_t>(counters_.piece);
    tap_.setLastRate(counters_.lastRate);
    clock_ = TrainingClock(counters_.seconds);
    checkpoints_.resumeFrom(counters_.seconds);
    stopEarly_ = config_.earlyStop > 0 && counters_.epochsWithoutBest >= config_.earlyStop;
    return {};
}

}  // namespace gatelab
