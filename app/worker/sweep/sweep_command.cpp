// SPDX-License-Identifier: GPL-3.0-or-later
// "sweep": one experiment with several values of some settings, all of them or those that a search learns to choose,
// trained together, the best told with what fresh seeds make of it.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/output/json_line.h"
#include "worker/output/sweep_report.h"
#include "worker/sweep/study_training.h"
#include "worker/sweep/sweep_dry_run.h"

#include "app/study_worker.h"
#include "io/file_lock.h"
#include "store/optuna_file.h"
#include "store/run_command.h"
#include "store/workspace.h"

#include <cstdio>
#include <utility>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

std::vector<RunOrder> ordersOf(const std::vector<ExperimentConfig>& configs,
                               const std::shared_ptr<const Dataset>& data) {
    std::vector<RunOrder> runs;
    for (const ExperimentConfig& config : configs) runs.push_back({.config = config, .data = data});
    return runs;
}

/// What came of a run that is not trained again.
GroupRunEnd knownEnd(const SeedScore& known) {
    GroupRunEnd end;
    end.begun = true;
    end.run = known.run;
    end.state = known.diverged() ? RunState::Failed : RunState::Finished;
    end.code = known.diverged() ? ErrorCode::NonFinite : ErrorCode::Internal;
    end.validation = known.validation;
    end.seconds = known.seconds;
    return end;
}

/// How all of them ended: those that are known as they are, the others trained now.
std::vector<GroupRunEnd> train(const SweepOptions& options, Engine& engine, const ExperimentConfig& base,
                               const std::vector<ExperimentConfig>& configs, const TrainedSeeds& known,
                               const std::shared_ptr<const Dataset>& data, const GroupTraining& how) {
    std::vector<GroupRunEnd> ends(configs.size());
    std::vector<ExperimentConfig> left;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < configs.size(); ++i) {
        if (const SeedScore* score = known.find(configs[i])) {
            ends[i] = knownEnd(*score);
        } else {
            left.push_back(configs[i]);
            places.push_back(i);
        }
    }
    printKnown(options, configs.size() - left.size(), configs.size());
    if (left.empty()) return ends;
    GroupTraining labelled = how;
    for (const ExperimentConfig& config : left) labelled.labels.push_back(labelIn(base, config));
    auto trained = trainGroup(engine, ordersOf(left, data), labelled);
    for (std::size_t i = 0; i < places.size(); ++i) ends[places[i]] = std::move(trained[i]);
    return ends;
}

/// The best two settings once more, on seeds that the sweep has not seen.
void confirm(const SweepOptions& options, Engine& engine, const ExperimentConfig& base, const TrainedSeeds& known,
             const std::shared_ptr<const Dataset>& data, const GroupTraining& how, SweepReport& report) {
    std::vector<ExperimentConfig> configs;
    const std::size_t settings = std::min<std::size_t>(2, report.ranked());
    for (std::int64_t seed = 0; seed < options.confirm; ++seed)
        for (std::size_t k = 0; k < settings; ++k) {  // both in turn, so that a disturbance of the machine hits both
            configs.push_back(report.setting(k));
            configs.back().seed = base.seed + options.seeds + seed;
        }
    if (!options.quiet && !options.json)
        std::printf("\nthe best %s again, on %lld fresh seeds\n", settings == 2 ? "two" : "one",
                    static_cast<long long>(options.confirm));
    report.confirm(configs, train(options, engine, base, configs, known, data, how));
}

void printReport(const SweepOptions& options, const SweepReport& report) {
    if (options.json)
        std::printf("%s\n", report.json().c_str());
    else
        std::printf("\n%s", report.text().c_str());
    std::fflush(stdout);
}

Result<> writeOptuna(const SweepOptions& options, const Study& study, const std::vector<StudyTrial>& trials) {
    const std::string& name = study.space.base().name;
    if (auto written = writeOptunaFile(options.optunaFile, name.empty() ? "Gatelab sweep" : name, study, trials);
        !written.ok())
        return written.error().withContext("--export-optuna");
    if (!options.quiet && !options.json)
        std::printf("%zu trials in '%s', for optuna-dashboard sqlite:///%s\n", trials.size(),
                    options.optunaFile.string().c_str(), options.optunaFile.string().c_str());
    return {};
}

