// SPDX-License-Identifier: GPL-3.0-or-later
// The trainer's steps as recorded graphs (switches cuda_graph and graph_steps).
#include "train/trainer.h"

#include "config/decoder.h"
#include "config/field.h"
#include "config/schedule_curve.h"
#include "config/switches.h"
#include "train/devices.h"

#include <c10/util/Exception.h>

#include <algorithm>

namespace gatelab {

namespace {

constexpr std::int64_t kWarmUpSteps = 3;

}  // namespace

/// Memory that only they could use serves single steps, or the graphs to come.
void Trainer::dropGraphs() {
    if (graphs_.empty() && !parts_.makeGraph) return;
    graphs_.clear();
    if (const CudaModule* cuda = cudaPart().module) cuda->releaseCachedMemory();
}

/// How many of the next steps one launch can hold; 0: the next step must be computed by itself.
std::int64_t Trainer::graphStepsNow(const StepSpan& span) const {
    const Batcher& batcher = parts_.batcher;
    if (stepsHere_ < kWarmUpSteps || span.parts != std::max<std::int64_t>(1, config_.accumulate)) return 0;
    // Batches of a graph are full ones.
    const std::int64_t fullBatches = batcher.examplesIn(0, batcher.batchesPerEpoch()) / batcher.batchSize();
    std::int64_t left = (fullBatches - counters_.position) / span.parts;
    if (config_.maxSteps > 0) left = std::min(left, config_.maxSteps - counters_.step);
    // A step that is looked at is computed by itself
    left = std::min(left, LayerHealth::stepsToLook(config_.layerHealth, counters_.step) - 1);
    return left >= config_.graphSteps ? config_.graphSteps : std::min<std::int64_t>(left, 1);
}

/// Where the random numbers of the next steps stand, for those who draw any.
void Trainer::placeDraws(DeviceSchedule& schedule) const {
    const bool teaches = drawsTeacher(config_);
    if (teaches || drawsMasks(config_)) schedule.setDraws(counters_.step * batchesPerStep(), batchesPerStep());
    for (std::int64_t i = 0; teaches && i < schedule.steps(); ++i)
        schedule.setTeacher(i, teacherThresholdOf(teacherShare(config_, counters_.step + i, totalSteps())));
}

/// Null: it cannot be recorded, and no other is tried. Nothing of the step has been computed then.
StepGraph* Trainer::recordedGraph(const StepSpan& span, std::int64_t steps) {
    const auto found = std::ranges::find_if(graphs_, [&](const auto& graph) { return graph->steps() == steps; });
    if (found != graphs_.end()) return found->get();
    try {
        const std::int64_t batchSize = parts_.batcher.batchSize();
        auto graph = std::make_unique<StepGraph>(
            parts_.makeGraph(), span.samples, parts_.batcher.orderOf(counters_.epoch), optimiser_.makeSchedule(steps));
        placeDraws(graph->schedule());
        graph->record([this, span, batchSize](const at::Tensor& order, const DeviceStep& now) {
            return computeStep(
                span,
                [&](std::int64_t part) { return parts_.batcher.gather(order.narrow(0, part * batchSize, batchSize)); },
                now);
        });
        return graphs_.emplace_back(std::move(graph)).get();
    } catch (const std::exception& problem) {
        dropGraphs();
        parts_.makeGraph = nullptr;
        const auto* message = dynamic_cast<const c10::Error*>(&problem);
        post(RunWarning{
            labelled(findField("cuda_graph")->label,
                     {GATELAB_TEXT("RunEvent",
                                   "the step could not be recorded (%1); its operations are launched one by one"),
                      {message != nullptr ? message->what_without_backtrace() : problem.what()}}),
            ErrorCode::Unsupported});
        return nullptr;
    }
}

bool Trainer::launchGraph(const StepSpan& span) {
    const std::int64_t steps = graphStepsNow(span);
    // Parts of a step that is launched as a whole cannot be told apart, and nothing may wait for the device while it is
    // recorded.
    parts_.phases.mute(steps > 0);
    // The rest of an epoch goes step by step: recorded now, not when something is being timed.
    const bool canStep = steps == 1 || (steps > 1 && recordedGraph(span, 1) != nullptr);
    StepGraph* graph = canStep ? recordedGraph(span, steps) : nullptr;
    if (graph == nullptr) {
        parts_.phases.mute(false);
        return false;
    }
    std::vector<ScheduledStep> scheduled;
    for (std::int64_t i = 0; i < steps; ++i)
        scheduled.push_back(scheduledStep(config_, {counters_.step + i, totalSteps(), counters_.plateauCuts}));
    placeDraws(graph->schedule());
    const at::Tensor order = parts_.batcher.orderOf(counters_.epoch)
                                 .narrow(0, counters_.position * parts_.batcher.batchSize(), steps * span.samples);
    const StepValues values = graph->launch(order, scheduled);
    std::vector<MetricTap::Step> done;
    for (const ScheduledStep& step : scheduled) done.push_back(stepDone(span, step));
    tap_.note(done, values);
    return true;
}

}  // namespace gatelab
