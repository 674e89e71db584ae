// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/record/kept_baselines.h"
#include "worker/bench/measure_option.h"
#include "worker/commands.h"
#include "worker/group_options.h"
#include "worker/group_runs.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/finding_hint.h"
#include "worker/output/score_report.h"
#include "worker/output/series_report.h"
#include "worker/ranks/rank_options.h"
#include "worker/runs.h"
#include "worker/trust/strong_scores.h"

#include "app/queue_worker.h"
#include "app/run_order.h"
#include "config/architecture.h"
#include "config/field.h"
#include "config/obstacles/gpu_advice.h"
#include "data/many/many_series.h"
#include "device/switch_machine.h"
#include "run/timeline_json.h"
#include "session/confined_job.h"
#include "session/worker_server.h"
#include "store/job_limits.h"
#include "store/run_command.h"
#include "store/workspace.h"

#include <unistd.h>

#include <iterator>
#include <memory>

namespace gatelab::worker {

namespace {

constexpr int kBesideWindow = 5;  // niceness

struct TrainOptions {
    ExperimentOptions experiment;
    WorkspaceOptions workspace;
    bool json = false, quiet = false, noStore = false, noBaselines = false;
    std::int64_t timeline = 0;  ///< steps to record of each run; 0: none
    std::int64_t seeds = 1, diskWait = kDiskPatience.count();
    std::filesystem::path weights;
    bool together = false, sandbox = false;
    GroupOptions group;
    RankOptions ranks;
};

/// What several seeds have come to so far.
struct SeedTally {
    WorkerResult result;
    RunOutcome last;
    std::int64_t failed = 0;  ///< how many
    int code = kDone;         ///< exit code of the first that failed
    ConfusionMatrix classes;  ///< of the newest that did not fail
    std::size_t series = 0;   ///< of many; 0: one
    std::shared_ptr<const Dataset> data;
    ExperimentConfig config;
};

/// Of at least one seed; gives the exit code.
int printSeedResults(const TrainOptions& options, SeedTally& tally, Workspace* workspace) {
    WorkerResult& result = tally.result;
    const bool hasFailed = tally.failed > 0;
    result.state = hasFailed ? RunState::Failed : tally.last.state;
    result.why = hasFailed
                     ? std::to_string(tally.failed) + " of " + std::to_string(result.seeds.size()) + " seeds failed"
                     : tally.last.why;
    if (options.seeds > 1 && (!result.leftOut.empty() || !result.seeds.back().whole))
        result.why += (result.why.empty() ? "" : "; ") + seedsDone(result.seeds, result.leftOut);
    result.scores = meanScores(result.seeds);
    StrongScores strong;
    if (!options.noBaselines && !hasFailed && tally.last.state == RunState::Finished && !result.scores.empty()) {
        const bool quiet = options.json || options.quiet;
        std::vector<std::string> runs;
        for (const auto& seed : result.seeds) runs.push_back(seed.run);
        strong = workspace != nullptr ? keptScores(*workspace, runs, tally.data, quiet)
                                      : quickScores(tally.data, tally.config, quiet);
    }
    appendScores(strong.validation, result.validation.baselines);
    result.scores.insert(result.scores.end(), strong.scores.begin(), strong.scores.end());
    if (options.json)
        std::printf("%s\n", resultLine(result).c_str());
    else {
        printRunEnd(result.run, options.workspace.folder, result.why);
        printSeeds(result.seeds, result.unit);
        printScores(result.scores, result.unit, tally.classes, result.validation);
        printWhatIsMean(tally.series);
        if (tally.series > 1 && workspace != nullptr && !hasFailed)
            std::printf("each of them: gatelab-worker show %s%s --series\n", result.run.c_str(),
                        workspaceFlag(options.workspace.folder).c_str());
        for (const std::string& note : strong.notes) std::printf("%s\n", note.c_str());
    }
    return hasFailed && signalCount == 0 ? tally.code : exitCode(tally.last);
}

int failUntrained(bool json) { return fail({ErrorCode::Cancelled, "interrupted; nothing new is kept"}, json); }

/// All seeds at once, as far as there is room.
int trainSeedsTogether(const TrainOptions& options, const ExperimentConfig& config,
                       const std::shared_ptr<const Dataset>& data, Engine& engine, Workspace* workspace,
                       const std::shared_ptr<const TrainingPlace>&) {
    std::vector<RunOrder> runs;
    for (std::int64_t seed = 0; seed < options.seeds; ++seed) {
        runs.push_back({.config = config, .data = data, .startWeights = options.weights});
        runs.back().config.seed += seed;
    }
    const auto ends = trainGroup(
        engine, runs,
        {workspace, options.group.limits(), options.json, options.quiet, std::chrono::seconds(options.diskWait), true});
    SeedTally tally;
    if (data && data->series) tally.series = membersOf(*data->series).size();
    tally.data = data, tally.config = config;
    tally.last.state = RunState::Finished;
    WorkerResult& result = tally.result;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const GroupRunEnd& end = ends[i];
        const std::int64_t seed = runs[i].config.seed;
        if (!end.begun) {
            result.leftOut.push_back(seed);
            continue;
        }
        const bool isFailed = end.state == RunState::Failed;
        if (!isFailed) result.unit = end.unit, result.testAbsent = end.testAbsent;
        if (isFailed) ++tally.failed;
        if (end.state == RunState::Interrupted) tally.last.state = RunState::Interrupted;
        result.run = end.run;
        result.seeds.push_back(
            {seed, end.run, end.state, end.scores, isFailed || !end.whole ? end.why : std::string(), end.whole});
    }
    if (result.seeds.empty()) return failUntrained(options.json);
    tally.code = exitCode(ends);
    return printSeedResults(options, tally, workspace);
}

/// How a seed that was followed to its end ended.
struct SeedEnd {
    RunOutcome outcome;
    bool isTestBegun = false;
    bool isStopped = false;                 ///< where the test part was begun: a signal came before it
    std::vector<TestScore> baselines = {};  ///< on the validation part
};

SeedEnd followSeed(const TrainOptions& options, Engine& engine, RunRequest request, RunPrinter& printer) {
    SeedEnd end;
    const auto watchForTest = [&end](const RunEvent& event) {
        if (const auto* known = event.as<ValidationBaselines>()) end.baselines = known->scores;
        if (!event.is<ScoringProgress>() || end.isTestBegun) return;
        end.isTestBegun = true;
        end.isStopped = signalCount > 0;
    };
    auto followed =
        followRun(engine, std::move(request), printer, {watchForTest, {}, std::chrono::seconds(options.diskWait)});
    end.outcome = followed.ok() ? std::move(*followed)
                                : RunOutcome{RunState::Failed, followed.error().code, followed.error().message, {}};
    return end;
}

/// Takes the end of one seed into the tally; why it failed goes to stderr.
void addSeed(SeedTally& tally, std::int64_t seed, SeedEnd end, const RunPrinter& printer) {
    WorkerResult& result = tally.result;
    const bool isFailed = end.outcome.state == RunState::Failed;
    if (!isFailed) {
        result.unit = printer.unit();
        result.testAbsent = printer.testAbsent();
        tally.classes = printer.classes();
    }
    const bool isWhole = isFailed || !(end.isTestBegun ? end.isStopped : signalCount > 0);
    result.seeds.push_back({seed, result.run, end.outcome.state, std::move(end.outcome.scores),
                            isFailed || !isWhole ? end.outcome.why : std::string(), isWhole});
    tally.last = std::move(end.outcome);
    if (!isFailed) return;
    std::fprintf(stderr, "gatelab-worker: seed %lld failed: %s\n", static_cast<long long>(seed),
                 tally.last.why.c_str());
    if (++tally.failed == 1) tally.code = exitCode(tally.last.code);
}

/// One seed after the other, each with all cores; a first signal begins no more of them.
int trainSeedsInTurn(const TrainOptions& options, const ExperimentConfig& config,
                     const std::shared_ptr<const Dataset>& data, Engine& engine, Workspace* workspace,
                     const std::shared_ptr<const TrainingPlace>& place) {
    SeedTally tally;
    if (data && data->series) tally.series = membersOf(*data->series).size();
    tally.data = data, tally.config = config;
    WorkerResult& result = tally.result;
    std::string first;  // the run that the others repeat
    for (std::int64_t seed = 0; seed < options.seeds && signalCount == 0; ++seed) {
        RunOrder order{
            .config = config, .data = data, .parent = first, .startWeights = options.weights, .place = place};
        order.config.seed += seed;
        auto opened = openRun(engine, workspace, order);
        if (!opened.ok()) return fail(opened.error(), options.json);
        if (workspace) result.run = opened->request.record->id();
        if (workspace && options.timeline > 0)
            if (auto asked = askForTimeline(opened->request.record->folder(), options.timeline); !asked.ok())
                return fail(asked.error(), options.json);
        if (first.empty()) first = result.run;
        RunPrinter printer(options.json, options.quiet);
        if (options.seeds > 1) printer.beginSeed({order.config.seed, seed + 1, options.seeds}, result.run);
        SeedEnd end = followSeed(options, engine, std::move(opened->request), printer);
        if (workspace) (void)workspace->refresh(result.run).ok();  // the index is rebuilt from the folders anyway
        if (workspace && options.seeds == 1)
            if (const auto run = workspace->run(result.run); run.ok())
                result.validation = validationSide(*run, std::move(end.baselines));
        const bool isFailed = end.outcome.state == RunState::Failed;
        if (isFailed && options.seeds == 1) return fail({end.outcome.code, end.outcome.why}, options.json);
        addSeed(tally, config.seed + seed, std::move(end), printer);
        if (isFailed && exitCode(tally.last.code) == kStorage) break;  // so would the others
    }
    if (result.seeds.empty()) return failUntrained(options.json);
    for (std::int64_t seed = std::ssize(result.seeds); seed < options.seeds; ++seed)
        result.leftOut.push_back(config.seed + seed);
    return printSeedResults(options, tally, workspace);
}

/// InvalidInput: the last of the successive seeds would be beyond the range of the setting.
Result<> checkSeeds(std::int64_t first, std::int64_t count) {
    const auto highest = static_cast<std::int64_t>(findField("seed")->range.high);
    const std::int64_t last = first + count - 1;
    if (last <= highest) return {};
    return Error{ErrorCode::InvalidInput, "--seeds: the last of the successive seeds would be " + std::to_string(last) +
                                              ", and a seed is at most " + std::to_string(highest)};
}

/// What a GPU could be asked for otherwise, in the window's words. It is said and never done.
void printGpuAdvice(const ExperimentConfig& config, const EngineInfo& info) {
    if (const auto advice = tf32Advice(config, switchMachine(info, config.device, 0)))
        std::fprintf(stderr, "note: %s: %s (--precision tf32)\n", fieldFlag(*findField(advice->key)).c_str(),
                     consoleText(advice->message).c_str());
}

/// Null: nothing is to be stored.
Result<std::shared_ptr<Workspace>> openStore(const TrainOptions& options) {
    if (options.noStore) return std::shared_ptr<Workspace>();
    return options.workspace.open(options.json);
}

int trainSeeds(const TrainOptions& options) {
    auto config = options.experiment.config();
    if (!config.ok()) return fail(config.error(), options.json);
    makePathsAbsolute(*config);
    const auto place = options.ranks.place();
    if (!place.ok()) return fail(place.error(), options.json);
    *config = placedAt(**place, std::move(*config));
    if (auto checked = checkSeeds(config->seed, options.seeds); !checked.ok())
        return fail(checked.error(), options.json);
    if (options.sandbox) {
        if (!(*place)->setup.hosts.empty())
            return fail(
                {ErrorCode::InvalidInput, "a sandbox has no network; train without --sandbox or without --hosts"},
                options.json);
        if (auto inside = enterSandbox(options.workspace.folder); !inside.ok())
            return fail(inside.error(), options.json);
    }
    const auto workspace = openStore(options);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    // Weights that are given fit the network that they were made for.
    const auto data = options.weights.empty() ? options.experiment.suggestedData(*config, !options.quiet)
                                              : options.experiment.dataAsSet(*config);
    if (!data.ok()) return fail(data.error(), options.json);
    printDataFindings(**data, *config, false);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    if (auto limited = limitMemory(*config, (*engine)->info()); !limited.ok())
        return fail(limited.error(), options.json);
    if (!options.quiet) printGpuAdvice(*config, (*engine)->info());
    // Settings that cannot be used leave no run behind.
    ExperimentConfig here = *config;
    here.isolated = false;  // as this command trains
    const auto checked = (*engine)->check(here, *data, options.weights);
    if (!checked.ok()) return fail(withWindowsHint(checked.error(), **data, *config), options.json);
    const auto reached = reachHosts(*place, *config, **checked);
    if (!reached.ok()) return fail(reached.error(), options.json);
    installSignals();
    const auto train = options.together && options.seeds > 1 ? trainSeedsTogether : trainSeedsInTurn;
    return train(options, *config, *checked, **engine, workspace->get(), *reached);
}

struct ServeOptions {
    WorkspaceOptions workspace;
    std::string run;
    std::uint64_t memoryLimit = 0;
    int threads = 0;
    double epochSeconds = 0;
    std::filesystem::path weights;
    bool stepsOnce = false, queue = false;
};

/// Within what the workspace allows each job (queue limits). None of it is a setting of the run.
Result<OwnLimits> confine(const ServeOptions& options) {
    const auto limits = readLimits(options.workspace.folder);
    if (!limits.ok()) return limits.error();
    if (limits->isSandboxed)
        if (auto inside = enterSandbox(options.workspace.folder); !inside.ok()) return inside.error();
    OwnLimits own = confineThisProcess(*limits, options.queue ? "queue-" + std::to_string(::getpid()) : options.run);
    if (!own.remark.empty()) std::fprintf(stderr, "gatelab-worker: %s\n", consoleText(own.remark).c_str());
    return own;
}

/// The runs that wait and may train together; the window that began it watches each.
int serveQueue(const ServeOptions& options, const OwnLimits& own) {
    auto workspace = options.workspace.openExisting(true);
    if (!workspace.ok()) return fail(workspace.error(), false);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), false);
    installSignals();
    if (::nice(kBesideWindow) == -1)
        std::fprintf(stderr, "gatelab-worker: it could not be made to give way to the window\n");
    const auto word = [] {
        return leaveAsked() ? QueueCommand::Leave : signalCount.load() > 0 ? QueueCommand::Stop : QueueCommand::GoOn;
    };
    TrainingGroup::Limits limits;
    limits.workers = own.threads;
    limits.memoryBytes = static_cast<double>(own.memoryMiB << 20);
    const auto trained = trainQueue(**engine, **workspace, limits, word);
    return trained.ok() ? signalCount.load() > 0 ? kInterrupted : kDone : fail(trained.error(), false);
}