/// The kept study as it is; trains nothing.
int exportOptuna(const SweepOptions& options) {
    const auto kept = keptSweep(options);
    if (!kept.ok()) return fail(kept.error(), options.json);
    if (!kept->study)
        return fail({ErrorCode::Unsupported,
                     "--export-optuna: the sweep of this workspace has no budget, so its axes are not kept; begin one "
                     "with --search tpe or asha, or with --budget"},
                    options.json);
    const auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const auto trials = trialsOf(**workspace, *kept->study, true);
    if (!trials.ok()) return fail(trials.error(), options.json);
    if (auto written = writeOptuna(options, *kept->study, *trials); !written.ok())
        return fail(written.error(), options.json);
    if (options.json) printJson(Json{{"result", {{"file", options.optunaFile.string()}, {"trials", trials->size()}}}});
    return kDone;
}

GroupTraining trainingOf(const SweepOptions& options, Workspace& workspace) {
    return {&workspace,
            {options.group.atOnce, options.group.limits().memoryBytes, options.oneByOne},
            options.json,
            options.quiet,
            std::chrono::seconds(options.diskWait)};
}

int search(const SweepOptions& options, Engine& engine, const AskedSweep& asked) {
    const Study& study = *asked.study;
    const auto workspace = options.workspace.open(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    std::optional<FileLock> lock;
    if (!options.joins) {
        auto held = FileLock::acquire(studyLock((*workspace)->folder()));
        if (!held.ok())
            return fail(held.error().withContext("the sweep of this workspace is under way; --join helps it"),
                        options.json);
        lock = std::move(*held);
        if (auto kept = keepSweep((*workspace)->folder(), {{}, 1, study}); !kept.ok())
            return fail(kept.error(), options.json);
    }
    const auto common = commonData(asked);
    const GroupTraining how = trainingOf(options, **workspace);
    const auto done = trainStudy(engine, study, common, how, {options.since, options.jobProfile});
    if (!done.ok()) return fail(done.error(), options.json);
    SweepReport report(asked.base, done->configs, done->ends, 1);
    report.tellShares();
    if (options.confirm > 0 && signalCount.load() == 0 && report.ranked() > 0) {
        // A search that goes on has confirmed some of it before.
        const auto runs = (*workspace)->runs();
        const TrainedSeeds known = runs.ok() ? TrainedSeeds(groupRuns(*runs)) : TrainedSeeds();
        confirm(options, engine, asked.base, known, common, how, report);
    }
    if (!options.quiet && !options.json) std::printf("\n%s\n", countText(done->trials).c_str());
    printReport(options, report);
    if (!options.optunaFile.empty())
        if (auto written = writeOptuna(options, study, done->trials); !written.ok())
            return fail(written.error(), options.json);
    if (signalCount.load() > 0 && !options.quiet)
        std::fprintf(stderr, "saved; to go on: gatelab-worker sweep --continue%s\n",
                     workspaceFlag(options.workspace.folder).c_str());
    return exitCode(*done);
}

int trainPlanned(const SweepOptions& options, Engine& engine, const AskedSweep& asked, const TrainedSeeds& known) {
    const auto workspace = options.workspace.open(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const GroupTraining how = trainingOf(options, **workspace);
    SavedSweep sweep{{}, options.seeds};
    for (std::size_t i = 0; i < asked.planned.configs.size(); i += static_cast<std::size_t>(options.seeds))
        sweep.settings.push_back(asked.planned.configs[i]);
    if (auto kept = keepSweep((*workspace)->folder(), sweep); !kept.ok())
        std::fprintf(stderr, "note: the window will not tell the result: %s\n", kept.error().message.c_str());
    const auto common = commonData(asked);
    const auto ends = train(options, engine, asked.base, asked.planned.configs, known, common, how);
    SweepReport report(asked.base, asked.planned.configs, ends, options.seeds);
    if (options.confirm > 0 && signalCount.load() == 0 && report.ranked() > 0)
        confirm(options, engine, asked.base, known, common, how, report);
    printReport(options, report);
    return exitCode(ends);
}

int sweep(SweepOptions options) {
    if (!options.optunaFile.empty()) {
        options.optunaFile = std::filesystem::absolute(options.optunaFile);
        if (options.vary.empty() && options.list.empty() && !options.goesOn) return exportOptuna(options);
    }
    if (options.joins && (options.goesOn || !options.budgetText.empty() || options.trials > 0))
        return fail({ErrorCode::InvalidInput,
                     "--join: the sweep that is under way has its budget; leave out --continue, "
                     "--budget and --trials"},
                    options.json);
    options.goesOn = options.goesOn || options.joins;
    options.known = options.known || options.goesOn;
    auto asked = options.goesOn ? goneOnWith(options) : givenSweep(options);
    if (!asked.ok()) return fail(asked.error(), options.json);
    if (options.joins && !asked->study)
        return fail(
            {ErrorCode::InvalidInput, "--join is for a search with a budget: --search tpe or asha, or --budget"},
            options.json);
    if (!options.optunaFile.empty() && !asked->study)
        return fail({ErrorCode::InvalidInput,
                     "--export-optuna is for a search with a budget: --search tpe or asha, or --budget"},
                    options.json);
    printDataFindings(*asked->data, asked->base, false);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    if (auto limited = limitMemory(asked->base, (*engine)->info()); !limited.ok())
        return fail(limited.error(), options.json);
    installSignals();
    if (asked->study && !options.dryRun) return search(options, **engine, *asked);
    const auto known = knownRuns(options);
    if (!known.ok()) return fail(known.error(), options.json);
    if (!options.dryRun) return trainPlanned(options, **engine, *asked, *known);
    return dryRun(options, **engine, *asked, *known);
}

}  // namespace

CommandAction setSweep(CLI::App& app) {
    const auto options = std::make_shared<SweepOptions>();
    options->experiment.addTo(app);
    options->experiment.addSuggest(app);
    options->workspace.addTo(app);
    app.add_option("--vary", options->vary,
                   "Settings and their values: learning_rate=0.001,0.003 hidden_size=32,64; or a range to choose from: "
                   "learning_rate=1e-4..1e-2:log hidden_size=16..128; dropout=0..0.5:6 takes six values of a range, "
                   "learning_rate=1e-4..1e-2:log:5 five at equal factors; values with commas are told apart by |")
        ->expected(1, -1)
        ->group("Sweep");
    app.add_option("--search", options->search,
                   "grid: every combination; random: drawn; tpe: ten at random, then each where the earlier ones were "
                   "good (Parzen estimator); asha: the same, and only the best third of each rung of epochs trains on, "
                   "the others are stopped and can be lengthened (grid)")
        ->group("Sweep");
    app.add_option("--trials", options->trials,
                   "How many combinations are drawn (random), or trained at most (tpe, asha)")
        ->check(CLI::Range(1, 100000))
        ->group("Sweep");
    app.add_option("--budget", options->budgetText,
                   "When any search begins no more trials, whatever comes first: 40 (trials), '1000 epochs' (of all "
                   "together), 90s, 30m, 2h or 1d; several with commas. What trains then ends")
        ->group("Sweep");
    app.add_flag("--continue", options->goesOn,
                 "Go on with the newest sweep of the workspace, after a kill or with a larger budget: what is trained "
                 "counts, what was interrupted goes on")
        ->group("Sweep");
    app.add_flag("--join", options->joins,
                 "Help the search of the workspace that other processes carry out, here or on other machines that see "
                 "its disk: each asks for the next trial, by what all have come to")
        ->group("Sweep");
    app.add_option("--since", options->since)->group("");
    app.add_option("--job-profile", options->jobProfile)->group("");
    app.add_option("--export-optuna", options->optunaFile,
                   "Of a search with a budget: write the trials as a SQLite file of Optuna 4, for optuna-dashboard; "
                   "without settings "
                   "those of the workspace's newest sweep, and train nothing")
        ->group("Sweep");
    app.add_option("--list", options->list,
                   "A file with the settings: a JSON array of objects, or an object per line, each over the settings "
                   "given here")
        ->group("Sweep");
    app.add_option("--seeds", options->seeds, "Successive seeds of each setting (1)")
        ->check(CLI::Range(1, 1000))
        ->group("Sweep");
    app.add_option("--draw-seed", options->drawSeed,
                   "Start of what is drawn: the same one gives the same combinations, with tpe as long as one trains "
                   "at a time (1)")
        ->check(CLI::Range(0, 2147483647))
        ->group("Sweep");
    app.add_option("--confirm", options->confirm,
                   "Then train the best two settings on so many fresh seeds: the best of many is lucky, and this says "
                   "by how much, and whether it is better than the second "
                   "(the verdict needs 6)")
        ->check(CLI::Range(1, 1000))
        ->group("Sweep");
    app.add_flag(
           "--known", options->known,
           "Runs of the workspace with these very settings and seeds count as they are; only what is missing is "
           "trained (on the same machine it would give the same numbers); a search with a budget always takes them")
        ->group("Sweep");
    app.add_flag("--dry-run", options->dryRun,
                 "Train nothing: say how many runs there would be, how long they would train (measured now) and how "
                 "much memory they would take")
        ->group("Sweep");
    app.add_flag("--one-by-one", options->oneByOne, "One run after the other, each with all cores")->group("Together");
    options->group.addTo(app);
    app.add_flag("--json", options->json,
                 "JSON lines as runs begin, end an epoch and end, and once a second how far all are; the last line is "
                 "the result: settings, best first");
    app.add_flag("--quiet", options->quiet, "Only the result");
    addDiskWait(app, options->diskWait);
    return [options] { return sweep(*options); };
}

}  // namespace gatelab::worker
