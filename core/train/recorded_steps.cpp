// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/recorded_steps.h"

#include "config/decoder.h"
#include "config/field.h"
#include "config/schedule_curve.h"
#include "config/switches.h"
#include "device/given_up.h"
#include "observe/layer_health.h"
#include "plan/devices.h"

#include <c10/util/Exception.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace gatelab {

namespace {

constexpr std::int64_t kWarmUpSteps = 3;

}  // namespace

RecordedSteps::RecordedSteps(MakeGraph makeGraph, Compute compute, std::function<bool()> makeRoom,
                             const ExperimentConfig& config, const TrainingPosition& position, Batcher& batcher,
                             Optimiser& optimiser, StepPhases& phases, RunReporter& reporter)
    : makeGraph_(std::move(makeGraph)),
      compute_(std::move(compute)),
      makeRoom_(std::move(makeRoom)),
      config_(config),
      position_(position),
      batcher_(batcher),
      optimiser_(optimiser),
      phases_(phases),
      reporter_(reporter) {}

bool RecordedSteps::drop() {
    if (graphs_.empty() && !makeGraph_) return false;
    const bool held = !graphs_.empty();
    graphs_.clear();
    releaseCachedMemory(cudaPart().module);
    return held;
}

bool RecordedSteps::isRest(const StepSpan& span) const {
    return span.samples < position_.batchesPerStep() * batcher_.batchSize();
}

/// How many of the next steps one launch can hold; 0: the next step must be computed by itself.
std::int64_t RecordedSteps::stepsAtOnce(const StepSpan& span) const {
    const std::int64_t position = position_.counters().position;
    if (warmedUp_ < kWarmUpSteps || position % position_.batchesPerStep() != 0) return 0;
    if (isRest(span) && rest_ != Rest::Known) return 0;
    const std::int64_t fullBatches = batcher_.examplesIn(0, batcher_.batchesPerEpoch()) / batcher_.batchSize();
    std::int64_t left = isRest(span) ? 1 : (fullBatches - position) / span.parts;
    if (config_.maxSteps > 0) left = std::min(left, config_.maxSteps - position_.counters().step);
    // A step that is looked at is computed by itself
    left = std::min(left, LayerHealth::stepsToLook(config_.layerHealth, position_.counters().step) - 1);
    return left >= config_.graphSteps ? config_.graphSteps : std::min<std::int64_t>(left, 1);
}

/// `step` counts in its epoch, which began after `epochBegan` steps of the run.
FeedRow RecordedSteps::rowOf(std::int64_t step, std::int64_t epochBegan) const {
    const std::int64_t total = position_.totalSteps(),
                       now = std::min(epochBegan + step, std::max<std::int64_t>(0, total - 1));
    FeedRow row{scheduledStep(config_, {now, total, position_.counters().plateauCuts})};
    if (drawsTeacher(config_)) row.teacher = teacherThresholdOf(teacherShare(config_, now, total));
    return row;
}

EpochFeed& RecordedSteps::feed() {
    if (!feed_)
        feed_ = std::make_unique<EpochFeed>(
            EpochFeed::Shape{position_.stepsPerEpoch(), position_.batchesPerStep() * batcher_.batchSize(),
                             position_.batchesPerStep(), drawsTeacher(config_) || drawsMasks(config_),
                             drawsTeacher(config_)},
            batcher_.orderOf(position_.counters().epoch).options(), optimiser_.scheduleOptions());
    return *feed_;
}

/// Before so many of the next steps are launched.
void RecordedSteps::place(std::int64_t steps) {
    const TrainingCounters& counters = position_.counters();
    const std::int64_t step = counters.position / position_.batchesPerStep(), began = counters.step - step;
    feed().place(counters.epoch, step, steps, counters.step * position_.batchesPerStep(),
                 batcher_.orderOf(counters.epoch), [&](std::int64_t one) { return rowOf(one, began); });
}

void RecordedSteps::record(StepGraph& graph, const StepSpan& span) {
    place(0);  // a stand-in for a device computes what it records
    const std::int64_t batchSize = batcher_.batchSize();
    graph.record([this, span, batchSize](const at::Tensor& order, const DeviceStep& now) {
        const auto gather = [&](std::int64_t part) {
            const std::int64_t first = part * batchSize;
            return batcher_.gather(order.narrow(0, first, std::min(batchSize, span.samples - first)));
        };
        return compute_(span, gather, now);
    });
}

/// Where there is too little memory for it, once more without what else is recorded.
std::unique_ptr<StepGraph> RecordedSteps::newGraph(const StepSpan& span, std::int64_t steps) {
    const auto make = [&] {
        auto graph = std::make_unique<StepGraph>(makeGraph_(), feed(), span.samples, steps);
        record(*graph, span);
        return graph;
    };
    try {
        return make();
    } catch (const c10::OutOfMemoryError&) {
        if (!makeRoom_()) throw;
    }
    releaseCachedMemory(cudaPart().module);
    return make();
}

/// Null: it cannot be recorded. Nothing of the step has been computed then. Without its rest an epoch is recorded all
/// the same; where a full step cannot be, no other is tried.
StepGraph* RecordedSteps::recorded(const StepSpan& span, std::int64_t steps) {
    const auto found = std::ranges::find_if(graphs_, [&](const auto& graph) {
        return graph->steps() == steps && graph->examplesPerStep() == span.samples;
    });
    if (found != graphs_.end()) return found->get();
    try {
        return graphs_.emplace_back(newGraph(span, steps)).get();
    } catch (const std::exception& problem) {
        if (isRest(span)) {
            rest_ = Rest::Refused;
        } else {
            (void)makeRoom_();  // nothing launches those any more
            drop();
            makeGraph_ = nullptr;
        }
        refuse(problem);
        return nullptr;
    }
}

void RecordedSteps::refuse(const std::exception& problem) {
    const auto* message = dynamic_cast<const c10::Error*>(&problem);
    reporter_.event(position_.event(RunWarning{
        labelled(
            findField("cuda_graph")->label,
            {GATELAB_TEXT("RunEvent", "the step could not be recorded (%1); its operations are launched one by one"),
             {message != nullptr ? message->what_without_backtrace() : problem.what()}}),
        ErrorCode::Unsupported}));
}

std::optional<RecordedSteps::Launched> RecordedSteps::launch(const StepSpan& span) {
    if (!makeGraph_) return std::nullopt;
    const std::int64_t steps = stepsAtOnce(span);
    // Parts of a step that is launched as a whole cannot be told apart, and nothing may wait for the device while it is
    // recorded.
    phases_.mute(steps > 0);
    // The last steps of an epoch go one by one: recorded now, not when something is being timed.
    const bool canStep = steps == 1 || (steps > 1 && recorded(span, 1) != nullptr);
    StepGraph* graph = canStep ? recorded(span, steps) : nullptr;
    if (graph == nullptr) {
        phases_.mute(false);
        ++warmedUp_;
        if (isRest(span) && rest_ == Rest::Unknown) rest_ = Rest::Known;
        return std::nullopt;
    }
    place(steps);
    graph->launch();
    const TrainingCounters& counters = position_.counters();
    const std::int64_t step = counters.position / position_.batchesPerStep(), began = counters.step - step;
    Launched launched{{}, {feed().values(), step}};
    for (std::int64_t i = 0; i < steps; ++i) launched.steps.push_back(rowOf(step + i, began).scheduled);
    return launched;
}

}  // namespace gatelab
