// SPDX-License-Identifier: GPL-3.0-or-later
// "lab": which optimisation switch is worth what, for one experiment on this machine.
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/local_time.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"
#include "worker/verify/verify.h"

#include "app/lab_machine.h"
#include "data/sequences/sequence_parts.h"
#include "device/monitor.h"
#include "device/switch_machine.h"
#include "io/file_io.h"
#include "io/temporary_folder.h"
#include "lab/case_ladder.h"
#include "lab/lab_files.h"
#include "lab/lab_json.h"
#include "session/measure_case.h"
#include "store/run_command.h"
#include "store/run_name.h"
#include "xla/plugin.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <utility>

namespace gatelab::worker {

namespace {

struct LabOptions {
    ExperimentOptions experiment;
    WorkspaceOptions workspace;
    bool ladder = false, oneOff = false, list = false, kept = false, json = false, noEqualTime = false,
         stepsGiven = false;
    std::string pair, csv, markdown, played;
    int caseSeeds = 5;
    std::vector<std::string> without;
    int repeats = 5;
    std::int64_t warmup = 20, steps = 100;
};

int listSwitches() {
    for (const Switch& row : switches()) std::printf("%-28s %s. %s\n", row.key, row.title.source, row.does.source);
    // The lines that are no switch stand at the end of a ladder.
    LabPlace machine;
    machine.cores = usableCores(), machine.xla = !findXlaPlugins().empty();
    for (const LabRung& rung : ladderRungs(switchTrial(), machine))
        if (!rung.isSetOfSwitches())
            std::printf("%-28s %s. %s%s%s\n", rung.key.c_str(), rung.title.source, rung.does.source,
                        rung.supported() ? "" : " Not here: ", rung.reason.source);
    std::printf(
        "\nFor --ab also: baseline (every switch off), all (every switch that keeps the numbers on), current (no "
        "switch touched), and no- and a switch (without it).\n"
        "For --without: a switch; with --one-off no- and a switch.\n");
    return kDone;
}

std::string whenText(std::int64_t seconds) {
    return seconds > 0 ? localTimeText(static_cast<double>(seconds)) : "date unknown";
}

/// What --kept lists, the newest first.
int listKept(const LabOptions& options) {
    if (auto there = options.workspace.isThere(); !there.ok()) return fail(there.error(), options.json);
    const SavedLabReports kept = readLabReports(options.workspace.folder);
    for (const Phrase& problem : kept.problems)
        std::fprintf(stderr, "gatelab-worker: %s\n", plainText(problem).c_str());
    for (auto report = kept.reports.rbegin(); report != kept.reports.rend(); ++report) {
        if (options.json) {
            std::printf("%s\n", labJson(*report).c_str());
            continue;
        }
        const std::string end = report->finished() ? "finished"
                                                   : "cut off after " + std::to_string(report->rounds()) + " of " +
                                                         std::to_string(report->plan.repeats) + " rounds";
        std::printf("%-31s  %-16s  %-24s  %2d of %2d rungs, %s\n", report->name.c_str(),
                    whenText(report->when()).c_str(), runName(report->plan.base).c_str(), report->measuredRungs(),
                    report->wantedRungs(), end.c_str());
    }
    return kDone;
}

Result<LabPlan> makePlan(const LabOptions& options, const ExperimentConfig& config, const LabPlace& machine) {
    LabLines lines{
        options.oneOff ? LabMode::OneOff : LabMode::Ladder, {options.without.begin(), options.without.end()}, {}};
    if (!options.pair.empty()) {
        const std::vector<std::string> names = CLI::detail::split(options.pair, ',');
        if (names.size() != 2 || names[0].empty() || names[1].empty())
            return Error{ErrorCode::InvalidInput, "--ab takes two names, as in --ab baseline,all; --list names them"};
        lines = {LabMode::Pair, {}, {names[0], names[1]}};
    }
    auto plan = planLab(lines, config, machine);
    if (!plan.ok()) return plan;
    std::set<std::string> known;
    for (std::size_t i = 1; i < plan->rungs.size(); ++i) known.insert(plan->rungs[i].key);
    for (const std::string& key : lines.leftOut)
        if (!known.contains(key))
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Lab", "there is no line '%1' that could be left out; there are %2"),
                          {key, CLI::detail::join(known, ", ")}}};
    plan->repeats = options.repeats;
    plan->warmup = options.warmup;
    plan->steps = options.steps;
    if (options.stepsGiven) plan->minMs = 0;
    plan->equalTime = !options.noEqualTime;
    return plan;
}