int serveRun(const ServeOptions& options) {
    const auto own = confine(options);
    if (!own.ok()) return fail(own.error(), false);
    if (options.queue) return serveQueue(options, *own);
    auto workspace = options.workspace.openExisting(true);
    if (!workspace.ok()) return fail(workspace.error(), false);
    auto summary = (*workspace)->run(options.run);
    if (!summary.ok()) return fail(summary.error(), false);
    auto record = (*workspace)->reopenRun(options.run);
    if (!record.ok()) return fail(record.error(), false);
    auto server = WorkerServer::listen(options.run);
    if (!server.ok()) return fail(server.error(), false);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), false);
    installSignals();
    RunRequest request{summary->config, nullptr, std::move(*record), {}};
    if (options.memoryLimit > 0) request.config.memoryLimit = static_cast<std::int64_t>(options.memoryLimit >> 20);
    const auto lower = [](std::int64_t& setting, std::int64_t limit) {
        if (limit > 0 && (setting == 0 || setting > limit)) setting = limit;
    };
    lower(request.config.memoryLimit, own->memoryMiB);
    if (auto limited = limitMemory(request.config, (*engine)->info()); !limited.ok())
        return fail(limited.error(), false);
    if (options.threads > 0) request.config.threads = options.threads;
    lower(request.config.threads, own->threads);
    request.epochSeconds = options.epochSeconds;
    request.startWeights = options.weights;
    request.stepsOnce = options.stepsOnce;
    std::error_code ignored;
    if (std::filesystem::exists(request.record->folder() / "checkpoints", ignored))
        request.resumeFrom = request.record->folder();
    auto session = (*engine)->start(std::move(request));
    if (!session.ok()) return fail(session.error(), false);
    const RunState end = (*server)->serve(**session, [] { return signalCount > 0; });
    return end == RunState::Finished ? kDone : end == RunState::Interrupted ? kInterrupted : kFailed;
}

}  // namespace

