// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/forecast/kept_forecast.h"

#include "io/json/json.h"
#include "worker/forecast/forecast_files.h"
#include "worker/forecast/kept_continuation.h"
#include "worker/output/answer_report.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/future_report.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"
#include "worker/output/progress_line.h"
#include "worker/output/score_report.h"
#include "worker/output/series_report.h"
#include "worker/runs.h"

#include "app/interval_choice.h"
#include "app/kept_data.h"
#include "app/run_reference.h"
#include "base/number_text.h"
#include "baselines/strong/strong_baselines.h"
#include "config/setting_predicates.h"
#include "run/packed_forecast.h"
#include "run/series_forecasts.h"
#include "session/forecast_packed.h"
#include "store/data_for_run.h"
#include "store/record/run_folder.h"
#include "store/run_command.h"
#include "store/saved_preparation_file.h"
#include "store/workspace.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

Json packedJson(const PackedComparison& beside) {
    return {{"network", beside.what.english()},
            {"rms_difference", number(beside.difference)},
            {"largest_difference", number(beside.largest)},
            {"spread_of_forecasts", number(beside.spread)},
            {"window_us", number(beside.micros)},
            {"float_window_us", number(beside.wholeMicros)},
            {"same_answers", number(beside.agreement)},
            {"bytes", beside.bytes}};
}

/// What the packed network costs and saves against the run's own.
void printPacked(const PackedComparison& beside) {
    std::printf("against the float network: %s RMS difference, %s at most; its own forecasts spread by %s\n",
                numberText(beside.difference, 3).c_str(), numberText(beside.largest, 3).c_str(),
                numberText(beside.spread, 3).c_str());
    if (std::isfinite(beside.agreement))
        std::printf("both give the same class to %s %% (the figures above are of probabilities)\n",
                    numberText(100 * beside.agreement, 4).c_str());
    if (beside.micros > 0)
        std::printf("one takes %s us instead of %s us, both on one thread\n", numberText(beside.micros, 3).c_str(),
                    numberText(beside.wholeMicros, 3).c_str());
    if (beside.bytes > 0) std::printf("its file has %lld bytes\n", static_cast<long long>(beside.bytes));
}

/// Another file, read as the run's own was: what a user has set of its reading holds for this one, too.
Result<std::shared_ptr<const Dataset>> otherData(const std::filesystem::path& runFolder, const ExperimentConfig& config,
                                                 const std::filesystem::path& path) {
    ExperimentConfig options = config;
    options.dataPath = path;
    options.testPath.clear();
    auto data = readForRun(runFolder, path, options);
    if (!data.ok()) return data.error();
    printDataFindings(*data, options, true);
    return std::make_shared<const Dataset>(std::move(*data));
}

int streamRun(const ForecastOptions& options, Engine& engine, const std::filesystem::path& runFolder) {
    if (options.answers) {
        const auto stream = openSequenceStream(runFolder, {options.isPacked(), options.packed});
        return stream.ok() ? streamAnswers(**stream, options.json) : fail(stream.error(), options.json);
    }
    const auto forecaster =
        options.isPacked() ? openPackedForecaster(runFolder, options.packed) : engine.openForecaster(runFolder);
    if (!forecaster.ok()) return fail(forecaster.error(), options.json);
    const auto kept = readPreparation(runFolder);  // of a series, else there were no forecaster
    if (!kept.ok()) return fail(kept.error(), options.json);
    return streamForecasts(**forecaster, *kept->series, options.json);
}

/// With the network that was asked for; `beside` is filled of a packed one.
Result<ForecastSet> forecastWith(const ForecastOptions& options, Engine& engine, const ForecastRequest& request,
                                 const Progress& progress, std::optional<PackedComparison>& beside) {
    if (!options.isPacked()) return engine.forecast(request, progress);
    auto made = forecastPacked({request, options.packed}, progress);
    if (!made.ok()) return made.error();
    beside = std::move(made->beside);
    return std::move(made->set);
}

