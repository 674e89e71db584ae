// SPDX-License-Identifier: GPL-3.0-or-later
// "resume" and "branch": kept runs that go on, as themselves or as another run.
#include "io/json/json.h"
#include "store/record/kept_baselines.h"
#include "store/record/run_folder.h"
#include "worker/commands.h"
#include "worker/named_run.h"
#include "worker/options.h"
#include "worker/output/json_line.h"
#include "worker/output/score_report.h"
#include "worker/ranks/rank_options.h"
#include "worker/resume_point.h"
#include "worker/runs.h"
#include "worker/trust/strong_scores.h"

#include "app/branch_point.h"
#include "app/run_order.h"
#include "config/architecture.h"
#include "store/named_checkpoint.h"
#include "store/run_command.h"

namespace gatelab::worker {

namespace {

struct SavedOptions {
    WorkspaceOptions workspace;
    std::string run, checkpoint = "last";
    std::int64_t moreEpochs = 0, diskWait = kDiskPatience.count();
    std::int64_t memoryLimit = 0;  ///< MiB; 0: the run's own
    bool json = false, quiet = false, startAnyway = false, noBaselines = false;
    RankOptions ranks;

    void addTo(CLI::App& app) {
        workspace.addTo(app);
        addNamedRun(app, run);
        app.add_flag("--json", json, "Metrics and events as JSON lines; the last line is the result");
        app.add_flag("--no-baselines", noBaselines,
                     "Leave out the strong baselines that come by themselves in at most 5 s; later: baselines --run");
        app.add_flag("--quiet", quiet, "Only the result");
        addDiskWait(app, diskWait);
    }
};

/// Trains an open run to its end.
int follow(Engine& engine, Workspace& workspace, OpenedRun opened, const SavedOptions& options, RunPrinter& printer) {
    RunRequest& request = opened.request;
    const std::string id = request.record->id();
    if (Phrase repaired = request.record->repaired(); !repaired.empty())
        printer.event({RunWarning{std::move(repaired)}});
    for (const RunEvent& event : opened.events) printer.event(event);
    if (options.memoryLimit > 0) request.config.memoryLimit = options.memoryLimit;
    if (auto limited = limitMemory(request.config, engine.info()); !limited.ok())
        return fail(limited.error(), options.json);
    auto outcome = followRun(engine, std::move(request), printer, {{}, {}, std::chrono::seconds(options.diskWait)});
    if (!outcome.ok()) return fail(outcome.error(), options.json);
    (void)workspace.refresh(id).ok();  // the index is rebuilt from the folders anyway
    if (outcome->state == RunState::Failed) return fail({outcome->code, outcome->why}, options.json);
    StrongScores strong;
    if (!options.noBaselines && outcome->state == RunState::Finished && !outcome->scores.empty())
        strong = keptScores(workspace, std::span(&id, 1), nullptr, options.json || options.quiet);
    appendScores(strong.scores, outcome->scores);
    if (options.json)
        std::printf(
            "%s\n",
            resultLine(
                {id, outcome->state, outcome->scores, outcome->why, printer.unit(), {}, {}, printer.testAbsent()})
                .c_str());
    else {
        printRunEnd(id, options.workspace.folder, outcome->why);
        printScores(outcome->scores, printer.unit(), printer.classes());
        for (const std::string& note : strong.notes) std::printf("%s\n", note.c_str());
    }
    return exitCode(*outcome);
}

/// A run that has come to its end is not begun again: what it left is told, and how it goes on.
int printNothingLeft(const RunSummary& run, const ResumePoint& point, const SavedOptions& options) {
    const std::string why = "nothing is left to train: " + point.nothingLeft;
    const std::string longer = "to train longer: gatelab-worker resume " + run.id + " --more-epochs N" +
                               workspaceFlag(options.workspace.folder);
    if (options.json) {
        std::printf("%s\n", resultLine({run.id, run.state, *run.scores, why + "; " + longer}).c_str());
        return kDone;
    }
    std::printf("%s\n%s\n", why.c_str(), longer.c_str());
    printScores(run.scores);
    return kDone;
}

/// Said once the run is this process's: before, it may be refused.
void printStart(const Result<ResumePoint>& point, const SavedOptions& options) {
    if (options.quiet) return;
    if (point.ok()) printResumePoint(*point, options.json);
    if (options.json || options.moreEpochs > 0) return;
    if (!point.ok())
        std::printf("there is no checkpoint yet: from the start\n");
    else if (!point->nothingLeft.empty())
        std::printf("nothing is left to train: %s; its test part is scored\n", point->nothingLeft.c_str());
}

int resumeRun(const SavedOptions& options) {
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const auto summary = ownRun(**workspace, options.run);
    if (!summary.ok()) return fail(summary.error(), options.json);
    const auto point = findResumePoint(runFolderIn((*workspace)->folder(), summary->id), options.checkpoint);
    if (!point.ok() && point.error().code != ErrorCode::NotFound) return fail(point.error(), options.json);
    RunPrinter printer(options.json, options.quiet);
    if (point.ok()) printer.goesOnFrom(point->checkpoint.step);
    if (point.ok() && !point->nothingLeft.empty() && options.moreEpochs == 0 && summary->state == RunState::Finished) {
        if (!options.quiet) printResumePoint(*point, options.json);
        return printNothingLeft(*summary, *point, options);
    }
    const auto place = options.ranks.place();
    if (!place.ok()) return fail(place.error(), options.json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    installSignals();
    auto opened = openRun(
        **engine, workspace->get(),
        {.resume = summary->id, .moreEpochs = options.moreEpochs, .startAnyway = options.startAnyway, .place = *place});
    if (!opened.ok()) return fail(opened.error(), options.json);
    printStart(point, options);
    return follow(**engine, **workspace, std::move(*opened), options, printer);
}

struct BranchOptions {
    SavedOptions kept;
    ExperimentOptions experiment;
};

int branchOff(const BranchOptions& options) {
    const bool json = options.kept.json;
    auto workspace = options.kept.workspace.openExisting(json);
    if (!workspace.ok()) return fail(workspace.error(), json);
    const auto parent = ownRun(**workspace, options.kept.run);
    if (!parent.ok()) return fail(parent.error(), json);
    auto point = findBranchPoint(runFolderIn((*workspace)->folder(), parent->id), options.kept.checkpoint);
    if (!point.ok()) return fail(point.error(), json);
    auto config = options.experiment.config(point->config);
    if (!config.ok()) return fail(config.error(), json);
    options.experiment.noteUnused(*config);
    const auto place = options.kept.ranks.place();
    if (!place.ok()) return fail(place.error(), json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), json);
    installSignals();
    auto opened = openRun(**engine, workspace->get(),
                          {.config = placedAt(**place, std::move(*config)),
                           .parent = parent->id,
                           .branchFrom = options.kept.checkpoint,
                           .moreEpochs = options.kept.moreEpochs,
                           .startAnyway = options.kept.startAnyway,
                           .place = *place});
    if (!opened.ok()) return fail(opened.error(), json);
    if (!options.kept.quiet && !json)
        std::printf("branches from step %lld of %s\n", static_cast<long long>(point->step), parent->id.c_str());
    if (json)
        printJson(nlohmann::ordered_json{
            {"branch",
             {{"parent", parent->id}, {"checkpoint", point->folder.filename().string()}, {"step", point->step}}}});
    RunPrinter printer(json, options.kept.quiet);
    return follow(**engine, **workspace, std::move(*opened), options.kept, printer);
}

}  // namespace

CommandAction setResume(CLI::App& app) {
    const auto options = std::make_shared<SavedOptions>();
    options->addTo(app);
    app.add_option("--more-epochs", options->moreEpochs,
                   "Train so many epochs beyond those begun, also when the run has ended")
        ->check(CLI::Range(1, 1000000));
    app.add_option("--checkpoint", options->checkpoint,
                   "last, or intact: the newest that is whole, where newer ones are damaged; what came after it is "
                   "trained again (last)")
        ->check(CLI::IsMember({"last", kIntact}));
    app.add_option("--memory-limit", options->memoryLimit,
                   "Address space that the process may take, instead of the run's setting [MiB]")
        ->check(CLI::Range(1, 67108864));
    app.add_flag("--start-anyway", options->startAnyway,
                 "Also when the forecast of its memory is far above what is free");
    options->ranks.addWithRanksTo(app,
                                  "Processes of this machine that share its batches from here on, in place of the "
                                  "run's own number; the bits are the same");
    return [options] { return resumeRun(*options); };
}

CommandAction setBranch(CLI::App& app) {
    const auto options = std::make_shared<BranchOptions>();
    options->kept.addTo(app);
    app.add_option("--checkpoint", options->kept.checkpoint,
                   "last, best, the step of a checkpoint, or intact: the newest that is whole, where newer ones are "
                   "damaged (last)");
    app.add_option("--more-epochs", options->kept.moreEpochs,
                   "Train so many epochs beyond those begun there; without it --epochs counts from the parent's start")
        ->check(CLI::Range(1, 1000000));
    options->experiment.addTo(app);
    options->kept.ranks.addTo(app);
    return [options] { return branchOff(*options); };
}

}  // namespace gatelab::worker
