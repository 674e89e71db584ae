// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/start_check.h"

#include "config/obstacles/xla_obstacle.h"
#include "config/switches.h"
#include "data/recipe/shared_preparation.h"
#include "nn/model.h"
#include "plan/plan.h"
#include "plan/plan_memory.h"
#include "step/objective.h"
#include "step/split_pass.h"
#include "step/weight_names.h"
#include "xla/plugin.h"

#include <algorithm>

namespace gatelab {

namespace {

/// Everything of the model but its numbers, with the weights that it is to start from.
Result<std::int64_t> checkModel(const TrainPlan& plan, const std::filesystem::path& weights) {
    ModelOptions options = modelOptions(plan);
    options.shapesOnly = true;
    auto model = Model::create(plan.config, plan.shape, options);
    if (!model.ok()) return model.error();
    if (auto fits = checkWeights(weights, (*model)->parameters()); !fits.ok()) return fits.error();
    return (*model)->parameters().count();
}

/// Those that share one operation keep the order of its sums; blocks of rows may be computed by fewer than there are.
std::int64_t minThreads(const TrainPlan& plan, std::int64_t parameters) {
    if (!plan.device.is_cpu()) return 1;
    const std::int64_t blocks =
        plan.config.threads > 0 ? plan.config.threads : rowBlocks(plan, parameters, plan.config.lookback);
    const bool isSplit =
        plan.config.splitBatch &&
        findSwitch("split-batch")->unsupported({false, 0, static_cast<int>(blocks)}, plan.config).source[0] == '\0';
    return isSplit ? 1 : blocks;
}

std::int64_t stepsPerEpoch(const TrainPlan& plan) {
    const std::int64_t examples =
        plan.isForecast() ? plan.windows.train.size() : static_cast<std::int64_t>(plan.parts.train.size());
    const std::int64_t step =
        std::max<std::int64_t>(1, plan.config.batchSize) * std::max<std::int64_t>(1, plan.config.accumulate);
    return std::max<std::int64_t>(1, plan.config.dropLast ? examples / step : (examples + step - 1) / step);
}

/// The data of the plan with what the check prepared, which the run need not prepare again.
std::shared_ptr<const Dataset> checkedData(const TrainPlan& plan, const std::shared_ptr<const Dataset>& data) {
    const bool isBeside = data && data->preparation && data->preparation->prepared == plan.prepared;
    if (plan.prepared && !isBeside) return withPreparation(plan.data, plan.config, plan.prepared);
    return data ? data : std::make_shared<const Dataset>(plan.data);
}

}  // namespace

Result<std::shared_ptr<const Dataset>> checkStart(const ExperimentConfig& config,
                                                  const std::shared_ptr<const Dataset>& data,
                                                  const std::filesystem::path& weights) {
    if (isXla(config.device) && findXlaPlugins().empty())
        return Error{ErrorCode::NoDevice, noXlaPlugin()}.ofField("device");
    auto plan = makeTrainPlan(config, data, config.isolated ? DeviceUse::Look : DeviceUse::Compute);
    if (!plan.ok()) return plan.error();
    // What a process of its own has room for it sees itself.
    if (!config.isolated)
        if (const auto room = checkMemoryPlan(*plan, false); !room.ok()) return room.error();
    if (auto checked = checkModel(*plan, weights); !checked.ok()) return checked.error();
    return checkedData(*plan, data);
}

Result<RunNeeds> startNeeds(const ExperimentConfig& config, const std::shared_ptr<const Dataset>& data,
                            const std::filesystem::path& weights, const std::shared_ptr<SharedValues>& shared) {
    if (config.ranks > 1)
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Ranks",
                                  "a run of several ranks trains by itself and in no group of runs; nothing "
                                  "was trained; train it alone, or with one rank")}
            .ofField("ranks");
    if (isXla(config.device))
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Xla",
                                  "an XLA device serves one run at a time, and this is a group of runs; nothing was "
                                  "trained; train them one after the other")}
            .ofField("device");
    auto plan = makeTrainPlan(config, data, DeviceUse::Look, shared);
    if (!plan.ok()) return plan.error();
    auto parameters = checkModel(*plan, weights);
    if (!parameters.ok()) return parameters.error();
    RunNeeds needs;
    needs.data = checkedData(*plan, data);
    needs.memory = planMemory(*plan);
    needs.gpu = plan->device.is_cuda();
    needs.threads = minThreads(*plan, *parameters);
    needs.stepsPerEpoch = stepsPerEpoch(*plan);
    needs.library = plan->config.deterministic ? "deterministic" : "";
    return needs;
}

}  // namespace gatelab
