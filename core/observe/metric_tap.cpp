// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/metric_tap.h"

#include "base/clock.h"

#include <ATen/ATen.h>

#include <cmath>
#include <iterator>
#include <utility>

namespace gatelab {

namespace {

constexpr auto kReadEvery = std::chrono::milliseconds(33);
constexpr std::size_t kReadSteps = 4096;
constexpr double kMaxBehindSeconds = 0.1;
constexpr double kThroughputSeconds = 0.25;
constexpr double kTailSeconds = 0.025;  // of a run that has rates, steps of less time at its end have none of their own

/// Scalars on a device as doubles: one stack and one copy for all of them.
std::vector<double> toHost(const std::vector<at::Tensor>& scalars) {
    const at::Tensor all = at::stack(scalars).to(at::kCPU, at::kDouble);
    const double* first = all.const_data_ptr<double>();
    return {first, first + all.numel()};
}

/// A copy that is there when the next block of steps is.
at::Tensor onItsWayToHost(const at::Tensor& tensor) {
    if (tensor.is_cpu()) return tensor;
    at::Tensor host = at::empty(tensor.sizes(), tensor.options().device(at::kCPU).pinned_memory(true));
    return host.copy_(tensor, /*non_blocking=*/true);
}

MetricSample sample(MetricId id, const MetricTap::Step& step, double value) {
    return {id, 0, step.step, step.epoch, step.seconds, 0, value};
}

}  // namespace

double TrainingClock::seconds() const {
    return already_ + (running_ ? std::chrono::duration<double>(Clock::now() - since_).count() : 0.0);
}

void TrainingClock::pause() {
    already_ = seconds();
    running_ = false;
}

void TrainingClock::resume() {
    if (running_) return;
    since_ = Clock::now();
    running_ = true;
}

void RunReporter::metrics(std::vector<MetricSample> samples) {
    const double wall = wallSeconds();
    for (MetricSample& sample : samples) {
        sample.piece = progress_.piece.load(std::memory_order_relaxed);
        sample.wall = wall;
        channel_.push(sample);
    }
    if (record_ != nullptr) check(record_->addMetrics(samples));
}

void RunReporter::event(RunEvent event) {
    event.wall = wallSeconds();
    if (const auto* change = event.as<StateChange>(); change != nullptr && state_ != nullptr)
        state_->store(change->state, std::memory_order_release);
    if (record_ != nullptr) check(record_->addEvent(event));
    channel_.post(std::move(event));
}

void RunReporter::notify(RunEvent event) {
    event.wall = wallSeconds();
    channel_.post(std::move(event));
}

void RunReporter::check(const Result<>& result) {
    if (result.ok() || warned_) return;
    warned_ = true;
    const Text text = GATELAB_TEXT("RunEvent",
                                   "the run's record cannot be written: %1; its curves are kept in memory and written "
                                   "when there is room; those that are not by the end of the run are lost");
    notify({RunWarning{{text, {result.error().phrase}}, result.error().code}, progress_.step});
}

void MetricTap::note(Step step) {
    step.aside = std::exchange(aside_, 0);
    const at::Tensor loss = std::exchange(step.loss, {}), norm = std::exchange(step.norm, {});
    if (!loss.defined()) return keep(std::move(step));
    if (!ring_ && !loss.is_cpu()) ring_.emplace(loss.device(), momentsOf(loss.device()));
    if (ring_) {
        if (ring_->room() < 1) read();
        ring_->put(loss, norm, step.seconds);
    } else {
        step.lossValue = loss.item<double>();
        step.normValue = norm.item<double>();
    }
    keep(std::move(step));
}

void MetricTap::note(std::span<const Step> steps, const StepRows& values) {
    const auto count = static_cast<std::int64_t>(steps.size());
    if (values.table.is_cpu() || count > StepRing::kRows) {
        for (std::int64_t i = 0; i < count; ++i) {
            Step step = steps[static_cast<std::size_t>(i)];
            const at::Tensor row = values.table.select(0, values.first + i);
            step.loss = row.select(0, 0);
            step.norm = row.select(0, 1);
            note(std::move(step));
        }
        return;
    }
    if (!ring_) ring_.emplace(values.table.device(), momentsOf(values.table.device()));
    if (ring_->room() < count) read();
    ring_->owe(values.table, values.first, count, steps.back().seconds);
    for (const Step& step : steps) keep(step);
    pending_[pending_.size() - steps.size()].aside = std::exchange(aside_, 0);
}

void MetricTap::keep(Step step) {
    noted_ = std::chrono::steady_clock::now();
    notedSeconds_ = step.seconds;
    pending_.push_back(std::move(step));
}

void MetricTap::note(LayerLook look) {
    if (!look.values.empty() && !look.values.front().is_cpu())
        look.values = onItsWayToHost(at::stack(look.values).to(at::kDouble)).unbind();
    for (LayerLook::Spread& spread : look.spreads) {
        spread.ends = onItsWayToHost(spread.ends);
        spread.counts = onItsWayToHost(spread.counts);
    }
    looks_.emplace_back(pending_.back(), std::move(look));
}

double MetricTap::now() const { return notedSeconds_ + secondsSince(noted_); }

void MetricTap::readIfDue() {
    const auto isDue = [this] {
        return pending_.size() >= kReadSteps || std::chrono::steady_clock::now() - lastRead_ >= kReadEvery;
    };
    if (!ring_) {
        if (isDue()) read();
        return;
    }
    ring_->mark(now());
    ring_->catchUp(now(), kMaxBehindSeconds);
    if (ring_->hasArrived()) receive();
    if (!ring_->isOnItsWay() && (isDue() || ring_->room() < StepRing::kRows / 2)) ask();
}

void MetricTap::ask() {
    lastRead_ = std::chrono::steady_clock::now();
    onTheirWay_ = pending_.size();
    ring_->send(now());
}

void MetricTap::receive() {
    const StepRing::Block block = ring_->take(now());
    std::vector<Step> steps(std::make_move_iterator(pending_.begin()),
                            std::make_move_iterator(pending_.begin() + static_cast<std::ptrdiff_t>(onTheirWay_)));
    pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(onTheirWay_));
    onTheirWay_ = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        steps[i].lossValue = block.loss[i];
        steps[i].normValue = block.norm[i];
        steps[i].seconds = block.seconds[i];
    }
    deliver(std::move(steps));
}

