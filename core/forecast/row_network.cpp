// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/row_network.h"

#include <utility>

namespace gatelab {

RowNetwork::RowNetwork(RunWeights weights, std::optional<PackedNetwork> packed)
    : weights_(std::move(weights)), packed_(std::move(packed)) {
    if (!packed_) return;
    weights_.config = packedConfig(std::move(weights_.config));
    weights_.config.hiddenSize = packed_->units;
}

Result<const Objective*> RowNetwork::on(const TrainPlan& plan) {
    if (objective_) return &*objective_;
    first_ = plan;
    auto model = packed_ ? loadPackedModel(first_, *packed_) : loadSavedModel(first_, weights_);
    if (!model.ok()) return model.error();
    model_ = std::move(*model);
    return &objective_.emplace(first_, *model_);
}

Result<RunWeights> readRowWeights(const std::filesystem::path& runFolder) {
    auto weights = readRunWeights(runFolder);
    if (!weights.ok()) return weights.error().withContext("this run has no weights to forecast with");
    return weights;
}

Result<> checkRowWidth(std::size_t values, std::size_t columns) {
    if (values == columns) return {};
    return Error{
        ErrorCode::InvalidInput,
        {GATELAB_TEXT("Training", "a row has %1 values and the run was trained on %2 columns"), {values, columns}}};
}

}  // namespace gatelab
