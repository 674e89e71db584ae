// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/step_phases.h"

#include "base/units.h"

#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace gatelab {

namespace {

constexpr auto kSampleEvery = std::chrono::milliseconds(250);

/// In the order of StepPhase.
constexpr MemoryCause kCauses[] = {MemoryCause::Data, MemoryCause::Activations, MemoryCause::Workspace,
                                   MemoryCause::Workspace, MemoryCause::Workspace};
constexpr MetricId kShares[] = {MetricId::ShareData, MetricId::ShareForward, MetricId::ShareBackward,
                                MetricId::ShareOptimiser, MetricId::ShareSync};
constexpr MetricId kPeaks[] = {MetricId::PeakData, MetricId::PeakForward, MetricId::PeakBackward,
                               MetricId::PeakOptimiser};

constexpr std::pair<MemoryCause, MetricId> kLasting[] = {{MemoryCause::Weights, MetricId::MemoryWeights},
                                                         {MemoryCause::Gradients, MetricId::MemoryGradients},
                                                         {MemoryCause::Optimiser, MetricId::MemoryOptimiser},
                                                         {MemoryCause::Data, MetricId::MemoryData}};

std::int64_t held(const BytesByCause& bytes, MemoryCause cause) { return bytes[static_cast<std::size_t>(cause)]; }

}  // namespace

StepPhases::StepPhases(HostMemoryAccount& memory, c10::Device device, const CudaModule* cuda)
    : memory_(memory), device_(device), cuda_(cuda) {
    restartPeaks();  // a run does not inherit the peak of the one before
}

void StepPhases::mute(bool on) {
    if (on && !muted_) leave();
    muted_ = on;
    if (!on) return;
    noteOutside();
    restartPeaks();
}

void StepPhases::watch(PhaseWatcher* watcher) {
    watcher_ = watcher;
    if (watcher_ == nullptr) return;
    mute(false);
    sampled_ = true;
}

void StepPhases::enter(StepPhase phase) {
    if (muted_) return;
    if (phase_ == StepPhase::Count) {
        noteOutside();  // what was between two steps belongs to none
        restartPeaks();
        stepBegan_ = memory_.figures();
    }
    end();
    scope_.reset();
    scope_.emplace(kCauses[static_cast<std::size_t>(phase)]);
    phase_ = phase;
    if (phase == StepPhase::Forward) forwardBegan_ = threadBytes(MemoryCause::Activations);
    since_ = Clock::now();
}

void StepPhases::noteActivations(std::int64_t bytes) { activations_ = std::max(activations_, bytes); }

void StepPhases::leave() {
    if (muted_ || phase_ == StepPhase::Count) return;
    end();
    scope_.reset();
    phase_ = StepPhase::Count;
    const HostMemoryFigures ended = memory_.figures();
    noteStep();
    ++steps_;
    blocks_ += ended.requests - stepBegan_.requests;
    fetches_ += ended.fetches - stepBegan_.fetches;
    sampled_ = since_ - lastSample_ >= kSampleEvery;
    if (sampled_) lastSample_ = since_;
}

void StepPhases::end() {
    if (phase_ == StepPhase::Count) return;
    // The stream alone: a wait for the device spoils what another thread records on it.
    if (sampled_ && !device_.is_cpu()) c10::impl::VirtualGuardImpl(device_.type()).getStream(device_).synchronize();
    const auto now = Clock::now();
    if (sampled_ || device_.is_cpu())
        seconds_[static_cast<std::size_t>(phase_)] += std::chrono::duration<double>(now - since_).count();
    if (phase_ == StepPhase::Forward) noteActivations(threadBytes(MemoryCause::Activations) - forwardBegan_);
    if (sampled_ || device_.is_cpu()) noteMemory();
    if (watcher_ != nullptr) watcher_->partDone(phase_, since_, now);
    since_ = now;
}

void StepPhases::noteMemory() {
    const HostMemoryFigures figures = memory_.figures();
    auto& peak = peak_[static_cast<std::size_t>(phase_)];
    if (figures.peak > peak) peak = figures.peak, news_ = true;
    if (cuda_ == nullptr) stepPeak_ = std::max(stepPeak_, static_cast<double>(figures.peak));
    stepsHeld_ = std::max(stepsHeld_, figures.total);
    noteHost(figures);
    memory_.restartPeak();
}

