// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/saved_model.h"

#include "step/objective.h"

namespace gatelab {

Result<std::unique_ptr<Model>> loadSavedModel(const TrainPlan& plan, const RunWeights& weights) {
    auto model = Model::create(plan.config, plan.shape, modelOptions(plan));
    if (!model.ok()) return model.error();
    if (auto loaded = (*model)->parameters().load(weights.file); !loaded.ok()) return loaded.error();
    return model;
}

}  // namespace gatelab
