// SPDX-License-Identifier: GPL-3.0-or-later
// "slurm": runs as jobs of a cluster, and how they are asked for there.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/slurm/slurm_submit.h"

#include "app/cluster_runs.h"
#include "app/run_names.h"
#include "app/run_reference.h"
#include "base/clock.h"
#include "store/cluster_profiles.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <thread>
#include <utility>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

/// Shorter, the question of many windows would load the controller.
constexpr auto kBetweenLooks = std::chrono::seconds(5);

struct SlurmOptions {
    SubmitOptions submit;  ///< with the workspace and --json of all commands
    ClusterProfile profile;
    std::vector<std::string> names;  ///< of runs, or of profiles

    [[nodiscard]] bool json() const { return submit.asked.json; }
    [[nodiscard]] const WorkspaceOptions& workspace() const { return submit.asked.workspace; }
};

/// Ids of the runs that were named; none: all.
Result<std::vector<std::string>> namedRuns(const SlurmOptions& options, Workspace& workspace) {
    std::vector<std::string> ids;
    for (const std::string& word : options.names) {
        const auto run = referredRun(workspace, word);
        if (!run.ok()) return run.error();
        ids.push_back(run->id);
    }
    return ids;
}

double secondsOn(const JobLife& life) {
    return life.started > 0 ? (life.ended > 0 ? life.ended : wallSeconds()) - life.started : 0;
}

/// How long it has trained in all of its lives; one that was killed has no end.
double secondsOf(const ClusterRun& one) {
    double seconds = 0;
    for (const JobLife& life : one.history.lives)
        if (life.ended > 0 || (&life == &one.history.lives.back() && isUnderWay(one))) seconds += secondsOn(life);
    return seconds;
}

Json jsonOf(const ClusterRun& one) {
    Json lives = Json::array();
    for (const JobLife& life : one.history.lives)
        lives.push_back({{"node", life.node},
                         {"started", life.started},
                         {"ended", life.ended},
                         {"code", life.exitCode},
                         {"signal", life.signal},
                         {"state", life.state}});
    return {{"run", one.run.id},
            {"number", one.run.number},
            {"job", one.history.job.id},
            {"profile", one.history.job.profile},
            {"slurm", one.now ? Json(one.now->state) : Json()},
            {"state", stateOf(one).english()},
            {"under_way", isUnderWay(one)},
            {"seconds", secondsOf(one)},
            {"requeued", one.history.lives.empty() ? 0 : one.history.lives.back().restarts},
            {"lives", std::move(lives)}};
}

std::string tableOf(const ClusterRuns& found) {
    std::string text;
    char line[256];
    std::snprintf(line, sizeof line, "%-12s %-10s %8s %8s  %-28s %s\n", "job", "node", "time", "requeued", "run",
                  "state");
    if (!found.runs.empty()) text = line;
    for (const ClusterRun& one : found.runs) {
        const auto& lives = one.history.lives;
        std::snprintf(line, sizeof line, "%-12s %-10s %8s %8d  %-28s ", one.history.job.id.c_str(),
                      lives.empty() ? "-" : shown(lives.back().node).c_str(), spanText(secondsOf(one)).c_str(),
                      lives.empty() ? 0 : lives.back().restarts, shown(numberedName(one.run).english()).c_str());
        text += line + shown(stateOf(one).english()) + "\n";
    }
    const auto going = std::ranges::count_if(found.runs, isUnderWay);
    return text + (found.runs.empty()
                       ? "no run of this workspace is a job\n"
                       : std::to_string(going) + " of " + std::to_string(found.runs.size()) + " wait or train\n");
}

