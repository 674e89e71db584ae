// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/timeline_tap.h"

#include "run/timeline_json.h"

#include <memory>
#include <utility>

namespace gatelab {

namespace {

/// In the order of StepPhase.
constexpr TimelinePart kParts[] = {TimelinePart::Gather, TimelinePart::Forward, TimelinePart::Backward,
                                   TimelinePart::Optimiser, TimelinePart::Waiting};
static_assert(std::size(kParts) == static_cast<std::size_t>(StepPhase::Count));

constexpr std::size_t kMostOperations = 200'000;

thread_local TimelineTap* listening = nullptr;  // who the operations of this thread are told
thread_local int depth = 0;

struct OperationBegin final : at::ObserverContext {
    std::chrono::steady_clock::time_point at = std::chrono::steady_clock::now();
};

std::unique_ptr<at::ObserverContext> operationBegins(const at::RecordFunction&) {
    if (listening == nullptr || depth++ > 0) return nullptr;
    return std::make_unique<OperationBegin>();
}

void operationEnds(const at::RecordFunction& function, at::ObserverContext* context) {
    if (listening == nullptr) return;
    --depth;
    if (const auto* began = static_cast<const OperationBegin*>(context); began != nullptr)
        listening->operationDone(function.name(), began->at, std::chrono::steady_clock::now());
}

}  // namespace

TimelineTap::TimelineTap(std::filesystem::path runFolder, StepPhases& phases, at::Device device, std::string xla,
                         int rank)
    : folder_(std::move(runFolder)), phases_(phases), device_(device), xla_(std::move(xla)), rank_(rank) {}

TimelineTap::~TimelineTap() {
    phases_.watch(nullptr);
    if (callback_) at::removeCallback(*callback_);
    listening = nullptr;
    (void)finish().ok();  // whoever asked finds none, and may ask again
}

void TimelineTap::look() {
    if (folder_.empty() || isAsked_) return;
    left_ = askedTimelineSteps(folder_);
    isAsked_ = left_ > 0;
    seen_ = 0;
    if (!isAsked_) {
        isFirst_ = false;
        return;
    }
    const auto now = Clock::now();
    if (!isFirst_) began_ = now;
    timeline_ = {.run = folder_.filename().string(),
                 .device = xla_.empty() ? device_.str() : xla_,
                 .isCuda = device_.is_cuda(),
                 .asked = left_};
    timeline_.clock = std::chrono::duration<double>(began_.time_since_epoch()).count();
    if (device_.is_cuda())
        if (auto kernels = GpuKernels::open(); kernels.ok()) kernels_ = std::move(*kernels);
    if (std::exchange(isFirst_, false)) timeline_.spans.push_back({TimelinePart::Prepare, 0, at(now), -1});
}

void TimelineTap::beginStep(std::int64_t step) {
    if (isAsked_ && left_ == 0) (void)finish().ok();  // between the steps, whose time it is not
    if (!isAsked_) return;
    isRecording_ = seen_ >= kWarmUp && (seen_ - kWarmUp) / kBlock % 2 == 0;
    timeline_.steps.push_back({step, 0, 0, isRecording_});
    if (isRecording_) {
        phases_.watch(this);
        listening = this;
        depth = 0;
        callback_ = at::addThreadLocalCallback(
            at::RecordFunctionCallback(operationBegins, operationEnds).scopes({at::RecordScope::FUNCTION}));
        operationsOfPart_ = timeline_.operations.size();
        if (kernels_ != nullptr && !kernels_->begin()) kernels_.reset();
    }
    stepBegan_ = Clock::now();
}

void TimelineTap::endStep(std::int64_t step) {
    if (!isAsked_) return;
    const auto now = Clock::now();
    TimelineStep& own = timeline_.steps.back();
    const std::int64_t steps = step - own.step;
    own.began = at(stepBegan_);
    own.seconds = at(now) - own.began;
    if (isRecording_) {
        phases_.watch(nullptr);
        listening = nullptr;
        at::removeCallback(*callback_);
        callback_.reset();
        takeKernels(own.step);
    } else if (seen_ < kWarmUp || steps != 1) {
        timeline_.steps.pop_back();  // of no use to compare with
    }
    seen_ += std::max<std::int64_t>(1, steps);
    if (std::exchange(isRecording_, false)) --left_;
}

void TimelineTap::partDone(StepPhase phase, Clock::time_point began, Clock::time_point ended) {
    // The whole step is one program there, whose parts only the device knows
    const bool isProgram = !xla_.empty() && phase == StepPhase::Forward;
    const TimelinePart part = isProgram ? TimelinePart::Device : kParts[static_cast<std::size_t>(phase)];
    timeline_.spans.push_back({part, at(began), at(ended) - at(began), timeline_.steps.back().step});
    for (; operationsOfPart_ < timeline_.operations.size(); ++operationsOfPart_)
        timeline_.operations[operationsOfPart_].part = part;
}

/// A recorded step waits for the device, so all that it gave to it has ended.
void TimelineTap::takeKernels(std::int64_t step) {
    if (kernels_ == nullptr) return;
    for (GpuWork& work : kernels_->end()) {
        if (timeline_.kernels.size() >= kMostOperations) return;
        timeline_.kernels.push_back({std::move(work.name), TimelinePart::Device, at(work.began),
                                     std::chrono::duration<double>(work.ended - work.began).count(), step});
    }
}

void TimelineTap::operationDone(const char* name, Clock::time_point began, Clock::time_point ended) {
    if (timeline_.operations.size() >= kMostOperations) return;
    timeline_.operations.push_back(
        {name, TimelinePart::Other, at(began), at(ended) - at(began), timeline_.steps.back().step});
}

TimelineTap::Aside::~Aside() {
    if (tap_ == nullptr || !tap_->isAsked_ || tap_->left_ == 0) return;
    tap_->timeline_.spans.push_back({part_, tap_->at(began_), tap_->at(Clock::now()) - tap_->at(began_), -1});
}

Result<> TimelineTap::finish() {
    if (!isAsked_ || timeline_.recordedSteps() == 0) return {};
    isAsked_ = false;
    kernels_.reset();
    completeTimeline(timeline_);
    if (rank_ > 0) {
        auto kept = keepRankTimeline(folder_, rank_, timeline_);
        timeline_ = {};
        return kept;  // the order is the first one's
    }
    auto kept = keepTimeline(folder_, timeline_);
    timeline_ = {};
    return kept.ok() ? forgetTimelineOrder(folder_) : kept;
}

}  // namespace gatelab
