// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "forecast/saved_model.h"
#include "step/objective.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>

namespace gatelab {

/// The network of a kept run that answers rows as they come, or a packed one in its place. Made with the first plan and
/// kept. One thread.
class RowNetwork {
public:
    RowNetwork(RunWeights weights, std::optional<PackedNetwork> packed);
    RowNetwork(RowNetwork&&) = delete;
    RowNetwork& operator=(RowNetwork&&) = delete;
    /// The run's settings, as it computes.
    [[nodiscard]] const ExperimentConfig& config() const { return weights_.config; }
    /// The caller holds LibrarySettings for as long as it is used.
    Result<const Objective*> on(const TrainPlan& plan);

private:
    RunWeights weights_;
    std::optional<PackedNetwork> packed_;
    TrainPlan first_;  ///< the objective refers to it
    std::unique_ptr<Model> model_;
    std::optional<Objective> objective_;
};

/// The best weights of a run; the error says that it cannot forecast without them.
Result<RunWeights> readRowWeights(const std::filesystem::path& runFolder);

/// InvalidInput: a row has another number of values than the run has columns.
Result<> checkRowWidth(std::size_t values, std::size_t columns);

}  // namespace gatelab
