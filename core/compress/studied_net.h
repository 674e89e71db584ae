// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compress/packed_matrix.h"
#include "compress/pruning.h"
#include "step/objective.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace gatelab {

/// A network of its own that a study trains, prunes and packs: nothing of a run is touched. All nets of a study train
/// in the same way: Adam or whatever the run uses, begun anew, the run's rate falling along half a cosine to a
/// twentieth. Owned and used by one thread.
class StudiedNet {
public:
    /// As it is drawn for this seed, with so many units.
    static Result<std::unique_ptr<StudiedNet>> make(const TrainPlan& plan, std::int64_t seed, std::int64_t units);
    /// One with the same weights and an optimiser begun anew.
    [[nodiscard]] Result<std::unique_ptr<StudiedNet>> copy() const;

    /// So many more steps; `rate`: of the run's. `pruning` may be null. False: `progress` ended it.
    bool train(std::int64_t steps, double rate, Pruning* pruning, const std::function<bool()>& progress);
    [[nodiscard]] Model& model() { return *model_; }
    [[nodiscard]] std::int64_t batchesPerEpoch() const;
    [[nodiscard]] const TrainPlan& plan() const { return plan_; }

private:
    StudiedNet(TrainPlan plan, std::unique_ptr<Model> model);
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