/// Prints them, where that is another text than before; how many go on, or what went wrong.
Result<std::size_t> printRuns(const SlurmOptions& options, Workspace& workspace, std::string& before) {
    const auto ids = namedRuns(options, workspace);
    if (!ids.ok()) return ids.error();
    const auto found = clusterRuns(workspace, *ids);
    if (!found.ok()) return found.error();
    if (options.json()) {
        Json runs = Json::array();
        for (const ClusterRun& one : found->runs) runs.push_back(jsonOf(one));
        printJson({{"jobs", std::move(runs)}, {"problem", found->problem.english()}});
    } else if (const std::string text = tableOf(*found); text != before) {
        std::fputs(text.c_str(), stdout);
        before = text;
    }
    std::fflush(stdout);
    if (!options.json() && !found->problem.empty())
        std::fprintf(stderr, "note: as far as the folders tell: %s\n", consoleText(found->problem).c_str());
    return static_cast<std::size_t>(std::ranges::count_if(found->runs, isUnderWay));
}

int list(const SlurmOptions& options) {
    const auto workspace = options.workspace().openExisting(options.json());
    if (!workspace.ok()) return fail(workspace.error(), options.json());
    std::string before;
    const auto going = printRuns(options, **workspace, before);
    return going.ok() ? kDone : fail(going.error(), options.json());
}

int watch(const SlurmOptions& options) {
    const auto workspace = options.workspace().openExisting(options.json());
    if (!workspace.ok()) return fail(workspace.error(), options.json());
    std::signal(SIGINT, SIG_DFL);  // nothing is trained here
    for (std::string before;;) {
        const auto going = printRuns(options, **workspace, before);
        if (!going.ok()) return fail(going.error(), options.json());
        if (*going == 0) return kDone;
        std::this_thread::sleep_for(kBetweenLooks);
    }
}

/// Does something with the job of each run that was named.
template <class Work>
int withJobs(const SlurmOptions& options, const char* done, Work work) {
    const auto workspace = options.workspace().openExisting(options.json());
    if (!workspace.ok()) return fail(workspace.error(), options.json());
    const auto ids = namedRuns(options, **workspace);
    if (!ids.ok()) return fail(ids.error(), options.json());
    const auto found = clusterRuns(**workspace, *ids);
    if (!found.ok()) return fail(found.error(), options.json());
    for (const std::string& id : *ids)
        if (std::ranges::none_of(found->runs, [&](const ClusterRun& one) { return one.run.id == id; }))
            return fail({ErrorCode::NotFound, "run " + id + " was never a job"}, options.json());
    for (const ClusterRun& one : found->runs) {
        if (auto worked = work(**workspace, one); !worked.ok())
            return fail(worked.error().withContext("job " + one.history.job.id), options.json());
        if (options.json())
            printJson({{done, {{"run", one.run.id}, {"job", one.history.job.id}}}});
        else
            std::printf("job %s is %s\n", one.history.job.id.c_str(), done);
    }
    return kDone;
}

int cancel(const SlurmOptions& options) {
    return withJobs(options, "cancelled",
                    [](Workspace& workspace, const ClusterRun& one) { return cancelJob(workspace, one); });
}

int requeue(const SlurmOptions& options) {
    return withJobs(options, "requeued",
                    [](Workspace& workspace, const ClusterRun& one) { return requeueJob(workspace, one); });
}

int printProfiles(const SlurmOptions& options) {
    const auto profiles = ClusterProfiles(options.workspace().folder).read();
    if (!profiles.ok()) return fail(profiles.error(), options.json());
    Json all = Json::array();
    for (const ClusterProfile& one : *profiles) {
        all.push_back(Json::parse(profileJson(one)));
        if (options.json()) continue;
        std::string text = one.name + ":";
        for (const auto& [key, value] : all.back().items())
            if (key != "name" && !value.empty() && value != "" && value != 0)
                text += " " + key + " " + (value.is_string() ? value.get<std::string>() : value.dump());
        std::printf("%s\n", shown(text).c_str());
    }
    if (options.json())
        printJson({{"profiles", std::move(all)}});
    else if (profiles->empty())
        std::printf("no profiles; add one: gatelab-worker slurm profile add NAME --partition P --time 2:00:00\n");
    return kDone;
}

