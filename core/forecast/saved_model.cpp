// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/saved_model.h"

#include "step/objective.h"

namespace gatelab {

ExperimentConfig packedConfig(ExperimentConfig config) {
    config.device = "cpu";
    config.precision = "fp32";
    config.implementation = "auto";
    config.threads = 1;
    return config;
}

Result<std::unique_ptr<Model>> loadPackedModel(const TrainPlan& plan, const PackedNetwork& network) {
    ModelOptions options = modelOptions(plan);
    options.implementations = network.rows;
    options.automatic = {};
    auto model = Model::create(plan.config, plan.shape, options);
    if (!model.ok()) return model.error();
    if (auto loaded = (*model)->parameters().load(network.weights); !loaded.ok()) return loaded.error();
    return model;
}

Result<std::unique_ptr<Model>> loadSavedModel(const TrainPlan& plan, const RunWeights& weights) {
    auto model = Model::create(plan.config, plan.shape, modelOptions(plan));
    if (!model.ok()) return model.error();
    if (auto loaded = (*model)->parameters().load(weights.file); !loaded.ok()) return loaded.error();
    return model;
}

}  // namespace gatelab
