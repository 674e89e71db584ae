// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cluster_runs.h"

#include "app/run_names.h"
#include "base/clock.h"
#include "config/architecture.h"
#include "io/file_io.h"
#include "session/slurm_script.h"
#include "store/record/run_files.h"
#include "store/record/run_folder.h"
#include "store/saved_sweep.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

namespace gatelab {
namespace {

namespace fs = std::filesystem;

constexpr int kInterrupted = 130;
constexpr std::int64_t kSearchTasks = 4;

/// What an exit code of gatelab-worker, its script or the shell means, with the remedy.
struct CodeText {
    int code;
    Text text;
};
constexpr CodeText kCodeTexts[] = {
    {2, GATELAB_TEXT("Cluster", "its settings or data cannot be used there; its output says which")},
    {3, GATELAB_TEXT("Cluster", "the node has no such device; ask for one in the profile: --line=--gres=gpu:1")},
    {4, GATELAB_TEXT("Cluster", "the memory did not suffice; raise --memory of the profile, then submit --resume")},
    {5, GATELAB_TEXT("Cluster",
                     "files could not be written: the disk is full or read-only; free some space, then "
                     "slurm requeue")},
    {6, GATELAB_TEXT("Cluster", "loss or gradient was not finite; lower the learning rate")},
    {kModulesMissing, GATELAB_TEXT("Cluster",
                                   "a module of the profile cannot be loaded there; 'module avail' lists "
                                   "them")},
    {kProgramRefused, GATELAB_TEXT("Cluster",
                                   "the program of the profile cannot be run there; see its permissions "
                                   "and its container")},
    {kProgramMissing, GATELAB_TEXT("Cluster",
                                   "the program of the profile is not on the node; name one on a shared "
                                   "disk: slurm profile add NAME --program PATH")},
    {137, GATELAB_TEXT("Cluster",
                       "it was killed there, mostly because memory ran out; raise --memory of the "
                       "profile, then submit --resume")},
};

/// Of jobs that Slurm ended.
struct StateText {
    std::string_view state;
    Text text;
};
constexpr Text kCancelled = GATELAB_TEXT("Cluster", "cancelled; the run is kept and goes on with submit --resume");
constexpr StateText kStateTexts[] = {
    {"CANCELLED", kCancelled},
    {"TIMEOUT", GATELAB_TEXT("Cluster", "the time limit ended it; raise --time of the profile, then submit --resume")},
    {"NODE_FAIL", GATELAB_TEXT("Cluster", "its node failed; it goes on with slurm requeue")},
    {"OUT_OF_MEMORY", GATELAB_TEXT("Cluster",
                                   "the memory of its job ran out; raise --memory of the profile, then "
                                   "submit --resume")},
    {"PREEMPTED", GATELAB_TEXT("Cluster", "another job took its place; it goes on with slurm requeue")},
};

Phrase withJob(const ClusterRun& run, const Text& text) {
    return {GATELAB_TEXT("Cluster", "job %1: %2"), {run.history.job.id, Phrase(text)}};
}

/// What the folder alone tells of a job that Slurm has forgotten, or has ended.
Phrase stateKept(const ClusterRun& run) {
    const RunJobHistory& history = run.history;
    if (history.job.cancelled > 0) return withJob(run, kCancelled);
    if (history.lives.empty())
        return withJob(run, GATELAB_TEXT("Cluster",
                                         "it never began, as far as its folder tells; its output says "
                                         "more, or hand it in again with submit --resume"));
    const JobLife& life = history.lives.back();
    if (life.ended == 0)
        return withJob(run, GATELAB_TEXT("Cluster",
                                         "node or job was ended without a word; the run is kept up to its "
                                         "last checkpoint; it goes on with submit --resume"));
    if (life.exitCode == 0) return GATELAB_TEXT("Cluster", "done");
    if (life.isStuck)
        return withJob(run, GATELAB_TEXT("Cluster",
                                         "it was ended twice before anything was saved, and is not "
                                         "requeued; raise --time of the profile, then submit --resume"));
    if (life.isRequeued) return GATELAB_TEXT("Cluster", "saved and requeued");
    if (const auto* found = std::ranges::find(kStateTexts, life.state, &StateText::state);
        life.exitCode == kInterrupted && found != std::end(kStateTexts))
        return withJob(run, found->text);
    if (life.exitCode == kInterrupted)
        return withJob(run, GATELAB_TEXT("Cluster", "it was stopped; the run goes on with submit --resume"));
    if (const auto* found = std::ranges::find(kCodeTexts, life.exitCode, &CodeText::code);
        found != std::end(kCodeTexts))
        return withJob(run, found->text);
    return {GATELAB_TEXT("Cluster", "job %1: ended with code %2; its output says why"),
            {history.job.id, life.exitCode}};
}

/// Kept beside the runs: script and output of one submission.
fs::path submissionFolder(const Workspace& workspace, const std::string& firstRun) {
    return fs::absolute(workspace.folder()) / "slurm" / firstRun;
}

/// The jobs' ids, in the order of the runs.
Result<std::vector<std::string>> handIn(const Workspace& workspace, const ClusterProfile& profile,
                                        const std::vector<std::string>& runs, std::int64_t atOnce, std::int64_t ranks) {
    const fs::path folder = submissionFolder(workspace, runs.front());
    if (auto made = makeFolders(folder); !made.ok()) return made.error();
    const fs::path script = folder / "job.sh";
    const std::string text = slurmScript(profile, {fs::absolute(workspace.folder()), folder, runs, atOnce, 0, ranks});
    if (auto written = writeFileDurably(script, text); !written.ok()) return written.error();
    const auto job = slurm::submit(script);
    if (!job.ok()) return job.error().withContext({GATELAB_TEXT("Cluster", "profile '%1'"), {profile.name}});
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < runs.size(); ++i)
        ids.push_back(runs.size() == 1 ? *job : *job + "_" + std::to_string(i));
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (auto kept = keepJob(runFolderIn(workspace.folder(), runs[i]), {ids[i], profile.name, wallSeconds(), 0});
            !kept.ok()) {
            (void)slurm::cancel(*job).ok();  // of which no folder would tell
            return kept.error();
        }
    return ids;
}

/// Whether the ranks of a run can be shared by the nodes of its job.
Result<> fitsNodes(const ClusterProfile& profile, const ExperimentConfig& config, std::int64_t ranks) {
    const auto refused = [](Phrase why) { return Error{ErrorCode::InvalidInput, std::move(why)}.ofField("ranks"); };
    if (profile.nodes <= 1 || (config.ranks <= 1 && ranks <= 1)) return {};
    if (config.ranks != ranks)
        return refused(GATELAB_TEXT("Cluster",
                                    "the runs of one job have different numbers of ranks, and the nodes are shared "
                                    "alike; hand them in one by one, or with --nodes 1"));
    if (ranks < profile.nodes)
        return refused({GATELAB_TEXT("Cluster",
                                     "%1 nodes have no work for each: the run has %2 ranks; ask for as many "
                                     "ranks as nodes, or for fewer nodes"),
                        {profile.nodes, ranks}});
    if (!profile.container.empty())
        return refused(GATELAB_TEXT("Cluster",
                                    "srun starts the ranks of further nodes outside of the profile's container; take "
                                    "a profile without one, or --nodes 1"));
    return {};
}

void forget(Workspace& workspace, const std::vector<std::string>& runs) {
    for (const std::string& run : runs)
        if (workspace.deleteRun(run).ok()) (void)workspace.eraseDeletedRun(run).ok();
    if (!runs.empty()) (void)removePath(submissionFolder(workspace, runs.front())).ok();
}

}  // namespace

