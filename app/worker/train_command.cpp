// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/commands.h"
#include "worker/group_options.h"
#include "worker/group_runs.h"
#include "worker/options.h"
#include "worker/output/score_report.h"
#include "worker/runs.h"

#include "app/queue_worker.h"
#include "config/architecture.h"
#include "config/field.h"
#include "session/worker_server.h"
#include "store/workspace.h"

#include <unistd.h>

#include <iterator>
#include <optional>

namespace gatelab::worker {

namespace {

constexpr int kBesideWindow = 5;  // niceness

struct TrainOptions {
    ExperimentOptions experiment;
    WorkspaceOptions workspace;
    bool json = false, quiet = false, noStore = false;
    std::int64_t seeds = 1, diskWait = kDiskPatience.count();
    std::filesystem::path weights;
    bool together = false;
    GroupOptions group;
};

/// What all seeds came to. `code`: of the first that failed.
int printSeedResults(const TrainOptions& options, WorkerResult& result, const RunOutcome& last, std::int64_t failed,
                     int code, const ConfusionMatrix& classes) {
    result.state = failed > 0 ? RunState::Failed : last.state;
    result.why =
        failed > 0 ? std::to_string(failed) + " of " + std::to_string(result.seeds.size()) + " seeds failed" : last.why;
    if (options.seeds > 1 && (!result.leftOut.empty() || !result.seeds.back().whole))
        result.why += (result.why.empty() ? "" : "; ") + seedsDone(result.seeds, result.leftOut);
    result.scores = meanScores(result.seeds);
    if (options.json)
        std::printf("%s\n", resultLine(result).c_str());
    else {
        printRunEnd(result.run, options.workspace.folder, result.why);
        printSeeds(result.seeds, result.unit);
        printScores(result.scores, result.unit, classes);
    }
    return failed > 0 && signalCount == 0 ? code : exitCode(last);
}

/// All seeds at once, as far as there is room.
int trainSeedsTogether(const TrainOptions& options, const ExperimentConfig& config,
                       const std::shared_ptr<const Dataset>& data, Engine& engine, Workspace* workspace) {
    std::vector<GroupRun> runs;
    for (std::int64_t seed = 0; seed < options.seeds; ++seed) {
        runs.push_back({config});
        runs.back().config.seed += seed;
        runs.back().repeatsFirst = seed > 0;
    }
    const auto ends = trainGroup(engine, runs,
                                 {workspace, data, options.weights, options.group.limits(), options.json, options.quiet,
                                  std::chrono::seconds(options.diskWait)});
    WorkerResult result;
    RunOutcome last{RunState::Finished, ErrorCode::Internal, {}, {}};
    std::int64_t failed = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const GroupRunEnd& end = ends[i];
        const std::int64_t seed = runs[i].config.seed;
        if (!end.begun) {
            result.leftOut.push_back(seed);
            continue;
        }
        const bool isFailed = end.state == RunState::Failed;
        if (!isFailed) result.unit = end.unit, result.testAbsent = end.testAbsent;
        if (isFailed) ++failed;
        if (end.state == RunState::Interrupted) last.state = RunState::Interrupted;
        result.run = end.run;
        result.seeds.push_back(
            {seed, end.run, end.state, end.scores, isFailed || !end.whole ? end.why : std::string(), end.whole});
    }
    if (result.seeds.empty())
        return fail({ErrorCode::Cancelled, "interrupted before any training; nothing new is kept"}, options.json);
    return printSeedResults(options, result, last, failed, exitCode(ends), {});
}

int trainSeeds(const TrainOptions& options) {
    auto config = options.experiment.config();
    if (!config.ok()) return fail(config.error(), options.json);
    makePathsAbsolute(*config);
    const auto highest = static_cast<std::int64_t>(findField("seed")->range.high);
    if (const std::int64_t last = config->seed + options.seeds - 1; last > highest)
        return fail(
            {ErrorCode::InvalidInput, "--seeds: the last of the successive seeds would be " + std::to_string(last) +
                                          ", and a seed is at most " + std::to_string(highest)},
            options.json);
    std::shared_ptr<Workspace> workspace;
    if (!options.noStore) {
        auto opened = options.workspace.open(options.json);
        if (!opened.ok()) return fail(opened.error(), options.json);
        workspace = std::move(*opened);
    }
    // Weights that are given fit the network that they were made for.
    const auto data = options.weights.empty() ? options.experiment.suggestedData(*config, !options.quiet)
                                              : options.experiment.data(*config);
    if (!data.ok()) return fail(data.error(), options.json);
    printDataFindings(**data, *config, false);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    if (auto limited = limitMemory(*config, (*engine)->info()); !limited.ok())
        return fail(limited.error(), options.json);
    // Settings that cannot be used leave no run behind.
    ExperimentConfig here = *config;
    here.isolated = false;  // as this command trains
    if (auto checked = (*engine)->check(here, *data, options.weights); !checked.ok())
        return fail(checked.error(), options.json);
    installSignals();
    if (options.together && options.seeds > 1)
        return trainSeedsTogether(options, *config, *data, **engine, workspace.get());

    WorkerResult result;
    RunOutcome outcome;
    std::string first;  // the others repeat the first
    ConfusionMatrix classes;
    std::int64_t failed = 0;
    int code = kDone;  // of the first that failed
    for (std::int64_t seed = 0; seed < options.seeds && signalCount == 0; ++seed) {
        RunRequest request{*config, *data, nullptr, {}, options.weights};
        request.config.seed += seed;
        if (workspace) {
            RunOrigin origin(first);
            origin.startWeights = options.weights;
            auto record = workspace->createRun(request.config, origin, dataName(request.config));
            if (!record.ok()) return fail(record.error(), options.json);
            result.run = (*record)->id();
            if (first.empty()) first = result.run;
            request.record = std::move(*record);
        }
        RunPrinter printer(options.json, options.quiet);
        if (options.seeds > 1) printer.beginSeed({request.config.seed, seed + 1, options.seeds}, result.run);
        std::optional<bool> stopped;  // before its test part was begun
        const auto handle = [&stopped](const RunEvent& event) {
            if (event.is<ScoringProgress>() && !stopped) stopped = signalCount > 0;
        };
        auto followed =
            followRun(**engine, std::move(request), printer, {handle, {}, std::chrono::seconds(options.diskWait)});
        outcome = followed.ok() ? std::move(*followed)
                                : RunOutcome{RunState::Failed, followed.error().code, followed.error().message, {}};
        if (workspace) (void)workspace->refresh(result.run).ok();  // the index is rebuilt from the folders anyway
        const bool isFailed = outcome.state == RunState::Failed;
        if (isFailed && options.seeds == 1) return fail({outcome.code, outcome.why}, options.json);
        if (!isFailed) result.unit = printer.unit(), classes = printer.classes();
        if (!isFailed) result.testAbsent = printer.testAbsent();
        const bool whole = isFailed || !stopped.value_or(signalCount > 0);
        result.seeds.push_back({config->seed + seed, result.run, outcome.state, std::move(outcome.scores),
                                isFailed || !whole ? outcome.why : std::string(), whole});
        if (!isFailed) continue;
        std::fprintf(stderr, "gatelab-worker: seed %lld failed: %s\n", static_cast<long long>(config->seed + seed),
                     outcome.why.c_str());
        if (++failed == 1) code = exitCode(outcome.code);
        if (exitCode(outcome.code) == kStorage) break;  // so would the others
    }
    if (result.seeds.empty())
        return fail({ErrorCode::Cancelled, "interrupted before any training; nothing new is kept"}, options.json);
    for (std::int64_t seed = std::ssize(result.seeds); seed < options.seeds; ++seed)
        result.leftOut.push_back(config->seed + seed);
    return printSeedResults(options, result, outcome, failed, code, classes);
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

/// The runs that wait and may train together; the window that began it watches each.
int serveQueue(const ServeOptions& options) {
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
    const auto trained = trainQueue(**engine, **workspace, {}, word);
    return trained.ok() ? signalCount.load() > 0 ? kInterrupted : kDone : fail(trained.error(), false);
}

int serveRun(const ServeOptions& options) {
    if (options.queue) return serveQueue(options);
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
    if (auto limited = limitMemory(request.config, (*engine)->info()); !limited.ok())
        return fail(limited.error(), false);
    if (options.threads > 0) request.config.threads = options.threads;
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
    app.add_option("--weights", options->weights, "Start from the weights of this safetensors file (PyTorch's names)");
    addDiskWait(app, options->diskWait);
    app.add_option("--seeds", options->seeds,
                   "Train so many times with successive seeds, also where one fails; the result is the scores of each, "
                   "their mean and standard deviation")
        ->check(CLI::Range(1, 1000));
    app.add_flag("--together", options->together,
                 "Train the seeds at the same time, a core for each, with the bits that each has alone; without it one "
                 "after the other, each with all cores. With --json a line for each that begins "
                 "and ends, for its epochs, and for all once a second");
    options->group.addTo(app);
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
