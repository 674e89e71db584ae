// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/runs.h"

#include "config/architecture.h"
#include "data/experiment_check.h"
#include "data/readers.h"
#include "session/worker_server.h"
#include "store/workspace.h"

#include <sys/resource.h>

namespace gatelab::worker {

namespace {

struct TrainOptions {
    ExperimentOptions experiment;
    WorkspaceOptions workspace;
    bool json = false, quiet = false, noStore = false;
    std::int64_t seeds = 1;
    std::filesystem::path weights;
};

/// A path in an experiment must mean the same file wherever it is read again.
void makeAbsolute(std::string& path) {
    std::error_code ignored;
    if (path.empty()) return;
    const auto absolute = std::filesystem::absolute(path, ignored);
    if (!ignored) path = absolute.lexically_normal().string();
}

/// Mean of a score over several seeds, in the shape of one run's scores.
std::vector<TestScore> meanScores(const std::vector<std::vector<TestScore>>& all) {
    std::vector<TestScore> mean = all.front();
    for (std::size_t i = 0; i < mean.size(); ++i) {
        double sum = 0;
        for (const auto& scores : all) sum += i < scores.size() ? scores[i].value : 0;
        mean[i].value = sum / static_cast<double>(all.size());
    }
    return mean;
}

int trainSeeds(const TrainOptions& options) {
    auto config = options.experiment.config();
    if (!config.ok()) return fail(config.error(), options.json);
    makeAbsolute(config->dataPath);
    makeAbsolute(config->testPath);
    std::shared_ptr<Workspace> workspace;
    if (!options.noStore) {
        auto opened = Workspace::open(options.workspace.folder);
        if (!opened.ok()) return fail(opened.error(), options.json);
        workspace = std::move(*opened);
    }
    auto loaded = loadDataset(*config);
    if (!loaded.ok()) return fail(loaded.error(), options.json);
    const auto data = std::make_shared<const Dataset>(std::move(*loaded));
    // Settings that cannot be used leave no run behind.
    if (auto usable = firstError(checkExperiment(*config, data.get())); !usable.ok()) return fail(usable.error(), options.json);
    printDataFindings(*data, false);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    installSignals();

    std::vector<std::vector<TestScore>> scores;
    RunOutcome outcome;
    std::string id, first;  // the others repeat the first
    for (std::int64_t seed = 0; seed < options.seeds && signalCount == 0; ++seed) {
        RunRequest request{*config, data, nullptr, {}, options.weights};
        request.config.seed += seed;
        if (workspace) {
            auto record = workspace->createRun(request.config, first, dataName(request.config));
            if (!record.ok()) return fail(record.error(), options.json);
            id = (*record)->id();
            if (first.empty()) first = id;
            request.record = std::move(*record);
        }
        RunPrinter printer(options.json, options.quiet);
        auto followed = followRun(**engine, std::move(request), printer);
        if (!followed.ok()) return fail(followed.error(), options.json);
        outcome = std::move(*followed);
        if (workspace) (void)workspace->refresh(id).ok();  // the index is rebuilt from the folders anyway
        if (outcome.state == RunState::Failed) return fail({outcome.code, outcome.why}, options.json);
        if (!outcome.scores.empty()) scores.push_back(outcome.scores);
    }
    if (!scores.empty()) outcome.scores = meanScores(scores);
    if (options.json) std::printf("%s\n", resultLine(id, outcome.state, outcome.scores, outcome.why).c_str());
    else {
        if (!id.empty()) std::printf("\nrun %s in %s%s%s\n", id.c_str(), options.workspace.folder.c_str(), outcome.why.empty() ? "" : ": ", outcome.why.c_str());
        printScores(outcome.scores);
    }
    return exitCode(outcome);
}

struct ServeOptions {
    WorkspaceOptions workspace;
    std::string run;
    std::uint64_t memoryLimit = 0;
    int threads = 0;
    double epochSeconds = 0;
    std::filesystem::path weights;
};

int serveRun(const ServeOptions& options) {
    if (options.memoryLimit > 0) {
        const rlimit limit{options.memoryLimit, options.memoryLimit};
        setrlimit(RLIMIT_AS, &limit);
    }
    auto workspace = options.workspace.openExisting();
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
    if (options.threads > 0) request.config.threads = options.threads;
    request.epochSeconds = options.epochSeconds;
    request.startWeights = options.weights;
    std::error_code ignored;
    if (std::filesystem::exists(request.record->folder() / "checkpoints", ignored)) request.resumeFrom = request.record->folder();
    auto session = (*engine)->start(std::move(request));
    if (!session.ok()) return fail(session.error(), false);
    const RunState end = (*server)->serve(**session, [] { return signalCount > 0; });
    return end == RunState::Finished ? kDone : end == RunState::Interrupted ? kInterrupted : kFailed;
}

}  // namespace

CommandAction setTrain(CLI::App& app) {
    const auto options = std::make_shared<TrainOptions>();
    options->experiment.addTo(app);
    options->workspace.addTo(app);
    app.add_flag("--json", options->json, "Metrics and events as JSON lines; the last line is the result");
    app.add_flag("--quiet", options->quiet, "Only the result");
    app.add_flag("--no-store", options->noStore, "Keep nothing");
    app.add_option("--weights", options->weights, "Start from the weights of this safetensors file (PyTorch's names)");
    app.add_option("--seeds", options->seeds, "Train so many times with successive seeds; the result is their mean")->check(CLI::Range(1, 1000));
    return [options] { return trainSeeds(*options); };
}

CommandAction setServe(CLI::App& app) {
    const auto options = std::make_shared<ServeOptions>();
    options->workspace.addTo(app);
    app.add_option("--run", options->run, "Which run")->required();
    app.add_option("--memory-limit", options->memoryLimit, "Address space in bytes");
    app.add_option("--threads", options->threads, "CPU threads");
    app.add_option("--epoch-seconds", options->epochSeconds, "Seconds of training per epoch as they were forecast");
    app.add_option("--weights", options->weights, "Start from the weights of this safetensors file");
    return [options] { return serveRun(*options); };
}

}  // namespace gatelab::worker
