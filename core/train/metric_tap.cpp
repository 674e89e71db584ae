// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/metric_tap.h"

#include <ATen/ATen.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr auto kReadEvery = std::chrono::milliseconds(33);
constexpr std::size_t kReadSteps = 4096;
constexpr double kThroughputSeconds = 0.25;
constexpr double kTailSeconds = 0.025;  // of a run that has rates, steps of less time at its end have none of their own

/// Scalars on a device as doubles: one stack and one copy for all of them.
std::vector<double> toHost(const std::vector<at::Tensor>& scalars) {
    const at::Tensor all = at::stack(scalars).to(at::kCPU, at::kDouble);
    const double* first = all.const_data_ptr<double>();
    return {first, first + all.numel()};
}

void setValues(MetricTap::Step& step, double loss, double norm) {
    step.lossValue = loss;
    step.normValue = norm;
    step.loss.reset();
    step.norm.reset();
}

void fetch(std::vector<MetricTap::Step>& steps) {
    std::vector<at::Tensor> losses, norms;
    for (const MetricTap::Step& step : steps) {
        if (!step.loss.defined()) continue;
        losses.push_back(step.loss);
        norms.push_back(step.norm);
    }
    if (losses.empty()) return;
    const std::vector<double> loss = toHost(losses), norm = toHost(norms);
    std::size_t next = 0;
    for (MetricTap::Step& step : steps) {
        if (!step.loss.defined()) continue;
        setValues(step, loss[next], norm[next]);
        ++next;
    }
}

/// What the device has been given so far, with the time at which it is done.
c10::Event momentOf(at::Device device) {
    c10::Event moment(device.type(), c10::EventFlag::BACKEND_DEFAULT);
    moment.record(c10::impl::VirtualGuardImpl(device.type()).getStream(device));
    return moment;
}

MetricSample sample(MetricId id, const MetricTap::Step& step, double value) { return {id, 0, step.step, step.epoch, step.seconds, 0, value}; }

}  // namespace

double wallSeconds() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

double TrainingClock::seconds() const { return already_ + (running_ ? std::chrono::duration<double>(Clock::now() - since_).count() : 0.0); }

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
    if (state_ != nullptr && event.kind == RunEvent::Kind::State) state_->store(event.state, std::memory_order_release);
    if (record_ != nullptr) check(record_->addEvent(event));
    channel_.post(std::move(event));
}

void RunReporter::tell(RunEvent event) {
    event.wall = wallSeconds();
    channel_.post(std::move(event));
}

void RunReporter::check(const Result<>& result) {
    if (result.ok() || warned_) return;
    warned_ = true;
    RunEvent warning;
    warning.kind = RunEvent::Kind::Warning;
    warning.code = result.error().code;
    warning.step = progress_.step;
    warning.text = {GATELAB_TEXT("RunEvent", "the run's record cannot be written: %1; its curves are kept in memory and written when there is room; those that are not by the end of the run are lost"),
                    {result.error().phrase}};
    tell(std::move(warning));
}

void MetricTap::note(Step step) {
    // A rate is of the steps since a moment: the first one ends there.
    leftOut_ += std::exchange(aside_, 0);
    if (rateSince_ < 0) {
        rateSince_ = step.seconds;
        leftOut_ = 0;
    } else {
        ++stepsSince_;
        samplesSince_ += step.samples;
    }
    if (step.loss.is_cpu()) setValues(step, step.loss.item<double>(), step.norm.item<double>());
    pending_.push_back(std::move(step));
}

void MetricTap::note(LayerLook look) { looks_.emplace_back(pending_.back(), std::move(look)); }

void MetricTap::mark() {
    if (pending_.empty() || !pending_.back().loss.defined() || (!marks_.empty() && marks_.back().steps == pending_.size())) return;
    marks_.push_back({pending_.size(), momentOf(pending_.back().loss.device())});
    lastMark_ = std::chrono::steady_clock::now();
}

void MetricTap::timeSteps() {
    if (marks_.empty()) return;
    const c10::Event now = momentOf(marks_.back().done.device());
    now.synchronize();
    const double seconds = pending_.back().seconds + std::chrono::duration<double>(std::chrono::steady_clock::now() - lastMark_).count();
    std::size_t step = 0;
    for (const Mark& mark : marks_)
        for (const double done = seconds - 1e-3 * mark.done.elapsedTime(now); step < mark.steps; ++step) pending_[step].seconds = done;
    marks_.clear();
}

void MetricTap::readIfDue() {
    mark();
    if (pending_.size() >= kReadSteps || std::chrono::steady_clock::now() - lastRead_ >= kReadEvery) read();
}

void MetricTap::read() {
    lastRead_ = std::chrono::steady_clock::now();
    if (pending_.empty()) return;
    mark();
    fetch(pending_);
    timeSteps();
    std::vector<MetricSample> samples;
    for (const Step& step : pending_) {
        samples.push_back(sample(MetricId::TrainLoss, step, step.lossValue));
        samples.push_back(sample(MetricId::GradientNorm, step, step.normValue));
        if (step.rate != lastRate_) samples.push_back(sample(MetricId::LearningRate, step, lastRate_ = step.rate));
        if (step.momentum) samples.push_back(sample(MetricId::Momentum, step, *step.momentum));
        if (!firstBad_ && !(std::isfinite(step.lossValue) && std::isfinite(step.normValue))) firstBad_ = step;
    }
    const Step& last = latest_ = pending_.back();
    addThroughput(samples, kThroughputSeconds);
    readLooks(samples);
    RunProgress& progress = reporter_.progress();
    progress.step = last.step;
    progress.epochMicros = static_cast<std::int64_t>(last.epoch * 1e6);
    progress.secondMicros = static_cast<std::int64_t>(last.seconds * 1e6);
    pending_.clear();
    reporter_.metrics(std::move(samples));
}

void MetricTap::readLooks(std::vector<MetricSample>& samples) {
    for (const auto& [step, look] : looks_) {
        const std::vector<double> values = toHost(look.values);
        for (std::size_t i = 0; i < values.size(); ++i) {
            samples.push_back(sample(look.channels[i].metric, step, values[i]));
            samples.back().layer = look.channels[i].layer;
        }
        if (look.spreads.empty()) continue;
        RunEvent event;
        event.kind = RunEvent::Kind::Histograms;
        event.step = step.step;
        event.epoch = step.place.epoch + 1;
        event.seconds = step.seconds;
        event.histograms = readSpreads(look.spreads);
        reporter_.event(std::move(event));
    }
    looks_.clear();
}

void MetricTap::close() {
    read();
    std::vector<MetricSample> samples;
    if (stepsSince_ > 0) addThroughput(samples, rated_ ? kTailSeconds : 0);
    if (!samples.empty()) reporter_.metrics(std::move(samples));
}

void MetricTap::addThroughput(std::vector<MetricSample>& samples, double leastSeconds) {
    const double elapsed = latest_.seconds - rateSince_ - leftOut_;
    if (elapsed < leastSeconds || elapsed <= 0) return;
    samples.push_back(sample(MetricId::StepsPerSecond, latest_, static_cast<double>(stepsSince_) / elapsed));
    samples.push_back(sample(MetricId::SamplesPerSecond, latest_, static_cast<double>(samplesSince_) / elapsed));
    rateSince_ = latest_.seconds;
    stepsSince_ = samplesSince_ = 0;
    leftOut_ = 0;
    rated_ = true;
}

}  // namespace gatelab
