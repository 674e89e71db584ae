// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/kept/shown_run.h"

#include "io/json/json.h"
#include "worker/output/json_number.h"

#include "app/advice/run_advice.h"
#include "app/run_reference.h"
#include "config/config_difference.h"
#include "config/config_identity.h"
#include "config/setting_predicates.h"
#include "run/run_event_json.h"
#include "store/imported_run.h"
#include "store/record/run_ending.h"
#include "store/record/run_folder.h"
#include "store/run_command.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace gatelab::worker {

namespace {

/// "learning_rate 0.001 -> 0.0003": in what the run differs from the one that it repeats or branches from.
std::string differenceText(const RunSummary& parent, const RunSummary& run) {
    std::vector<ConfigChange> changes = configChanges(parent.config, run.config);
    std::erase_if(changes, [](const ConfigChange& change) { return isCosmetic(*change.field); });
    return describeChanges(changes);
}

}  // namespace

const char* stateText(const RunSummary& run) {
    return !run.problem.empty() ? "damaged" : endedEarly(run) ? "ended early" : runStateName(run.state);
}

nlohmann::ordered_json summaryJson(const RunSummary& run) {
    nlohmann::ordered_json json{{"number", run.number},
                                {"id", run.id},
                                {"name", run.name},
                                {"state", runStateName(run.state)},
                                {"created", run.created},
                                {"seconds", run.seconds},
                                {"step", run.step},
                                {"epoch", run.epoch},
                                {"best_validation", number(run.bestValidation)},
                                {"loss", run.config->loss},
                                {"scale", isForecast(*run.config) ? "prepared" : "original"},
                                {"data", run.dataName}};
    json["ended_early"] = endedEarly(run);
    if (!hasSettings(run)) {
        json["loss"] = json["scale"] = nullptr;
        json["imported"] = importedFrom(run).tool;
    }
    if (run.isUnread) {
        json["state"] = "unreadable";
        json["step"] = json["epoch"] = json["seconds"] = nullptr;
    }
    if (!run.parent.empty()) json["parent"] = run.parent;
    if (run.branchStep >= 0) json["branch_step"] = run.branchStep;
    if (!run.problem.empty()) json["problem"] = run.problem.english();
    return json;
}

RunReport ShownRun::identity() const {
    RunReport report;
    for (const RunSection section : {RunSection::Data, RunSection::Program, RunSection::Machine})
        std::ranges::move(runReport(section, run, details.plan), std::back_inserter(report));
    return report;
}

std::string ShownRun::adviceCommand() const {
    const AdviceAction& action = details.advice->action;
    if (action.kind == AdviceAction::Kind::MoreEpochs)
        return "gatelab-worker resume " + run.id + " --more-epochs " + std::to_string(action.epochs) +
               workspaceFlag(workspace);
    if (action.kind != AdviceAction::Kind::NewRun) return {};
    RunSummary changed = run;
    changed.config = withChanges(settingsAfter(run.config, run.changes), action.changes);
    changed.changes.clear();
    changed.parent.clear();
    changed.branchStep = -1;
    return reproduceCommand(changed, nullptr, workspace);
}

Result<ShownRun> readShownRun(Workspace& workspace, const std::string& word) {
    auto run = referredRun(workspace, word);
    if (!run.ok()) return run.error();
    const auto runs = workspace.runs();
    ShownRun report;
    report.workspace = workspace.folder();
    report.details = readRunDetails(runFolderIn(report.workspace, run->id), *run,
                                    runs.ok() ? std::span<const RunSummary>(*runs) : std::span<const RunSummary>());
    const auto parent = run->parent.empty() ? Result<RunSummary>(Error{}) : workspace.run(run->parent);
    const RunSummary* origin = parent.ok() ? &*parent : nullptr;
    if (origin != nullptr) report.difference = differenceText(*origin, *run);
    report.command = reproduceCommand(*run, origin, report.workspace, &report.details.plan);
    report.caveats = commandCaveats(*run, origin);
    report.run = std::move(*run);
    return report;
}

}  // namespace gatelab::worker
