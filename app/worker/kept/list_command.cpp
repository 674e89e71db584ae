// SPDX-License-Identifier: GPL-3.0-or-later
// "list": the kept runs, a line each.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/kept/shown_run.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/local_time.h"

#include "app/cluster_runs.h"
#include "base/number_text.h"
#include "store/imported_run.h"
#include "store/run_name.h"
#include "store/workspace.h"

#include <cstdio>
#include <map>
#include <set>
#include <string>

namespace gatelab::worker {

namespace {

struct ListOptions {
    WorkspaceOptions workspace;
    bool json = false;
};

/// By run: how it stands at a cluster, of those that wait or train there.
std::map<std::string, std::string> clusterStates(Workspace& workspace) {
    std::map<std::string, std::string> states;
    if (const auto found = clusterRuns(workspace); found.ok())
        for (const ClusterRun& one : found->runs)
            if (isUnderWay(one)) states[one.run.id] = consoleText(shownState(one));
    return states;
}

void printTitles() {
    std::printf("%6s  %-26s %-12s %-16s %10s %9s %15s %-13s  %s\n", "number", "run", "state", "started", "steps",
                "epochs", "best validation", "loss", "name");
}

/// `atCluster`: how it stands there; empty: it does not.
void printRow(const RunSummary& run, const std::string& atCluster) {
    std::printf("%6s  %-26s %-12s %-16s %10s %9s %15s %-13s  %s%s%s%s%s\n", numberText(run.number).c_str(),
                run.id.c_str(), atCluster.empty() ? stateText(run) : "cluster", localTimeText(run.created).c_str(),
                run.isUnread ? "-" : std::to_string(run.step).c_str(),
                run.isUnread ? "-" : (std::to_string(run.epoch) + "/" + std::to_string(run.epochs)).c_str(),
                figureText(run.bestValidation, 5).c_str(), hasSettings(run) ? run.config->loss.c_str() : "imported",
                shown(run.name).c_str(), run.problem.empty() ? "" : "; ", plainText(run.problem).c_str(),
                atCluster.empty() ? "" : "; ", atCluster.c_str());
}

/// Where the best validations are no common measure.
void printMeasures(const std::vector<RunSummary>& runs) {
    std::set<std::string> losses;
    bool hasUnknown = false;
    for (const RunSummary& run : runs) {
        if (run.bestEpoch < 0) continue;
        if (hasSettings(run))
            losses.insert(run.config->loss);
        else
            hasUnknown = true;
    }
    if (losses.size() > 1)
        std::printf("These runs were trained on different losses: their best validations are no common measure.\n");
    else if (hasUnknown && runs.size() > 1)
        std::printf("The losses of imported runs are not known: best validations may be no common measure.\n");
}

int listRuns(const ListOptions& options) {
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const auto runs = (*workspace)->runs();
    if (!runs.ok()) return fail(runs.error(), options.json);
    for (const Phrase& warning : (*workspace)->warnings())
        std::fprintf(stderr, "warning: %s\n", plainText(warning).c_str());
    if (!options.json) printTitles();
    auto states = clusterStates(**workspace);
    for (const RunSummary& run : *runs) {
        const std::string& atCluster = states[run.id];
        if (!options.json) {
            printRow(run, atCluster);
            continue;
        }
        nlohmann::ordered_json json = summaryJson(run);
        if (!atCluster.empty()) json["cluster"] = atCluster;
        printJson(json);
    }
    if (!options.json) printMeasures(*runs);
    return kDone;
}

}  // namespace

CommandAction setList(CLI::App& app) {
    const auto options = std::make_shared<ListOptions>();
    options->workspace.addTo(app);
    app.add_flag("--json", options->json, "One JSON object per run");
    return [options] { return listRuns(*options); };
}

}  // namespace gatelab::worker