/// The command that trains such a run with a horizon over all rows that were asked for, behind an error that asks for
/// one; others stay.
Error withLongerHorizon(const Error& error, const ForecastOptions& options, const RunSummary& run) {
    if (error.field != "horizon") return error;
    ExperimentConfig config = *run.config;
    config.horizon = options.ahead;
    RunSummary longer;
    longer.config = std::move(config);
    const std::string command = reproduceCommand(longer, nullptr, options.workspace.folder);
    return Error{error.code, {GATELAB_TEXT("Worker", "%1. Such a run: %2"), {error.phrase, command}}}.ofField(
        error.field);
}

/// A run answers in the way it was trained for.
Result<> checkTask(const ForecastOptions& options, const RunSummary& run) {
    const std::string& task = run.config->task;
    if (options.answers && isForecast(task))
        return Error{
            ErrorCode::Unsupported,
            {GATELAB_TEXT("Worker", "run %1 forecasts a series and has no classes: use 'gatelab-worker forecast %1'"),
             {run.id}}};
    if (!options.answers && isClassification(task))
        return Error{
            ErrorCode::Unsupported,
            {GATELAB_TEXT("Worker",
                          "run %1 classifies sequences and forecasts nothing: use 'gatelab-worker classify %1'"),
             {run.id}}};
    return {};
}

/// The intervals that were asked for in the place of those that the forecast has.
Result<> takeIntervals(const ForecastOptions& options, Workspace& workspace, const std::string& run, Engine& engine,
                       const ForecastRequest& request, ForecastSet& set, const Progress& progress) {
    if (options.intervals.empty()) return {};
    IntervalChoice choice{*findIntervalMethod(options.intervals), options.workspace.folder, run};
    for (const std::string& word : options.ensemble) {
        const auto member = ownRun(workspace, word);
        if (!member.ok()) return member.error();
        choice.ensemble.push_back(member->id);
    }
    return chooseIntervals(engine, choice, request, set, progress);
}

/// What is asked of the network; of another file that is read, and of strong baselines that are not here, stderr tells.
Result<ForecastRequest> requestOf(const ForecastOptions& options, const RunSummary& run,
                                  const std::filesystem::path& runFolder) {
    ForecastRequest request;
    request.runFolder = runFolder;
    if (!options.data.empty()) {
        const auto file = dataPathOf(options.data.string(), options.workspace.folder);
        if (!file.ok()) return file.error();
        auto data = otherData(runFolder, *run.config, *file);
        if (!data.ok()) return data.error();
        request.data = std::move(*data);
        request.isOtherData = true;
    }
    request.stepsAhead = options.ahead;
    request.part = options.part == "train"        ? ForecastRequest::Part::Train
                   : options.part == "validation" ? ForecastRequest::Part::Validation
                                                  : ForecastRequest::Part::Test;
    request.checkpoint = options.checkpoint;
    request.closedLoopSteps = options.closedLoop;
    if (options.baselines.empty()) return request;
    auto keys = strongKeys(options.baselines);
    if (!keys.ok()) return keys.error();
    request.baselines = std::move(*keys);
    for (const StrongBaseline& strong : strongBaselines())
        if (const Phrase why = strong.absence != nullptr ? strong.absence() : Phrase();
            !why.empty() && options.baselines == "all")
            std::fprintf(stderr, "warning: %s\n", consoleText(why).c_str());
    return request;
}

/// Numbers that nothing is known to compare with.
Json answersJson(const SequenceAnswers& answers) {
    Json all = Json::array();
    const auto targets = static_cast<std::size_t>(answers.targets);
    for (std::size_t row = 0; targets > 0 && row < answers.rows(); ++row) {
        Json numbers = Json::array();
        for (std::size_t target = 0; target < targets; ++target)
            numbers.push_back(number(answers.numbers[row * targets + target]));
        all.push_back({{"sequence", answers.sequence[row] + 1}, {"numbers", numbers}});
    }
    return all;
}

