// SPDX-License-Identifier: GPL-3.0-or-later
// "score": forecasts that were made elsewhere, by the same code as "backtest".
#include "worker/look/named_data.h"
#include "worker/named_run.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"
#include "worker/sudden_end.h"
#include "worker/trust/backtest_command.h"
#include "worker/trust/score_table.h"

#include "app/outside/external_score.h"
#include "data/readers.h"
#include "data/shapes/shape_choice.h"
#include "session/measure_backtest.h"
#include "store/record/run_folder.h"

#include <filesystem>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct ScoreOptions {
    ExperimentOptions experiment;
    WorkspaceOptions workspace;
    std::string run, intervals = "aci";
    std::vector<std::string> targets;
    std::filesystem::path file, data;
    std::int64_t seasonality = 0, threads = 0;
    SeriesTable table;
    bool json = false;
};

struct Scored {
    ExternalScore external;
    IntervalMethod method = IntervalMethod::Given;
};

/// The data of the command line, in the shape that they look like.
Result<Dataset> namedData(const ScoreOptions& options, ExperimentConfig& config) {
    auto read = options.experiment.config();
    if (!read.ok()) return read.error();
    config = std::move(*read);
    config.dataPath = options.data.string();
    makePathsAbsolute(config);
    if (config.dataPath.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Worker", "name the data that are forecast by --data FILE, or the run by --run RUN")};
    const SuddenEnd whileReading;
    return loadAsItLooks(config, {}, chosenReading(options.experiment));
}

Result<Scored> besideSimple(const ScoreOptions& options, const Progress& progress) {
    const auto file = readForecastFile(options.file, progress);
    if (!file.ok()) return file.error();
    ExperimentConfig config;
    const auto data = namedData(options, config);
    if (!data.ok()) return data.error();
    if (!data->series)
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Worker", "these data are sequences; there are no origins to forecast from")};
    const auto placed = placeForecasts(*file, *data->series, options.targets);
    if (!placed.ok()) return placed.error();
    Scored scored{{{}, placed->notes}};
    std::vector<Backtest> each;
    auto made = besideBaselines(*placed, options.seasonality, config.lookback, scored.external.notes, progress, &each);
    if (!made.ok()) return made.error();
    for (std::size_t s = 0; each.size() > 1 && s < each.size(); ++s)
        scored.external.series.push_back({placed->series[s].name, std::move(each[s])});
    scored.external.backtest = std::move(*made);
    return scored;
}

Result<Scored> besideKept(const ScoreOptions& options, const Progress& progress) {
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return workspace.error();
    const auto run = ownRun(**workspace, options.run);
    if (!run.ok()) return run.error();
    BacktestRequest request;
    request.run = run->id, request.runFolder = runFolderIn((*workspace)->folder(), run->id);
    request.plan.seasonality = options.seasonality, request.maxThreads = options.threads;
    const auto method = findIntervalMethod(options.intervals).value_or(IntervalMethod::Adaptive);
    auto made = scoreBesideRun(
        request, *run->config, options.file, options.targets, makeBacktest,
        [&](const Backtest&, double share) { return report(progress, share); }, method);
    if (!made.ok()) return made.error();
    const bool isMany = !made->series.empty();  // whose methods bring their intervals
    return Scored{std::move(*made), isMany ? IntervalMethod::Given : method};
}

void printAsJson(const Scored& scored) {
    const Backtest& backtest = scored.external.backtest;
    Json json{{"run", backtest.run.empty() ? Json(nullptr) : Json(backtest.run)},
              {"num_windows", backtest.windows()},
              {"horizon", backtest.horizon},
              {"seasonality", backtest.plan.seasonality},
              {"intervals", intervalKey(scored.method)}};
    addScoresJson(backtest, scored.method, json);
    Json notes = Json::array(), findings = Json::array();
    for (const Phrase& note : scored.external.notes) notes.push_back(note.english());
    for (const Phrase& finding : externalFindings(backtest)) findings.push_back(finding.english());
    json["notes"] = std::move(notes), json["findings"] = std::move(findings);
    if (!scored.external.series.empty()) json["series"] = seriesScoresJson(scored.external.series);
    printJson(Json{{"score", json}});
}

void print(const Scored& scored, const SeriesTable& table) {
    const Backtest& backtest = scored.external.backtest;
    for (const Phrase& note : scored.external.notes) std::printf("%s\n", plainText(note).c_str());
    std::printf("\n%zu windows of up to %lld steps; seasonality %lld\n", backtest.windows(),
                static_cast<long long>(backtest.horizon), static_cast<long long>(backtest.plan.seasonality));
    printScoreTable(backtest, scored.method);
    printSeriesScores(scored.external.series, table);
    std::printf("\n");
    for (const Phrase& finding : externalFindings(backtest)) std::printf("%s\n", plainText(finding).c_str());
}

int scoreFile(const ScoreOptions& options) {
    if (!options.run.empty() && (!options.data.empty() || options.experiment.given()))
        return fail({ErrorCode::InvalidInput,
                     GATELAB_TEXT("Worker", "a run is scored on the data that it was trained on; leave --data out")},
                    options.json);
    installSignals();
    ProgressLine line(options.json);
    const Progress progress = [&](double share) {
        line.show("scoring the forecasts", share);
        return signalCount == 0;
    };
    const auto scored = options.run.empty() ? besideSimple(options, progress) : besideKept(options, progress);
    line.end();
    if (!scored.ok()) return fail(scored.error(), options.json);
    if (auto written =
            writeSeriesTable(seriesScoreLines(scored->external.series, options.table), options.table, options.json);
        !written.ok())
        return fail(written.error(), options.json);
    options.json ? printAsJson(*scored) : print(*scored, options.table);
    return kDone;
}

}  // namespace

CommandAction setScore(CLI::App& app) {
    const auto options = std::make_shared<ScoreOptions>();
    app.add_option("file", options->file,
                   "CSV, Parquet: a row for each time of each origin, as statsforecast, Nixtla, fev, GluonTS, Darts "
                   "and this program write them (unique_id, ds, cutoff, y_hat or a column for each model, quantiles as "
                   "MODEL-lo-80, MODEL-hi-80, 0.1)")
        ->required();
    app.add_option("--data", options->data, "The data that are forecast; every flag of reading may stand beside it");
    options->experiment.addReading(app);
    options->workspace.addTo(app);
    app.add_option("--run", options->run, "A kept run, scored beside at the same origins; in place of --data");
    app.add_option("--target,--targets", options->targets, "Which column of the data, where the file does not say it")
        ->delimiter(',');
    app.add_option("--seasonality", options->seasonality,
                   "Rows of the season that MASE divides by (the one that is found)")
        ->check(CLI::PositiveNumber);
    app.add_option("--intervals", options->intervals, "Of the run: split, aci, head (aci)")
        ->check(CLI::IsMember({"split", "aci", "head"}));
    addSeriesTable(app, options->table);
    app.add_option("--threads", options->threads, "Threads; no figure depends on it (all)")->check(CLI::PositiveNumber);
    app.add_flag("--json", options->json, "The result as JSON");
    return [options] { return scoreFile(*options); };
}

}  // namespace gatelab::worker