/// Files are written as asked for; what cannot be written is an error after the table was printed.
int show(const LabOptions& options, const LabReport& report) {
    if (options.json) {
        std::printf("%s\n", labJson(report).c_str());
    } else {
        std::printf("%s\n%s\n", labText(report).c_str(),
                    (labCommand(report.plan) + workspaceFlag(options.workspace.folder)).c_str());
    }
    for (const auto& [path, text] :
         {std::pair(options.csv, labCsv(report)), std::pair(options.markdown, labMarkdown(report))}) {
        if (path.empty()) continue;
        if (auto written = writeFileDurably(path, text); !written.ok()) return fail(written.error(), options.json);
    }
    return kDone;
}

/// Measures on this machine, and keeps it run by run.
int measureLab(const LabOptions& options, LabMachine& machine, LabPlan plan) {
    LabJournal journal(options.workspace.folder);
    bool isReported = false;
    const auto notify = [&](const Result<>& kept) {
        if (kept.ok() || std::exchange(isReported, true)) return;
        std::fprintf(stderr, "gatelab-worker: the table is not kept in the workspace: %s\n",
                     kept.error().message.c_str());
    };
    notify(makeFolders(options.workspace.folder));
    LabReport soFar;
    soFar.plan = std::move(plan);
    if (!options.json) std::fprintf(stderr, "%s\n", plainText(labRuns(soFar)).c_str());
    ProgressLine progress(options.json);
    const auto look = [&](const LabReport& now) {
        if (now.done != soFar.done || now.again() != soFar.again()) {
            soFar = now;
            notify(journal.note(now));
        }
        const int again = now.again() + now.toMeasureAgain();
        // The lab knows better than the share how long its runs take.
        progress.show(std::to_string(now.done) + " of " + std::to_string(now.total) + " runs" +
                          (again > 0 ? ", " + std::to_string(again) + " disturbed, again" : std::string()),
                      0, now.secondsLeft, now.isAtMost);
        return signalCount == 0;
    };
    const auto report = runLab(soFar.plan, machine, look);
    progress.end();
    notify(journal.end(report.ok() ? *report : soFar));
    if (report.ok()) return show(options, *report);
    if (signalCount == 0) return fail(report.error(), options.json);
    if (isStopReported(soFar.done, options.json)) (void)show(options, soFar);
    return kInterrupted;
}

/// On the file of the options where there is one.
Result<CasePlan> casePlan(const LabOptions& options) {
    auto plan = planCase(options.played);
    if (!plan.ok() || !options.experiment.given()) return plan;
    ExperimentConfig reading;
    reading.task = plan->rungs.front().config.task;
    reading.loss = plan->rungs.front().config.loss;
    auto config = options.experiment.config(reading);
    if (!config.ok()) return config.error();
    if (config->dataPath.empty())
        return Error{ErrorCode::InvalidInput, "a case is played on its own text, or on labelled texts: --data FILE"};
    const auto data = options.experiment.data(*config);
    if (!data.ok()) return data.error();
    return planCaseOn(*config, **data);
}