Result<std::vector<RunSummary>> submitRuns(Workspace& workspace, const ClusterProfile& profile,
                                           const std::vector<ExperimentConfig>& configs, std::int64_t atOnce) {
    std::vector<std::string> ids;
    const std::int64_t ranks = configs.empty() ? 1 : configs.front().ranks;
    for (const ExperimentConfig& config : configs)
        if (auto fit = fitsNodes(profile, config, ranks); !fit.ok()) return fit.error();
    for (ExperimentConfig config : configs) {
        if (config.threads == 0 && config.ranks <= 1) config.threads = profile.cpusPerTask;  // else they are blocks
        config.isolated = false;                                                             // the job is its process
        auto record = workspace.createRun(config, {}, dataName(config));
        if (!record.ok()) {
            forget(workspace, ids);
            return record.error();
        }
        ids.push_back((*record)->id());
    }
    if (ids.empty()) return std::vector<RunSummary>();
    if (const auto jobs = handIn(workspace, profile, ids, atOnce, ranks); !jobs.ok()) {
        forget(workspace, ids);
        return jobs.error();
    }
    std::vector<RunSummary> runs;
    for (const std::string& id : ids) {
        auto run = workspace.run(id);
        if (!run.ok()) return run.error();
        runs.push_back(std::move(*run));
    }
    return runs;
}

