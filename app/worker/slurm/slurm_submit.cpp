// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/slurm/slurm_submit.h"

#include "io/json/json.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"

#include "app/cluster_runs.h"
#include "app/run_names.h"
#include "app/run_reference.h"
#include "app/study_worker.h"
#include "session/kubernetes_job.h"
#include "store/record/run_folder.h"
#include "store/run_command.h"
#include "store/saved_sweep.h"

#include <cstdio>
#include <utility>
#include <vector>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

/// The runs in their order, and the sweep that they are; none: a few seeds.
struct AskedRuns {
    std::vector<ExperimentConfig> configs;
    SavedSweep sweep = {};
};

Result<AskedRuns> askedRuns(const SubmitOptions& options) {
    const SweepOptions& asked = options.asked;
    if (asked.vary.empty() && asked.list.empty()) {
        auto config = asked.experiment.config();
        if (!config.ok()) return config.error();
        makePathsAbsolute(*config);
        const auto data = asked.experiment.suggestedData(*config, !asked.quiet);
        if (!data.ok()) return data.error();
        printDataFindings(**data, *config, false);
        AskedRuns runs{std::vector(static_cast<std::size_t>(asked.seeds), *config)};
        for (std::int64_t seed = 0; seed < asked.seeds; ++seed)
            runs.configs[static_cast<std::size_t>(seed)].seed += seed;
        return runs;
    }
    auto sweep = givenSweep(asked);
    if (!sweep.ok()) return sweep.error();
    printDataFindings(*sweep->data, sweep->base, false);
    AskedRuns runs{std::move(sweep->planned.configs), {{}, asked.seeds, std::move(sweep->study)}};
    for (std::size_t i = 0; i < runs.configs.size(); i += static_cast<std::size_t>(asked.seeds))
        runs.sweep.settings.push_back(runs.configs[i]);
    return runs;
}

int printManifest(const SubmitOptions& options, const ClusterProfile& profile) {
    if (!options.print)
        return fail({ErrorCode::InvalidInput, "--kubernetes hands nothing in; --print writes the manifest for kubectl"},
                    options.asked.json);
    auto runs = askedRuns(options);
    if (!runs.ok()) return fail(runs.error(), options.asked.json);
    if (runs->configs.size() != 1)
        return fail({ErrorCode::Unsupported, "--kubernetes: a manifest is of one run; leave out --vary and --seeds"},
                    options.asked.json);
    ExperimentConfig& config = runs->configs.front();
    if (config.threads == 0) config.threads = profile.cpusPerTask;
    const auto text = kubernetesJob(
        profile, config, {options.image, options.claim, std::filesystem::absolute(options.asked.workspace.folder)});
    if (!text.ok()) return fail(text.error(), options.asked.json);
    std::fputs(text->c_str(), stdout);
    return kDone;
}

/// An array whose tasks ask for trials until the budget is used up.
int submitTasks(const SubmitOptions& options, const ClusterProfile& profile, Workspace& workspace, const Study& study) {
    const bool json = options.asked.json;
    if (studyWorkerRuns(workspace.folder()))
        return fail({ErrorCode::Busy, "the sweep of this workspace is under way here; stop it first"}, json);
    const std::int64_t tasks = searchTasks(study, options.atOnce);
    const auto job = submitSearch(workspace, profile, study, tasks);
    if (!job.ok()) return fail(job.error(), json);
    if (json)
        printJson(Json{{"submitted", {{"job", *job}, {"tasks", tasks}, {"runs", Json::array()}}}});
    else
        std::printf("job %s: a search by %lld %s; its trials appear as they begin: gatelab-worker slurm watch%s\n",
                    job->c_str(), static_cast<long long>(tasks), tasks == 1 ? "task" : "tasks",
                    workspaceFlag(options.asked.workspace.folder).c_str());
    return kDone;
}

int printSubmitted(const SubmitOptions& options, const Workspace& workspace, const std::vector<RunSummary>& runs) {
    std::string first;
    Json list = Json::array();
    for (const RunSummary& run : runs) {
        const auto history = readJob(runFolderIn(workspace.folder(), run.id));
        const std::string job = history.ok() && *history ? (*history)->job.id : std::string();
        if (first.empty()) first = job.substr(0, job.find('_'));
        list.push_back({{"run", run.id}, {"number", run.number}, {"job", job}});
        if (!options.asked.json && !options.asked.quiet)
            std::printf("job %-12s %s\n", job.c_str(), shown(numberedName(run).english()).c_str());
    }
    if (options.asked.json)
        printJson(Json{{"submitted", {{"job", first}, {"runs", std::move(list)}}}});
    else
        std::printf("job %s: %zu %s handed in; gatelab-worker slurm watch%s\n", first.c_str(), runs.size(),
                    runs.size() == 1 ? "run" : "runs", workspaceFlag(options.asked.workspace.folder).c_str());
    return kDone;
}