void printAsJson(const std::string& run, const ForecastSet& set, const std::optional<PackedComparison>& beside,
                 const std::string& problem) {
    if (const Json series = seriesJson(set); !series.empty())
        printJson({{"series", series}});
    else if (!set.future.empty())
        printJson({{"future", futureJson(set)}, {"interval_notes", intervalNotes(set)}});
    if (beside) printJson({{"packed", packedJson(*beside)}});
    if (set.scores.empty() && !set.answers.numbers.empty()) printJson({{"answers", answersJson(set.answers)}});
    WorkerResult result;
    result.run = run;
    result.scores = set.scores;
    result.unit = set.unit;
    result.warning = problem;
    result.weights = set.weights.english();
    result.step = set.step;
    std::printf("%s\n", resultLine(result).c_str());
}

/// What "show" is called with to tell of each series; empty: it tells of the run's own data and best weights alone.
/// `run`: its id and workspace as a command has them.
std::string shownBy(const ForecastOptions& options, const std::string& run) {
    if (!options.data.empty() || options.isPacked() || options.checkpoint != "best") return {};
    return run + " --series" + (options.part == "test" ? "" : " --part " + options.part);
}

void printAsText(const ForecastOptions& options, const std::string& run, const ForecastSet& set,
                 const std::optional<PackedComparison>& beside) {
    std::printf("with %s\n", plainText(set.weights).c_str());
    if (beside) printPacked(*beside);
    if (seriesForecasts(set).empty()) printFuture(set);
    if (options.answers || (set.scores.empty() && options.csv.empty() && options.hdf5.empty()))
        printAnswers(set.answers);
    printScores(set.scores, set.unit);
    printSeriesForecasts(set, shownBy(options, run));
}

}  // namespace

CLI::Option* addPart(CLI::App& app, ForecastOptions& options) {
    return app.add_option("--part", options.part, "train, validation or test")
        ->check(CLI::IsMember({"train", "validation", "test"}));
}

CLI::Option* addCheckpoint(CLI::App& app, ForecastOptions& options) {
    return app.add_option(
        "--checkpoint", options.checkpoint,
        "best (the weights that the run ends with), last, the step of a checkpoint, or intact: the newest "
        "that is whole, where newer ones are damaged (best)");
}

int forecastKept(const ForecastOptions& options) {
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const auto run = ownRun(**workspace, options.run);
    if (!run.ok()) return fail(run.error(), options.json);
    if (auto fits = checkTask(options, *run); !fits.ok()) return fail(fits.error(), options.json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    const std::filesystem::path runFolder = runFolderIn(options.workspace.folder, run->id);
    installSignals();
    if (options.beginning) return continueRun(options, runFolder);
    if (options.stream) return streamRun(options, **engine, runFolder);
    const auto request = requestOf(options, *run, runFolder);
    if (!request.ok()) return fail(request.error(), options.json);
    ProgressLine progress(options.json);
    std::optional<PackedComparison> beside;
    const Progress watch = [&](double share) {
        progress.show("forecasting", std::max(0.0, share));
        return signalCount == 0;
    };
    auto set = forecastWith(options, **engine, *request, watch, beside);
    const auto chosen =
        set.ok() ? takeIntervals(options, **workspace, run->id, **engine, *request, *set, watch) : Result<>();
    progress.end();
    if (!set.ok()) return fail(withLongerHorizon(set.error(), options, *run), options.json);
    if (!chosen.ok()) return fail(chosen.error(), options.json);
    const std::string problem = consoleText(set->problem);
    if (!problem.empty()) std::fprintf(stderr, "warning: %s\n", problem.c_str());
    if (auto written = writeForecasts(options, *set); !written.ok()) return fail(written.error(), options.json);
    if (options.json)
        printAsJson(run->id, *set, beside, problem);
    else
        printAsText(options, run->id + workspaceFlag(options.workspace.folder), *set, beside);
    return kDone;
}

}  // namespace gatelab::worker