std::vector<std::pair<MetricId, double>> StepPhases::take() {
    std::vector<std::pair<MetricId, double>> values;
    const double all = std::accumulate(seconds_.begin(), seconds_.end(), 0.0);
    for (std::size_t i = 0; all > 0 && i < seconds_.size(); ++i) values.emplace_back(kShares[i], seconds_[i] / all);
    seconds_ = {};
    takeBlocks(values);
    noteOutside();
    if (std::exchange(deviceNews_, false)) values.emplace_back(MetricId::GpuPeak, deviceHighest_ / kMiB);
    // The tensors of a run on a GPU are not those of the host.
    if (cuda_ == nullptr) addHostMemory(values);
    return values;
}

void StepPhases::addHostMemory(std::vector<std::pair<MetricId, double>>& values) {
    // Without a step since the last call nothing is known of it: an evaluation and the end hold other tensors.
    if (const std::int64_t held = std::exchange(stepsHeld_, -1); held >= 0)
        values.emplace_back(MetricId::EngineMemory, static_cast<double>(held) / kMiB);
    if (!std::exchange(news_, false)) return;
    values.emplace_back(MetricId::EnginePeak, static_cast<double>(highest_.peak) / kMiB);
    for (std::size_t i = 0; i < std::size(kPeaks); ++i)
        values.emplace_back(kPeaks[i], static_cast<double>(peak_[i]) / kMiB);
    // What lasts, what the forward pass leaves for the backward pass, and all the rest of the peak.
    double rest = static_cast<double>(highest_.peak);
    for (const auto& [cause, metric] : kLasting) {
        const auto bytes = static_cast<double>(held(highest_.atPeak, cause));
        values.emplace_back(metric, bytes / kMiB);
        rest -= bytes;
    }
    // Threads that share a batch need not hold all of theirs at the same moment.
    const double activations = std::clamp(static_cast<double>(activations_), 0.0, std::max(0.0, rest));
    values.emplace_back(MetricId::MemoryActivations, activations / kMiB);
    values.emplace_back(MetricId::MemoryWorkspace, std::max(0.0, rest - activations) / kMiB);
}

void StepPhases::takeBlocks(std::vector<std::pair<MetricId, double>>& values) {
    if (steps_ > 0 && device_.is_cpu()) {
        values.emplace_back(MetricId::StepBlocks, static_cast<double>(blocks_) / static_cast<double>(steps_));
        values.emplace_back(MetricId::StepFetches, static_cast<double>(fetches_) / static_cast<double>(steps_));
    }
    steps_ = blocks_ = fetches_ = 0;
}

double StepPhases::takeStepPeak() {
    if (muted_) noteStep();
    return std::exchange(stepPeak_, 0) / kMiB;
}

void StepPhases::noteStep() {
    const HostMemoryFigures figures = memory_.figures();
    stepsHeld_ = std::max(stepsHeld_, figures.total);
    noteHost(figures);
    noteDevice();
    stepPeak_ = std::max(stepPeak_, cuda_ != nullptr ? devicePeak_ : static_cast<double>(figures.peak));
}

void StepPhases::noteOutside() {
    noteHost(memory_.figures());
    noteDevice();
}

void StepPhases::noteHost(const HostMemoryFigures& figures) {
    if (figures.peak > highest_.peak) highest_ = figures, news_ = true;
}

// The allocator's own figures, on the host: nothing waits for the device.
void StepPhases::noteDevice() {
    if (cuda_ == nullptr) return;
    devicePeak_ = cuda_->allocatorFigures(device_.index()).heldPeak();
    if (devicePeak_ > deviceHighest_) deviceHighest_ = devicePeak_, deviceNews_ = true;
}

void StepPhases::restartPeaks() {
    memory_.restartPeak();
    if (cuda_ != nullptr) cuda_->resetAllocatorPeaks(device_.index());
}

}  // namespace gatelab
