// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/run_command.h"

#include "config/config_difference.h"
#include "config/obstacles/xla_obstacle.h"
#include "config/setting_predicates.h"
#include "store/run_extension.h"

#include <algorithm>
#include <string_view>

namespace gatelab {

namespace {

/// The settings that are not named are the plain ones.
std::string withoutSuggestions(std::string command) {
    return command.insert(std::string_view("gatelab-worker train").size(), " --no-suggest");
}

/// A branch needs no such thing: its checkpoint knows what its parent took.
ExperimentConfig asChosen(ExperimentConfig config, const RunPlanInfo* plan) {
    if (plan == nullptr || plan->implementation.empty()) return config;
    if (picksImplementation(config.implementation) && !isXla(config.device))
        config.implementation = plan->implementation;
    if (config.threads == 0 && plan->threads > 0) config.threads = plan->threads;
    return config;
}

/// With what the run settled by itself before its first step (the order of its windows): where there is more memory it
/// would settle otherwise.
ExperimentConfig asSettled(ExperimentConfig config, const RunSummary& run) {
    for (const RunChange& change : run.changes)
        if (isSettledAtStart(change)) (void)setFieldValue(config, *change.what.field, change.what.to).ok();
    return config;
}

std::string firstCommand(const RunSummary& run, const RunSummary* parent, const ExperimentConfig& config) {
    if (run.branchStep < 0)
        return withoutSuggestions(reproduceCommand(config)) +
               (run.startWeights.empty() ? "" : " --weights " + shellQuoted(run.startWeights));
    std::vector<ConfigChange> changes = configChanges(parent != nullptr ? *parent->config : ExperimentConfig(), config);
    // The checkpoint knows the settings as they had become: what was changed in the parent is said here whichever way
    // it went.
    if (parent != nullptr)
        for (const RunChange& change : parent->changes)
            if (const Field* field = change.what.field;
                std::ranges::find(changes, field, &ConfigChange::field) == changes.end())
                changes.push_back({field, change.what.to, fieldValue(config, *field)});
    const std::string flags = changeFlags(changes);
    return "gatelab-worker branch " + run.parent + " --checkpoint " + std::to_string(run.branchStep) +
           (flags.empty() ? "" : " " + flags);
}

}  // namespace

std::string workspaceFlag(const std::filesystem::path& workspace) {
    std::error_code ignored;
    const auto whole = [&ignored](const std::filesystem::path& folder) {
        return std::filesystem::absolute(folder, ignored).lexically_normal();
    };
    return workspace.empty() || whole(workspace) == whole(Workspace::defaultFolder())
               ? ""
               : " --workspace " + shellQuoted(whole(workspace).string());
}

std::string reproduceCommand(const RunSummary& run, const RunSummary* parent, const std::filesystem::path& workspace,
                             const RunPlanInfo* plan) {
    const std::vector<RunExtension> later = runExtensions(run);
    const ExperimentConfig began =
        asChosen(asSettled(later.empty() ? *run.config : firstSettings(run), run), run.branchStep < 0 ? plan : nullptr);
    const std::string place = workspaceFlag(workspace);
    std::string commands = firstCommand(run, parent, began) + place;
    for (const RunExtension& one : later)
        commands += "\ngatelab-worker resume RUN --more-epochs " + std::to_string(one.epochs - one.epochsBegun) + place;
    return commands;
}

std::vector<Phrase> commandCaveats(const RunSummary& run, const RunSummary* parent) {
    std::vector<Phrase> caveats;
    if (run.branchStep >= 0 && parent == nullptr)
        caveats.push_back(
            {GATELAB_TEXT("RunCommand", "the run that it branched from is not in this workspace any more"), {}});
    for (const RunExtension& one : runExtensions(run))
        caveats.push_back({GATELAB_TEXT("RunCommand",
                                        "made longer at step %1: planned for %2 epochs from its start it would have "
                                        "trained otherwise. RUN is the run that the first command makes, "
                                        "and the curves are the same where it has ended at that step"),
                           {one.step, one.epochs}});
    std::string changes;
    for (const RunChange& change : run.changes)
        if (!isPlanChange(change)) changes += (changes.empty() ? "" : "; ") + describeRunChange(change);
    if (!changes.empty())
        caveats.push_back(
            {GATELAB_TEXT("RunCommand", "changed while it ran: %1; this command starts without those changes"),
             {changes}});
    return caveats;
}

}  // namespace gatelab
