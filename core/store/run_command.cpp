// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/run_command.h"

#include "config/config_difference.h"

#include <algorithm>

namespace gatelab {

std::string reproduceCommand(const RunSummary& run, const RunSummary* parent) {
    if (run.branchStep < 0) return reproduceCommand(run.config) + (run.startWeights.empty() ? "" : " --weights " + shellQuoted(run.startWeights));
    std::vector<ConfigChange> changes = configChanges(parent != nullptr ? *parent->config : ExperimentConfig(), run.config);
    // The checkpoint knows the settings as they had become: what was changed in the parent is said here whichever way it went.
    if (parent != nullptr)
        for (const RunChange& change : parent->changes)
            if (const Field* field = change.what.field; std::ranges::find(changes, field, &ConfigChange::field) == changes.end())
                changes.push_back({field, change.what.to, fieldValue(run.config, *field)});
    const std::string flags = changeFlags(changes);
    return "gatelab-worker branch " + run.parent + " --checkpoint " + std::to_string(run.branchStep) + (flags.empty() ? "" : " " + flags);
}

std::vector<Phrase> commandCaveats(const RunSummary& run, const RunSummary* parent) {
    std::vector<Phrase> caveats;
    if (run.branchStep >= 0 && parent == nullptr) caveats.push_back({GATELAB_TEXT("RunCommand", "the run that it branched from is not in this workspace any more"), {}});
    std::string changes;
    for (const RunChange& change : run.changes)
        if (!isPlanChange(change)) changes += (changes.empty() ? "" : "; ") + describeRunChange(change);
    if (!changes.empty()) caveats.push_back({GATELAB_TEXT("RunCommand", "changed while it ran: %1; this command starts without those changes"), {changes}});
    return caveats;
}

}  // namespace gatelab