int addProfile(const SlurmOptions& options) {
    const auto workspace = options.workspace().open(options.json());
    if (!workspace.ok()) return fail(workspace.error(), options.json());
    auto put = ClusterProfiles((*workspace)->folder()).put(options.profile);
    return put.ok() ? printProfiles(options) : fail(put.error(), options.json());
}

int removeProfiles(const SlurmOptions& options) {
    ClusterProfiles profiles(options.workspace().folder);
    for (const std::string& name : options.names)
        if (auto removed = profiles.remove(name); !removed.ok()) return fail(removed.error(), options.json());
    return printProfiles(options);
}

void addProfileOptions(CLI::App& command, ClusterProfile& profile) {
    command.add_option("name", profile.name, "Its name; one of that name is replaced")->required();
    command.add_option("--partition", profile.partition, "Partition (the cluster's own choice)");
    command.add_option("--time", profile.time, "Time limit as Slurm writes it: 30 (minutes), 2:00:00, 1-12");
    command.add_option("--nodes", profile.nodes, "Nodes (1)")->check(CLI::Range(1, 10000));
    command.add_option("--tasks-per-node", profile.tasksPerNode, "Tasks on each (1)")->check(CLI::Range(1, 1024));
    command
        .add_option("--cpus-per-task", profile.cpusPerTask,
                    "Processors of a task, and threads of a run that leaves them open (0: not said)")
        ->check(CLI::Range(0, 1024));
    command.add_option("--memory", profile.memory, "Memory of a node: 8G");
    command.add_option("--module", profile.modules, "Environment module that is loaded; may be repeated");
    command.add_option("--container", profile.container,
                       "Words before the program, as a shell reads them: \"apptainer exec rnn.sif\"");
    command.add_option("--program", profile.program, "gatelab-worker on the node (this one)");
    command.add_option("--line", profile.lines, "One more option of sbatch: --line=--gres=gpu:1; may be repeated");
}

using Chosen = std::function<int(const SlurmOptions&)>;

}  // namespace

CommandAction setSlurm(CLI::App& app) {
    const auto options = std::make_shared<SlurmOptions>();
    const auto chosen = std::make_shared<Chosen>();
    app.require_subcommand(1);
    const auto sub = [&](CLI::App& parent, const char* name, const char* help, Chosen action) {
        CLI::App* command = parent.add_subcommand(name, help);
        options->submit.asked.workspace.addTo(*command);
        command->add_flag("--json", options->submit.asked.json, "As JSON");
        command->parse_complete_callback([chosen, action] { *chosen = action; });
        return command;
    };
    const auto names = [&](CLI::App* command, const char* help) {
        return command->add_option("name", options->names, help);
    };
    constexpr const char* kRuns = "Runs: their numbers, ids or names";
    CLI::App* profile = app.add_subcommand("profile", "How jobs are asked for: add, list, remove");
    profile->require_subcommand(1);
    addProfileOptions(*sub(*profile, "add", "Keep a profile in the workspace", addProfile), options->profile);
    sub(*profile, "list", "The profiles of the workspace", printProfiles);
    names(sub(*profile, "remove", "Keep them no longer", removeProfiles), "Their names")->required();
    options->submit.addTo(*sub(app, "submit",
                               "Hand a run in as a job, or a sweep as an array; its settings as for train. It saves "
                               "before the time limit, is requeued and goes on with equal bits",
                               [](const SlurmOptions& o) { return submitJobs(o.submit); }));
    names(sub(app, "list", "The runs that are or were jobs, and what became of them", list), kRuns);
    names(sub(app, "watch", "The same again every 5 seconds, until none waits or trains", watch), kRuns);
    names(sub(app, "cancel", "Take jobs away; the runs are kept up to their last checkpoint", cancel), kRuns)
        ->required();
    names(sub(app, "requeue", "End jobs where they run (they save) and let them wait again", requeue), kRuns)
        ->required();
    return [options, chosen] { return *chosen ? (*chosen)(*options) : int{kUsage}; };
}

}  // namespace gatelab::worker
