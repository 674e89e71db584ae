// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "observe/training_position.h"
#include "step/optimizers.h"
#include "step/step_graph.h"
#include "step/step_phases.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace gatelab {

/// The steps of a training as recorded graphs (switches cuda_graph and graph_steps), full ones and the rest of an epoch
/// in graphs of their own, which share their memory. Owned by the trainer; training thread.
class RecordedSteps {
public:
    using MakeGraph = std::function<std::unique_ptr<DeviceGraph>()>;
    using PartBatch = std::function<Batch(std::int64_t part)>;
    /// Computes one step by LibTorch.
    using Compute = std::function<StepValues(const StepSpan& span, const PartBatch& batch, const DeviceStep& now)>;
    struct Launched {
        std::vector<ScheduledStep> steps;  ///< one after the other
        StepRows values;
    };

    /// `makeGraph` empty: nothing is recorded. `makeRoom` gives back the memory of what else the trainer has recorded;
    /// false: there was none. References outlive this.
    RecordedSteps(MakeGraph makeGraph, Compute compute, std::function<bool()> makeRoom, const ExperimentConfig& config,
                  const TrainingPosition& position, Batcher& batcher, Optimiser& optimiser, StepPhases& phases,
                  RunReporter& reporter);
    /// The next steps, given to the device as one; nothing: the next step must be computed by itself.
    std::optional<Launched> launch(const StepSpan& span);
    /// What they hold has changed, or the memory that only they could use shall serve others; the next steps are
    /// recorded anew. False: there was none.
    bool drop();
    /// False: nothing is recorded, or can be.
    [[nodiscard]] bool isOn() const { return makeGraph_ != nullptr; }

private:
    /// A rest is recorded once it was computed by itself, when libraries choose for its shape.
    enum class Rest { Unknown, Known, Refused };
    [[nodiscard]] bool isRest(const StepSpan& span) const;
    [[nodiscard]] std::int64_t stepsAtOnce(const StepSpan& span) const;
    [[nodiscard]] FeedRow rowOf(std::int64_t step, std::int64_t epochBegan) const;
    EpochFeed& feed();
    void place(std::int64_t steps);
    void record(StepGraph& graph, const StepSpan& span);
    std::unique_ptr<StepGraph> newGraph(const StepSpan& span, std::int64_t steps);
    StepGraph* recorded(const StepSpan& span, std::int64_t steps);
    void refuse(const std::exception& problem);

    MakeGraph makeGraph_;
    Compute compute_;
    std::function<bool()> makeRoom_;
    const ExperimentConfig& config_;
    const TrainingPosition& position_;
    Batcher& batcher_;
    Optimiser& optimiser_;
    StepPhases& phases_;
    RunReporter& reporter_;
    std::unique_ptr<EpochFeed> feed_;                 ///< of all graphs, from the first one on
    std::vector<std::unique_ptr<StepGraph>> graphs_;  ///< recorded so far
    Rest rest_ = Rest::Unknown;
    std::int64_t warmedUp_ = 0;  ///< steps that were computed by themselves before any other
};

}  // namespace gatelab
