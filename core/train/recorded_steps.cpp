// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/recorded_steps.h"

#include "config/decoder.h"
#include "config/field.h"
#include "config/schedule_curve.h"
#include "config/switches.h"
#include "observe/layer_health.h"
#include "plan/devices.h"

#include <c10/util/Exception.h>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr std::int64_t kWarmUpSteps = 3;

}  // namespace

RecordedSteps::RecordedSteps(MakeGraph makeGraph, Compute compute, const ExperimentConfig& config,
                             const TrainingPosition& position, Batcher& batcher, Optimiser& optimiser,
                             StepPhases& phases, RunReporter& reporter)
    : makeGraph_(std::move(makeGraph)),
      compute_(std::move(compute)),
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
    if (const CudaModule* cuda = cudaPart().module) cuda->releaseCachedMemory();
    return held;
}

/// How many of the next steps one launch can hold; 0: the next step must be computed by itself.
std::int64_t RecordedSteps::stepsAtOnce(const StepSpan& span) const {
    if (warmedUp_ < kWarmUpSteps || span.parts != position_.batchesPerStep()) return 0;
    // Batches of a graph are full ones.
    const std::int64_t fullBatches = batcher_.examplesIn(0, batcher_.batchesPerEpoch()) / batcher_.batchSize();
    std::int64_t left = (fullBatches - position_.counters().position) / span.parts;
    if (config_.maxSteps > 0) left = std::min(left, config_.maxSteps - position_.counters().step);
    // A step that is looked at is computed by itself
    left = std::min(left, LayerHealth::stepsToLook(config_.layerHealth, position_.counters().step) - 1);
    return left >= config_.graphSteps ? config_.graphSteps : std::min<std::int64_t>(left, 1);
}

/// Where the random numbers of the next steps stand, for those who draw any.
void RecordedSteps::placeDraws(DeviceSchedule& schedule) const {
    const bool teaches = drawsTeacher(config_);
    if (teaches || drawsMasks(config_))
        schedule.setDraws(position_.counters().step * position_.batchesPerStep(), position_.batchesPerStep());
    for (std::int64_t i = 0; teaches && i < schedule.steps(); ++i)
        schedule.setTeacher(
            i, teacherThresholdOf(teacherShare(config_, position_.counters().step + i, position_.totalSteps())));
}

/// Null: it cannot be recorded, and no other is tried. Nothing of the step has been computed then.
StepGraph* RecordedSteps::recorded(const StepSpan& span, std::int64_t steps) {
    const auto found = std::ranges::find_if(graphs_, [&](const auto& graph) { return graph->steps() == steps; });
    if (found != graphs_.end()) return found->get();
    try {
        const std::int64_t batchSize = batcher_.batchSize();
        auto graph = std::make_unique<StepGraph>(
            makeGraph_(), span.samples, batcher_.orderOf(position_.counters().epoch), optimiser_.makeSchedule(steps));
        placeDraws(graph->schedule());
        graph->record([this, span, batchSize](const at::Tensor& order, const DeviceStep& now) {
            return compute_(
                span, [&](std::int64_t part) { return batcher_.gather(order.narrow(0, part * batchSize, batchSize)); },
                now);
        });
        return graphs_.emplace_back(std::move(graph)).get();
    } catch (const std::exception& problem) {
        drop();
        makeGraph_ = nullptr;
        const auto* message = dynamic_cast<const c10::Error*>(&problem);
        reporter_.event(position_.event(RunWarning{
            labelled(findField("cuda_graph")->label,
                     {GATELAB_TEXT("RunEvent",
                                   "the step could not be recorded (%1); its operations are launched one by one"),
                      {message != nullptr ? message->what_without_backtrace() : problem.what()}}),
            ErrorCode::Unsupported}));
        return nullptr;
    }
}

std::optional<RecordedSteps::Launched> RecordedSteps::launch(const StepSpan& span) {
    if (!makeGraph_) return std::nullopt;
    const std::int64_t steps = stepsAtOnce(span);
    // Parts of a step that is launched as a whole cannot be told apart, and nothing may wait for the device while it is
    // recorded.
    phases_.mute(steps > 0);
    // The rest of an epoch goes step by step: recorded now, not when something is being timed.
    const bool canStep = steps == 1 || (steps > 1 && recorded(span, 1) != nullptr);
    StepGraph* graph = canStep ? recorded(span, steps) : nullptr;
    if (graph == nullptr) {
        phases_.mute(false);
        ++warmedUp_;
        return std::nullopt;
    }
    const TrainingCounters& counters = position_.counters();
    Launched launched;
    for (std::int64_t i = 0; i < steps; ++i)
        launched.steps.push_back(
            scheduledStep(config_, {counters.step + i, position_.totalSteps(), counters.plateauCuts}));
    placeDraws(graph->schedule());
    const at::Tensor order =
        batcher_.orderOf(counters.epoch).narrow(0, counters.position * batcher_.batchSize(), steps * span.samples);
    launched.values = graph->launch(order, launched.steps);
    return launched;
}

}  // namespace gatelab