std::int64_t searchTasks(const Study& study, std::int64_t asked) {
    const std::int64_t tasks = asked > 0 ? asked : kSearchTasks;
    return study.budget.trials > 0 ? std::min(tasks, study.budget.trials) : tasks;
}

Result<std::string> submitSearch(Workspace& workspace, const ClusterProfile& profile, Study study, std::int64_t tasks) {
    ExperimentConfig base = study.space.base();
    if (base.threads == 0) base.threads = profile.cpusPerTask;
    base.isolated = false;
    study.space = SearchSpace(std::move(base), study.space.axes());
    const fs::path root = fs::absolute(workspace.folder());
    const fs::path folder = submissionFolder(workspace, "search-" + std::to_string(std::llround(1000 * wallSeconds())));
    if (auto made = makeFolders(folder); !made.ok()) return made.error();
    const auto before = savedSweep(root);
    if (auto kept = keepSweep(root, {{}, 1, std::move(study)}); !kept.ok()) return kept.error();
    const auto refused = [&](Error error) {
        if (before.ok()) (void)keepSweep(root, *before).ok();
        (void)removePath(folder).ok();
        return error;
    };
    const std::string text = slurmScript(profile, {root, folder, {}, 0, tasks});
    if (auto written = writeFileDurably(folder / "job.sh", text); !written.ok()) return refused(written.error());
    auto job = slurm::submit(folder / "job.sh");
    if (!job.ok()) return refused(job.error().withContext({GATELAB_TEXT("Cluster", "profile '%1'"), {profile.name}}));
    return job;
}

Result<RunSummary> submitAgain(Workspace& workspace, const ClusterProfile& profile, const std::string& id) {
    auto run = workspace.run(id);
    if (!run.ok()) return run;
    if (run_files::isLive(run->state))
        return Error{ErrorCode::Busy, {GATELAB_TEXT("Cluster", "%1 trains now"), {numberedName(*run)}}};
    const auto before = clusterRuns(workspace, std::span(&id, 1));
    if (!before.ok()) return before.error();
    if (!before->runs.empty() && isUnderWay(before->runs.front()))
        return Error{ErrorCode::Busy,
                     {GATELAB_TEXT("Cluster", "%1 is job %2 already: %3"),
                      {numberedName(*run), before->runs.front().history.job.id, stateOf(before->runs.front())}}};
    const std::int64_t ranks = run->config->ranks;
    if (auto fit = fitsNodes(profile, *run->config, ranks); !fit.ok()) return fit.error();
    const auto jobs = handIn(workspace, profile, {id}, 0, ranks);
    return jobs.ok() ? run : Result<RunSummary>(jobs.error());
}

