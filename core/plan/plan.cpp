// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/plan.h"

#include "config/config_check.h"
#include "config/heads/head_kinds.h"
#include "data/count_scale.h"
#include "data/experiment_check.h"
#include "data/model_shape.h"
#include "data/recipe/shared_preparation.h"
#include "data/sequences/parts_of_run.h"
#include "device/switch_machine.h"

#include <algorithm>

namespace gatelab {

namespace {

Result<> planForecast(TrainPlan& plan) {
    auto prepared = sharedPreparation(plan.shared.get(), plan.data, plan.config);
    if (!prepared.ok()) return prepared.error();
    plan.prepared = std::move(*prepared);
    if (isNegativeBinomial(plan.config.loss))
        if (auto counts = countScales(*plan.prepared); !counts.ok()) return counts.error();
    auto windows = sharedWindows(plan.shared.get(), plan.prepared, plan.config);
    if (!windows.ok()) return windows.error();
    plan.windows = std::move(*windows);
    plan.shape = modelShape(plan.config, *plan.prepared);
    return {};
}

Result<> planSequences(TrainPlan& plan) {
    const SequenceSet& set = *plan.data.sequences;
    if (isTunedCudnn(plan.config.implementation) && !equallyLong(set))
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Training",
                                  "sequences of unequal length leave cuDNN one algorithm only, so there is nothing to "
                                  "tune; choose the implementation 'library' for this data")}
            .ofField("implementation");
    auto parts = splitSequences(set, plan.config);
    if (!parts.ok()) return parts.error();
    plan.parts = std::move(*parts);
    plan.scale = fitChannelScale(set, plan.parts.train, plan.config.recipe);
    plan.shape.inputs = set.tokens > 0 ? 1 : static_cast<std::int64_t>(set.channelNames.size());
    plan.shape.tokens = set.tokens;
    if (isRegression(plan.config))
        plan.shape.targets = std::max<std::int64_t>(1, static_cast<std::int64_t>(set.items.front().targets.size()));
    else
        plan.shape.classes = countClasses(set, plan.config.task);
    return {};
}

Result<> takeMachine(TrainPlan& plan, DeviceUse use) {
    auto machine = chooseMachine(plan.config, use);
    if (!machine.ok()) return machine.error();
    plan.device = machine->device;
    plan.deviceName = machine->name;
    plan.deviceReason = machine->reason;
    plan.dtype = machine->dtype;
    plan.compute = machine->compute;
    return {};
}

/// Whether the recurrent implementation that was named can run there.
Result<> checkRow(const TrainPlan& plan) {
    if (const auto refused = checkImplementation(plan.config, machineOf(plan)))
        return Error{ErrorCode::Unsupported, refused->message}.ofField(refused->key);
    return {};
}

}  // namespace

Result<TrainPlan> makeTrainPlan(const ExperimentConfig& config, const std::shared_ptr<const Dataset>& data,
                                DeviceUse use, const std::shared_ptr<SharedValues>& shared) {
    TrainPlan plan;
    plan.config = config;
    plan.shared = shared;
    if (data)
        plan.data = *data;
    else if (auto loaded = sharedDataset(shared.get(), config); loaded.ok())
        plan.data = std::move(*loaded);
    else
        return loaded.error();
    plan.data = PartsOfRun::applied(std::move(plan.data), plan.config);
    if (auto checked = firstError(checkExperiment(plan.config, &plan.data)); !checked.ok()) return checked.error();
    if (auto chosen = takeMachine(plan, use); !chosen.ok()) return chosen.error();
    if (auto planned = isForecast(config) ? planForecast(plan) : planSequences(plan); !planned.ok())
        return planned.error();
    if (auto checked = checkRow(plan); !checked.ok()) return checked.error();
    return plan;
}

Result<> placePlan(TrainPlan& plan, DeviceUse use) {
    if (auto chosen = takeMachine(plan, use); !chosen.ok()) return chosen;
    return checkRow(plan);
}

SwitchMachine machineOf(const TrainPlan& plan) {
    return switchMachine(describeEngine(), plan.device.str(), equalSteps(&plan.data));
}

}  // namespace gatelab