void MetricTap::read() {
    lastRead_ = std::chrono::steady_clock::now();
    if (!ring_) return deliver(std::exchange(pending_, {}));
    for (int half = 0; half < 2; ++half) {  // what is on its way, and the rest
        if (!ring_->isOnItsWay() && !pending_.empty()) ask();
        if (!ring_->isOnItsWay()) return;
        ring_->wait();
        receive();
    }
}

void MetricTap::deliver(std::vector<Step> steps) {
    if (steps.empty()) return;
    std::vector<MetricSample> samples;
    for (const Step& step : steps) {
        samples.push_back(sample(MetricId::TrainLoss, step, step.lossValue));
        samples.push_back(sample(MetricId::GradientNorm, step, step.normValue));
        if (step.rate != lastRate_) samples.push_back(sample(MetricId::LearningRate, step, lastRate_ = step.rate));
        if (step.momentum) samples.push_back(sample(MetricId::Momentum, step, *step.momentum));
        addRanks(samples, step);
        if (!firstBad_ && !(std::isfinite(step.lossValue) && std::isfinite(step.normValue))) firstBad_ = step;
        countForRate(step);
    }
    const Step& last = latest_ = steps.back();
    addThroughput(samples, kThroughputSeconds);
    readLooks(samples);
    RunProgress& progress = reporter_.progress();
    progress.step = last.step;
    progress.epochMicros = static_cast<std::int64_t>(last.epoch * 1e6);
    progress.secondMicros = static_cast<std::int64_t>(last.seconds * 1e6);
    reporter_.metrics(std::move(samples));
}

void MetricTap::addRanks(std::vector<MetricSample>& samples, const Step& step) {
    if (!step.ranks) return;
    samples.push_back(sample(MetricId::WaitingShare, step, step.ranks->waiting));
    samples.push_back(sample(MetricId::RankBytes, step, step.ranks->bytes));
    samples.push_back(sample(MetricId::SlowestRank, step, step.ranks->slowest));
}

// A rate is of the steps since a moment: the first one ends there.
void MetricTap::countForRate(const Step& step) {
    leftOut_ += step.aside;
    if (rateSince_ < 0) {
        rateSince_ = step.seconds;
        leftOut_ = 0;
    } else {
        ++stepsSince_;
        samplesSince_ += step.samples;
    }
}

void MetricTap::readLooks(std::vector<MetricSample>& samples) {
    for (; !looks_.empty() && looks_.front().first.step <= latest_.step; looks_.pop_front()) {
        const auto& [step, look] = looks_.front();
        const std::vector<double> values = look.values.empty() ? std::vector<double>() : toHost(look.values);
        for (std::size_t i = 0; i < values.size(); ++i) {
            samples.push_back(sample(look.channels[i].metric, step, values[i]));
            samples.back().layer = look.channels[i].layer;
        }
        if (look.spreads.empty()) continue;
        reporter_.event({LayerHistograms{readSpreads(look.spreads)}, step.step, step.place.epoch + 1, step.seconds});
    }
}

void MetricTap::close() {
    read();
    std::vector<MetricSample> samples;
    if (stepsSince_ > 0) addThroughput(samples, rated_ ? kTailSeconds : 0);
    if (!samples.empty()) reporter_.metrics(std::move(samples));
}

void MetricTap::addThroughput(std::vector<MetricSample>& samples, double minSeconds) {
    const double elapsed = latest_.seconds - rateSince_ - leftOut_;
    if (elapsed < minSeconds || elapsed <= 0) return;
    samples.push_back(sample(MetricId::StepsPerSecond, latest_, static_cast<double>(stepsSince_) / elapsed));
    samples.push_back(sample(MetricId::SamplesPerSecond, latest_, static_cast<double>(samplesSince_) / elapsed));
    rateSince_ = latest_.seconds;
    stepsSince_ = samplesSince_ = 0;
    leftOut_ = 0;
    rated_ = true;
}

}  // namespace gatelab