CommandAction setTrain(CLI::App& app) {
    const auto options = std::make_shared<TrainOptions>();
    options->experiment.addTo(app);
    options->experiment.addSuggest(app);
    options->workspace.addTo(app);
    app.add_flag("--json", options->json,
                 "Metrics and events as JSON lines; the last line is the result: scores of the test part by scale "
                 "(standardised, original), of each seed and "
                 "their mean and deviation, and of the baselines");
    app.add_flag("--quiet", options->quiet, "Only the result");
    app.add_flag("--no-store", options->noStore, "Keep nothing");
    app.add_flag("--no-baselines", options->noBaselines,
                 "Leave out the strong baselines that come by themselves in at most 5 s; later: baselines --run");
    app.add_flag("--sandbox", options->sandbox,
                 "Train under bubblewrap: all files to be read, only the workspace to be written, and no network");
    app.add_option("--weights", options->weights, "Start from the weights of this safetensors file (PyTorch's names)");
    addDiskWait(app, options->diskWait);
    addMeasure(app);
    app.add_option("--seeds", options->seeds,
                   "Train so many times with successive seeds, also where one fails; the result is the scores of each, "
                   "their mean and standard deviation")
        ->check(CLI::Range(1, 1000));
    app.add_flag("--together", options->together,
                 "Train the seeds at the same time, a core for each, with the bits that each has alone; without it one "
                 "after the other, each with all cores. With --json a line for each that begins "
                 "and ends, for its epochs, and for all once a second");
    app.add_option("--timeline", options->timeline,
                   "Records where the time of so many steps goes; 'gatelab-worker timeline RUN' shows it")
        ->check(CLI::Range(std::int64_t{1}, kMostTimelineSteps))
        ->excludes("--together")
        ->excludes("--no-store");
    options->group.addTo(app);
    options->ranks.addTo(app);
    return [options] { return trainSeeds(*options); };
}

CommandAction setServe(CLI::App& app) {
    const auto options = std::make_shared<ServeOptions>();
    options->workspace.addTo(app);
    app.add_option("--run", options->run, "Which run");
    app.add_flag("--queue", options->queue, "The runs of the queue that may train together, instead of one run");
    app.add_option("--memory-limit", options->memoryLimit, "Address space in bytes");
    app.add_option("--threads", options->threads, "CPU threads");
    app.add_option("--epoch-seconds", options->epochSeconds, "Seconds of training per epoch as they were forecast");
    app.add_option("--weights", options->weights, "Start from the weights of this safetensors file");
    app.add_flag("--step-once", options->stepsOnce, "Make one step, then pause");
    return [options] { return serveRun(*options); };
}

}  // namespace gatelab::worker
