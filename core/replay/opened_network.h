// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "batch/batcher.h"
#include "inspect/inspection.h"
#include "io/safetensors_file.h"
#include "nn/model.h"
#include "plan/train_plan.h"
#include "step/objective.h"

#include <array>
#include <memory>

namespace gatelab {

/// A run's network on the CPU with its examples, to be looked into. One thread at a time.
class OpenedNetwork {
public:
    /// The plan of a run for looking inside: on the CPU, in float32 or better, and with an implementation that is
    /// there.
    static Result<TrainPlan> planFor(ExperimentConfig config, const std::shared_ptr<const Dataset>& data);
    static Result<std::unique_ptr<OpenedNetwork>> make(TrainPlan plan);

    /// Fails and changes nothing when the tensors are those of another network; NonFinite names the layer where a
    /// number is none.
    Result<> load(const TensorFile& weights);
    [[nodiscard]] const TrainPlan& plan() const { return plan_; }
    [[nodiscard]] Model& model() const { return *model_; }
    [[nodiscard]] const Objective& objective() const { return *objective_; }
    [[nodiscard]] std::int64_t windows(WindowPart part) const { return source(part).size(); }
    [[nodiscard]] const ExampleSource& source(WindowPart part) const {
        return *sources_[static_cast<std::size_t>(part)];
    }
    /// One window, without padding. InvalidInput when there is no such window; the place in the data of a value that is
    /// not finite.
    [[nodiscard]] Result<Batch> window(WindowPart part, std::int64_t number) const;
    /// Windows numbers[first .. first + count).
    [[nodiscard]] Batch gather(WindowPart part, const std::vector<std::int64_t>& numbers, std::size_t first,
                               std::size_t count) const;
    /// What the window shows, with the network's output for it.
    [[nodiscard]] WindowView view(WindowPart part, std::int64_t number, const Batch& batch,
                                  const ObjectiveResult& result) const;

private:
    explicit OpenedNetwork(TrainPlan plan) : plan_(std::move(plan)) {}
    TrainPlan plan_;
    std::unique_ptr<Model> model_;
    std::unique_ptr<Objective> objective_;
    std::array<std::unique_ptr<ExampleSource>, 3> sources_;
};

ExamplePart examplePartOf(WindowPart part);
/// `most` numbers from 0 to count - 1, evenly spread; all where there are no more.
std::vector<std::int64_t> spreadNumbers(std::int64_t count, std::int64_t most);

}  // namespace gatelab
