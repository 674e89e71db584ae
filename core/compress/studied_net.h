// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compress/packed_matrix.h"
#include "compress/pruning.h"
#include "config/schedule_curve.h"
#include "step/objective.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace gatelab {

/// A network of its own that a study trains, prunes and packs: nothing of a run is touched. Its first training is that
/// of the run: its optimiser, its schedule, and at the end the best weights of its epochs. What follows has the
/// optimiser begun anew, and the run's rate falling along half a cosine to a twentieth. Owned and used by one thread.
class StudiedNet {
public:
    /// As it is drawn for this seed, with so many units.
    static Result<std::unique_ptr<StudiedNet>> make(const TrainPlan& plan, std::int64_t seed, std::int64_t units);
    /// One with the same weights and an optimiser begun anew.
    [[nodiscard]] Result<std::unique_ptr<StudiedNet>> copy() const;

    /// So many steps as the run makes them. `validation`: of whose losses after each epoch the least is gone back to;
    /// null: none. False: `progress` ended it.
    bool train(std::int64_t steps, const ExampleSource* validation, const std::function<bool()>& progress);
    /// So many more steps; `rate`: of the run's. `pruning` may be null. False: `progress` ended it.
    bool trainFurther(std::int64_t steps, double rate, Pruning* pruning, const std::function<bool()>& progress);
    [[nodiscard]] Model& model() { return *model_; }
    [[nodiscard]] std::int64_t batchesPerEpoch() const;
    [[nodiscard]] const TrainPlan& plan() const { return plan_; }

private:
    StudiedNet(TrainPlan plan, std::unique_ptr<Model> model);
    /// The optimiser begins anew; `before` and `after` each step, its number from 0. False: `before` ended it.
    bool run(std::int64_t steps, const std::function<ScheduledStep(std::int64_t)>& scheduled,
             const std::function<bool()>& before, const std::function<void(std::int64_t)>& after);
    TrainPlan plan_;
    std::unique_ptr<Model> model_;
    std::int64_t stepsDone_ = 0;
};

/// The same weights in a network whose recurrent layers multiply by packed matrices.
class PackedNet {
public:
    static Result<std::unique_ptr<PackedNet>> make(const TrainPlan& plan, const Model& model, PackKind kind);
    /// Loss over all examples of a source, by the very products that are timed.
    [[nodiscard]] double loss(const ExampleSource& source) const;
    /// Microseconds of this thread for a forward pass over this batch, the mean of as many as take two milliseconds.
    [[nodiscard]] double micros(const Batch& batch) const;
    /// Its checkpoint: what packedFile() makes.
    [[nodiscard]] TensorFile file() const;

private:
    PackedNet(const TrainPlan& plan, std::unique_ptr<Model> model, PackKind kind)
        : plan_(plan), model_(std::move(model)), kind_(kind), objective_(plan_, *model_) {}
    TrainPlan plan_;
    std::unique_ptr<Model> model_;
    PackKind kind_;
    Objective objective_;
};

}  // namespace gatelab
