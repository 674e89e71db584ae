// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/implementation_trial.h"

#include "config/cpu_step_obstacle.h"
#include "plan/devices.h"
#include "plan/plan.h"
#include "plan/plan_memory.h"
#include "step/implementation_choice.h"
#include "step/split_pass.h"

#include <utility>

namespace gatelab {
namespace {

/// The model of a row, and all that a step of it needs.
class ImplementationTrial {
public:
    /// Null: the row cannot run this model.
    static std::shared_ptr<const ImplementationTrial> create(const TrainPlan& plan, Batcher& batcher,
                                                             const HostMemoryAccount& memory, const std::string& row) {
        ModelOptions options = modelOptions(plan);
        options.automatic = row;
        auto model = Model::create(plan.config, plan.shape, options);
        if (!model.ok() || (*model)->layerCount() == 0 || (*model)->implementation(0).key != row) return nullptr;
        return std::make_shared<const ImplementationTrial>(plan, std::move(*model), batcher, memory);
    }
    ImplementationTrial(const TrainPlan& plan, std::unique_ptr<Model> model, Batcher& batcher,
                        const HostMemoryAccount& memory)
        : model_(std::move(model)),
          objective_(plan, *model_),
          team_(makeTeam(plan, blocksOf(plan, plan.config.threads, *model_, batcher), &memory)),
          whole_(CpuStep::create(plan, objective_)),
          step_(trialStep(objective_, batcher, whole_.get(), team_)) {}

    void step() const { step_(); }

private:
    std::unique_ptr<Model> model_;
    Objective objective_;
    std::unique_ptr<BatchTeam> team_;
    std::unique_ptr<CpuStep> whole_;
    std::function<void()> step_;
};

}  // namespace

std::function<void()> trialStep(const Objective& objective, Batcher& batcher, CpuStep* whole,
                                const std::unique_ptr<BatchTeam>& team) {
    return [&objective, &batcher, whole, &team] {
        if (whole != nullptr) {
            whole->addGradients(batcher, {}, team.get(), nullptr);
            return objective.model().parameters().zeroGradients();
        }
        const Batch batch = batcher.batch(0, 0);
        if (team)
            addSplitGradients(*team, objective, batch, {}, 1, nullptr);
        else
            objective.run(batch, {}).loss.backward();
        objective.model().parameters().zeroGradients();
    };
}

std::int64_t blocksOf(const TrainPlan& plan, std::int64_t asked, const Model& model, Batcher& batcher) {
    return asked > 0 ? asked : rowBlocks(plan, model.parameters().count(), batcher.batch(0, 0).input.size(0));
}

std::vector<ImplementationCandidate> implementationCandidates(const TrainPlan& plan, Batcher& batcher,
                                                              const HostMemoryAccount& memory) {
    std::vector<ImplementationCandidate> candidates;
    for (const std::string row : {kCpuStep, "native", "library"}) {
        if (row == kCpuStep && cpuStepObstacle(plan.config, !plan.device.is_cpu()).source[0] != '\0') continue;
        // No measurement is worth a run
        if (!candidates.empty() && planMemory(plan, row).total() > freeMemory(plan.device)) continue;
        candidates.push_back({row, [&plan, &batcher, &memory, row]() -> std::function<StepTime()> {
                                  const auto trial = ImplementationTrial::create(plan, batcher, memory, row);
                                  if (!trial) return {};
                                  return measuredStep([trial] { trial->step(); });
                              }});
    }
    return candidates;
}

std::string chooseRow(const TrainPlan& plan, Batcher& batcher, const HostMemoryAccount& memory,
                      const RunControl& control) {
    static ImplementationChoices choices;
    const std::string key = choiceKey(plan);
    const auto choose = [&] {
        return choices.choose(key, [&] {
            return measureRows(implementationCandidates(plan, batcher, memory),
                               [&] { return !control.stopRequested(); });
        });
    };
    if (!plan.shared) return choose();
    return **plan.shared->get<std::string>("row:" + key, [&] { return Result<std::string>(choose()); });
}

}  // namespace gatelab
