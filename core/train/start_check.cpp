// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/start_check.h"

#include "nn/model.h"
#include "train/objective.h"
#include "train/plan.h"
#include "train/plan_room.h"
#include "train/weight_names.h"

namespace gatelab {

Result<std::shared_ptr<const Dataset>> checkStart(const ExperimentConfig& config,
                                                  const std::shared_ptr<const Dataset>& data,
                                                  const std::filesystem::path& weights) {
    auto plan = makeTrainPlan(config, data, config.isolated ? DeviceUse::Look : DeviceUse::Compute);
    if (!plan.ok()) return plan.error();
    // What a process of its own has room for it sees itself.
    if (!config.isolated)
        if (const auto room = checkRoom(*plan, false); !room.ok()) return room.error();
    ModelOptions options = modelOptions(*plan);
    options.shapesOnly = true;
    auto model = Model::create(plan->config, plan->shape, options);
    if (!model.ok()) return model.error();
    if (auto fits = checkWeights(weights, (*model)->parameters()); !fits.ok()) return fits.error();
    return data ? data : std::make_shared<const Dataset>(plan->data);
}

}  // namespace gatelab