/// The ladder of a case, to the end of all its runs.
int playCase(const LabOptions& options) {
    auto plan = casePlan(options);
    if (!plan.ok()) return fail(plan.error(), options.json);
    plan->seeds = options.caseSeeds;
    installSignals();
    ProgressLine progress(options.json);
    const int all = plan->runs();
    int done = -1;
    const auto report = measureCase(std::move(*plan), [&](const CaseReport& now) {
        if (now.done() != std::exchange(done, now.done()) || now.done() == 0)
            progress.show(now.plan.findsBar() ? std::string("a plain training, to find the accuracy")
                                              : std::to_string(now.done()) + " of " + std::to_string(all) + " runs",
                          static_cast<double>(now.done()) / all);
        return signalCount == 0;
    });
    progress.end();
    if (!report.ok()) return signalCount > 0 ? kInterrupted : fail(report.error(), options.json);
    std::printf("%s\n", (options.json ? caseJson(*report) : caseText(*report)).c_str());
    return kDone;
}

int runLabCommand(const LabOptions& options) {
    if (!options.played.empty()) return playCase(options);
    if (options.list) return listSwitches();
    if (options.kept) return listKept(options);
    auto config = options.experiment.config();
    if (!config.ok()) return fail(config.error(), options.json);
    const auto data = options.experiment.data(*config);
    if (!data.ok()) return fail(data.error(), options.json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    LabPlace place = switchMachine((*engine)->info(), config->device, equalSteps(data->get()));
    place.xla = !findXlaPlugins().empty();
    auto plan = makePlan(options, *config, place);
    if (!plan.ok()) return fail(plan.error(), options.json);
    installSignals();
    const TemporaryFolder scratch("lab");
    EngineLabMachine machine(*engine, *data, scratch.path());
    return measureLab(options, machine, std::move(*plan));
}

}  // namespace

CommandAction setLab(CLI::App& app) {
    const auto options = std::make_shared<LabOptions>();
    options->experiment.addTo(app);
    CLI::Option* const ladder =
        app.add_flag("--ladder", options->ladder, "Every switch on, one after the other (the default)");
    CLI::Option* const oneOff =
        app.add_flag("--one-off", options->oneOff, "All switches on, then each one off")->excludes(ladder);
    CLI::Option* const pair =
        app.add_option("--ab", options->pair, "Two of: baseline, all, current, a switch, no- and a switch")
            ->excludes(ladder)
            ->excludes(oneOff);
    options->workspace.addTo(app);
    app.add_option("--without", options->without, "Lines that are not measured, by their keys, separated by commas")
        ->delimiter(',')
        ->excludes(pair);
    app.add_option("--case", options->played,
                   "Plays a case that comes with Gatelab: text (time to an accuracy, means by means); with --data on "
                   "labelled texts of your own")
        ->excludes(ladder)
        ->excludes(oneOff)
        ->excludes(pair);
    app.add_option("--case-seeds", options->caseSeeds, "Seeds of each of its rungs (5)")->check(CLI::Range(1, 100));
    app.add_flag("--list", options->list, "Name and explain the switches, measure nothing");
    app.add_flag("--kept", options->kept, "List the tables of the workspace, the newest first, measure nothing");
    app.add_option("--repeats", options->repeats, "Repeats of each rung, in shuffled order")
        ->check(CLI::Range(1, 1000));
    app.add_option("--lab-warmup", options->warmup, "Steps of each run that do not count")
        ->check(CLI::Range(0, 100000));
    CLI::Option* const steps = app.add_option("--lab-steps", options->steps,
                                              "Steps of each run that count, so many and no more (100, and more of "
                                              "them where these take less than 50 ms)")
                                   ->check(CLI::Range(2, 1000000));
    app.add_flag("--no-equal-time", options->noEqualTime,
                 "Leaves out the runs that train as long as the first line takes");
    app.add_option("--csv", options->csv, "Also writes the table to this file");
    app.add_option("--markdown", options->markdown, "Also writes the table to this file");
    app.add_flag("--json", options->json, "The result as one JSON object");
    return [options, steps] {
        options->stepsGiven = steps->count() > 0;
        return runLabCommand(*options);
    };
}

}  // namespace gatelab::worker