bool isUnderWay(const ClusterRun& run) {
    // The task of a search may be with another trial by now.
    const bool isDone = !run.history.lives.empty() && run.history.lives.back().exitCode == 0;
    return run.now && !run.now->hasEnded() && !isDone;
}

Phrase stateOf(const ClusterRun& run) {
    if (!isUnderWay(run)) {
        if (!run.now || run.history.job.cancelled > 0) return stateKept(run);
        // Where the script was killed, only Slurm knows by what.
        const bool isTold = !run.history.lives.empty() && run.history.lives.back().ended > 0;
        const auto* found = std::ranges::find(kStateTexts, run.now->state, &StateText::state);
        return isTold || found == std::end(kStateTexts) ? stateKept(run) : withJob(run, found->text);
    }
    if (run.now->state == "PENDING")
        return run.now->reason.empty() || run.now->reason == "None"
                   ? Phrase(GATELAB_TEXT("Cluster", "waits"))
                   : Phrase(GATELAB_TEXT("Cluster", "waits (%1)"), {run.now->reason});
    if (run.now->state == "RUNNING") return {GATELAB_TEXT("Cluster", "trains on %1"), {run.now->nodes}};
    return {GATELAB_TEXT("Cluster", "Slurm says %1"), {run.now->state}};
}

Phrase shownState(const ClusterRun& run) {
    const RunJob& job = run.history.job;
    if (!isUnderWay(run)) return stateOf(run);
    if (run.now->state == "PENDING")
        return {GATELAB_TEXT("Cluster", "waiting at cluster '%1' (job %2)"), {job.profile, job.id}};
    if (run.now->state == "RUNNING")
        return {GATELAB_TEXT("Cluster", "training at cluster '%1' on %2 (job %3)"),
                {job.profile, run.now->nodes, job.id}};
    return {GATELAB_TEXT("Cluster", "at cluster '%1' (job %2): %3"), {job.profile, job.id, stateOf(run)}};
}

Result<ClusterRuns> clusterRuns(Workspace& workspace, std::span<const std::string> ids) {
    auto all = workspace.runs();
    if (!all.ok()) return all.error();
    ClusterRuns found;
    for (RunSummary& run : *all) {
        if (!ids.empty() && std::ranges::find(ids, run.id) == ids.end()) continue;
        auto history = readJob(runFolderIn(workspace.folder(), run.id));
        if (!history.ok()) {
            found.problem = history.error().phrase;
            continue;
        }
        if (*history) found.runs.push_back({std::move(run), std::move(**history), std::nullopt});
    }
    if (found.runs.empty()) return found;
    const auto jobs = slurm::jobs();
    if (!jobs.ok()) {
        found.problem = jobs.error().phrase;
        return found;
    }
    for (ClusterRun& run : found.runs)
        if (const slurm::QueuedJob* job = slurm::findJob(*jobs, run.history.job.id)) run.now = *job;
    return found;
}

Result<> cancelJob(const Workspace& workspace, const ClusterRun& run) {
    // Kept first: a job that never began writes nothing of its end.
    RunJob job = run.history.job;
    job.cancelled = wallSeconds();
    const fs::path folder = runFolderIn(workspace.folder(), run.run.id);
    if (auto kept = keepJob(folder, job); !kept.ok()) return kept;
    auto cancelled = slurm::cancel(job.id);
    if (!cancelled.ok()) (void)keepJob(folder, run.history.job).ok();
    return cancelled;
}

Result<> requeueJob(const Workspace& workspace, const ClusterRun& run) {
    if (auto requeued = slurm::requeue(run.history.job.id); !requeued.ok()) return requeued;
    RunJob job = run.history.job;
    job.cancelled = 0;
    return keepJob(runFolderIn(workspace.folder(), run.run.id), job);
}

}  // namespace gatelab