int resumeOnCluster(const SubmitOptions& options, const ClusterProfile& profile) {
    if (options.asked.experiment.given() || !options.asked.vary.empty())
        return fail({ErrorCode::InvalidInput, "--resume: the run has its settings; leave them out"},
                    options.asked.json);
    const auto workspace = options.asked.workspace.openExisting(options.asked.json);
    if (!workspace.ok()) return fail(workspace.error(), options.asked.json);
    const auto named = ownRun(**workspace, options.resume);
    if (!named.ok()) return fail(named.error(), options.asked.json);
    const auto run = submitAgain(**workspace, profile, named->id);
    return run.ok() ? printSubmitted(options, **workspace, {*run}) : fail(run.error(), options.asked.json);
}

}  // namespace

void SubmitOptions::addTo(CLI::App& command) {
    asked.experiment.addTo(command);
    asked.experiment.addSuggest(command);
    command.add_option("profile", profile, "Name of the profile (slurm profile list)")->required();
    const auto option = [&command](const char* name, auto& value, const char* help) {
        return command.add_option(name, value, help)->group("Cluster");
    };
    option("--seeds", asked.seeds, "Successive seeds of each setting (1)")->check(CLI::Range(1, 1000));
    option("--vary", asked.vary, "Settings and their values, as for sweep: an array with a task for each run")
        ->expected(1, -1);
    option("--list", asked.list, "A file with the settings, as for sweep");
    option("--search", asked.search,
           "As for sweep: grid, random with --trials, tpe or asha (grid). With tpe, asha or a budget each task of the "
           "array asks for the next trial until the budget is used up");
    option("--trials", asked.trials, "As for sweep: how many combinations are drawn, or trained at most")
        ->check(CLI::Range(1, 100000));
    option("--budget", asked.budgetText, "As for sweep: 40 (trials), '1000 epochs', 90s, 30m, 2h, 1d");
    option("--draw-seed", asked.drawSeed, "Start of what is drawn (1)")->check(CLI::Range(0, 2147483647));
    option("--at-once", atOnce,
           "Tasks of the array that train at a time (0: as many as Slurm likes; of a search that asks: 4)")
        ->check(CLI::Range(0, 100000));
    option("--nodes", nodes,
           "Nodes of the job instead of the profile's: the --ranks of a run are shared by them, started by srun and "
           "encrypted")
        ->check(CLI::Range(1, 64));
    option("--resume", resume, "A kept run goes on as a job, instead of a new one");
    option("--image", image, "Kubernetes: the container that has gatelab-worker");
    option("--claim", claim, "Kubernetes: the volume claim that holds workspace and data (gatelab)");
    command.add_flag("--kubernetes", kubernetes, "For Kubernetes instead of Slurm: only with --print")
        ->group("Cluster");
    command.add_flag("--print", print, "Write the manifest (YAML), hand nothing in; never run on a cluster yet")
        ->group("Cluster");
    command.add_flag("--quiet", asked.quiet, "Only the result");
}

int submitJobs(SubmitOptions options) {
    const bool json = options.asked.json;
    auto profile = ClusterProfiles(options.asked.workspace.folder).find(options.profile);
    if (!profile.ok()) return fail(profile.error(), json);
    if (options.nodes > 0) profile->nodes = options.nodes;
    if (options.kubernetes) return printManifest(options, *profile);
    if (!options.resume.empty()) return resumeOnCluster(options, *profile);
    const auto asked = askedRuns(options);
    if (!asked.ok()) return fail(asked.error(), json);
    const auto workspace = options.asked.workspace.open(json);
    if (!workspace.ok()) return fail(workspace.error(), json);
    if (asked->sweep.study) return submitTasks(options, *profile, **workspace, *asked->sweep.study);
    const auto runs = submitRuns(**workspace, *profile, asked->configs, options.atOnce);
    if (!runs.ok()) return fail(runs.error(), json);
    if (asked->sweep.isThere())
        if (auto kept = keepSweep((*workspace)->folder(), asked->sweep); !kept.ok())
            std::fprintf(stderr, "note: the window will not tell the result: %s\n", kept.error().message.c_str());
    return printSubmitted(options, **workspace, *runs);
}

}  // namespace gatelab::worker
