// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/trust/backtest_command.h"

#include "io/json/json.h"
#include "worker/named_run.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"
#include "worker/output/progress_line.h"
#include "worker/output/series_table.h"
#include "worker/runs.h"
#include "worker/trust/score_table.h"

#include "app/run_data.h"
#include "base/number_text.h"
#include "config/switches.h"
#include "export/backtest_export.h"
#include "lab/backtest/backtest_scores.h"
#include "lab/backtest/backtest_series.h"
#include "session/measure_backtest.h"
#include "store/record/run_folder.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;
constexpr auto kKeepEvery = std::chrono::seconds(2);
constexpr std::int64_t kSamples = 50;

struct BacktestOptions {
    WorkspaceOptions workspace;
    std::string run, refit = "never", window = "expanding", intervals = "aci";
    BacktestPlan plan;
    std::int64_t samples = kSamples, threads = 0;
    std::filesystem::path csv;
    SeriesTable table;
    bool json = false, again = false, shows = false;
};

Json rowsJson(const std::vector<CoverageRow>& rows) {
    Json json = Json::array();
    for (const CoverageRow& row : rows)
        json.push_back({{"name", row.name},
                        {"coverage_80", number(row.coverage80)},
                        {"coverage_95", number(row.coverage95)},
                        {"MAE", number(row.mae)},
                        {"values", row.values}});
    return json;
}

void printAsJson(const Backtest& backtest, IntervalMethod method, const SeriesTable& table) {
    const BacktestPlan& plan = backtest.plan;
    const BacktestIntervals own = makeIntervals(backtest, method);
    Json json{{"run", backtest.run},
              {"num_windows", backtest.windows()},
              {"window_step_size", plan.windowStepSize},
              {"initial_cutoff", backtest.cutoffs.empty() ? plan.initialCutoff : backtest.cutoffs.front()},
              {"horizon", backtest.horizon},
              {"seasonality", plan.seasonality},
              {"refit_every", plan.refitEvery},
              {"window", plan.sliding ? "sliding" : "expanding"},
              {"intervals", intervalKey(method)},
              {"audited", backtest.audited},
              {"skipped", backtest.skipped}};
    addScoresJson(backtest, method, json);
    const BacktestIntervals* told = own.empty() ? nullptr : &own;
    json["by_step"] = rowsJson(byStep(backtest, backtest.methods.front(), told));
    json["by_month"] = rowsJson(byMonth(backtest, backtest.methods.front(), told));
    auto& pit = json["pit"] = Json::array();
    for (const PitBin& bin : told != nullptr ? pitBins(backtest, own) : std::vector<PitBin>())
        pit.push_back({number(bin.share), number(bin.low), number(bin.high)});
    auto& findings = json["findings"] = Json::array();
    for (const Phrase& finding : backtestFindings(backtest, own)) findings.push_back(finding.english());
    if (const auto series = table.sorted(seriesScores(backtest, "model")); !series.empty())
        json["series"] = seriesTableJson(series);
    printJson(Json{{"backtest", json}});
}

void printRows(const char* head, const std::vector<CoverageRow>& rows, std::size_t most) {
    if (rows.empty()) return;
    std::printf("\n%-10s %8s %10s %10s %12s\n", head, "values", "80 %", "95 %", "MAE");
    const std::size_t every = std::max<std::size_t>(1, (rows.size() + most - 1) / most);
    const auto percent = [](double share) { return std::isnan(share) ? "-" : numberText(100 * share, 3); };
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (i % every == 0 || i + 1 == rows.size())
            std::printf("%-10s %8lld %10s %10s %12s\n", rows[i].name.c_str(), static_cast<long long>(rows[i].values),
                        percent(rows[i].coverage80).c_str(), percent(rows[i].coverage95).c_str(),
                        numberText(rows[i].mae).c_str());
    if (every > 1) std::printf("(%zu rows, every %zu. and the last are shown; --json has all)\n", rows.size(), every);
}

void printBacktest(const Backtest& backtest, IntervalMethod method, const SeriesTable& table) {
    const BacktestIntervals own = makeIntervals(backtest, method);
    const std::string from =
        !backtest.seriesEnds.empty()
            ? "in each of " + std::to_string(backtest.seriesEnds.size()) + " series"
            : "from row " + std::to_string(backtest.cutoffs.empty() ? 0 : backtest.cutoffs.front()) + " on";
    std::printf("%zu windows of %lld steps, every %lld rows %s; seasonality %lld; intervals: %s\n", backtest.windows(),
                static_cast<long long>(backtest.horizon), static_cast<long long>(backtest.plan.windowStepSize),
                from.c_str(), static_cast<long long>(backtest.plan.seasonality),
                plainText(intervalLabel(method)).c_str());
    printScoreTable(backtest, method);
    if (const auto series = table.sorted(seriesScores(backtest, "model")); !series.empty()) {
        std::printf("\n");
        printSeriesTable(series, table);
    }
    const BacktestIntervals* told = own.empty() ? nullptr : &own;
    printRows("step", byStep(backtest, backtest.methods.front(), told), 8);
    printRows("month", byMonth(backtest, backtest.methods.front(), told), 12);
    std::printf("\n");
    for (const Phrase& finding : backtestFindings(backtest, own)) std::printf("%s\n", plainText(finding).c_str());
}

/// What was asked for, with the folders of the other runs of an ensemble.
Result<BacktestRequest> requestOf(Workspace& workspace, const BacktestOptions& options, const RunSummary& run) {
    BacktestRequest request;
    request.plan = options.plan;
    request.run = run.id, request.runFolder = runFolderIn(workspace.folder(), run.id);
    request.maxThreads = options.threads;
    if (options.refit != "never") {
        request.plan.refitEvery = std::strtoll(options.refit.c_str(), nullptr, 10);
        if (request.plan.refitEvery < 1)
            return Error{ErrorCode::InvalidInput,
                         GATELAB_TEXT("Worker", "--refit takes 'never' or a number of origins, 1 or more")};
    }
    request.plan.sliding = options.window == "sliding";
    // Said before the whole backtest is made
    if (options.intervals == "dropout" && !drawsMasks(*run.config))
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Backtest",
                                  "this network has no dropout; train with dropout (from two layers on), recurrent "
                                  "dropout or zoneout above 0")};
    if (options.intervals == "dropout") request.plan.dropoutSamples = options.samples;
    std::vector<std::string> members;
    for (const std::string& word : request.plan.ensemble) {
        const auto member = ownRun(workspace, word);
        if (!member.ok()) return member.error();
        if (member->id == run.id) continue;
        members.push_back(member->id);
        request.members.push_back(runFolderIn(workspace.folder(), member->id));
    }
    request.plan.ensemble = std::move(members);
    if (options.intervals == "ensemble" && request.members.empty())
        return Error{
            ErrorCode::InvalidInput,
            GATELAB_TEXT("Worker", "an ensemble needs other runs that differ in the seed; name them by --ensemble")};
    return request;
}

int backtestRun(const BacktestOptions& options) {
    const IntervalMethod method = findIntervalMethod(options.intervals).value_or(IntervalMethod::Adaptive);
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const auto run = ownRun(**workspace, options.run);
    if (!run.ok()) return fail(run.error(), options.json);
    const auto folder = runFolderIn((*workspace)->folder(), run->id);
    auto kept = readBacktest(folder);
    const auto print = [&](const Backtest& backtest) {
        if (auto written =
                writeSeriesTable(options.table.sorted(seriesScores(backtest, "model")), options.table, options.json);
            !written.ok())
            return fail(written.error(), options.json);
        options.json ? printAsJson(backtest, method, options.table) : printBacktest(backtest, method, options.table);
        return static_cast<int>(kDone);
    };
    if (options.shows) return kept.ok() ? print(doneOf(*kept)) : fail(kept.error(), options.json);
    auto request = requestOf(**workspace, options, *run);
    if (!request.ok()) return fail(request.error(), options.json);
    if (const auto data = checkRunData(folder, *run->config); !data.ok()) return fail(data.error(), options.json);
    if (kept.ok() && !options.again) request->known = std::move(*kept);
    installSignals();
    ProgressLine line(options.json);
    Result<> saved;
    auto last = std::chrono::steady_clock::now();
    std::int64_t written = 0;
    const auto made = makeBacktest(*request, [&](const Backtest& backtest, double share) {
        line.show(std::to_string(backtest.doneWindows()) + " of " + std::to_string(backtest.windows()) + " origins",
                  share);
        const auto now = std::chrono::steady_clock::now();
        if (backtest.doneWindows() > written && (now - last > kKeepEvery || signalCount > 0) && saved.ok()) {
            saved = keepBacktest(folder, backtest);
            last = now, written = backtest.doneWindows();
        }
        return signalCount == 0 && saved.ok();
    });
    line.end();
    if (!saved.ok()) return fail(saved.error(), options.json);
    if (!made.ok()) return fail(made.error(), options.json);
    if (auto whole = keepBacktest(folder, *made); !whole.ok()) return fail(whole.error(), options.json);
    if (!options.csv.empty())
        if (auto written = exportBacktestCsv(*made, method, options.csv); !written.ok())
            return fail(written.error(), options.json);
    return print(*made);
}

}  // namespace

CommandAction setBacktest(CLI::App& app) {
    const auto options = std::make_shared<BacktestOptions>();
    options->workspace.addTo(app);
    addNamedRun(app, options->run);
    app.add_option("--windows", options->plan.numWindows, "Origins, num_windows of fev (as many as there are)")
        ->check(CLI::PositiveNumber);
    app.add_option("--step", options->plan.windowStepSize,
                   "Rows from one origin to the next, window_step_size of fev (the horizon)")
        ->check(CLI::PositiveNumber);
    app.add_option("--initial-cutoff", options->plan.initialCutoff,
                   "First row that the first window forecasts; below 0: from the end (where the test part begins)");
    app.add_option("--seasonality", options->plan.seasonality,
                   "Rows of the season that MASE divides by (the one that is found)")
        ->check(CLI::PositiveNumber);
    app.add_option("--refit,--refit-every", options->refit,
                   "never, or after how many origins (of many series: of each) the run is trained anew (never)");
    app.add_option("--window", options->window,
                   "Of refits: expanding (all rows before the origin) or sliding (as many as at first)")
        ->check(CLI::IsMember({"expanding", "sliding"}));
    app.add_option("--intervals", options->intervals,
                   "split (conformal), aci (adaptive conformal), head (the network's own), dropout, ensemble (aci)")
        ->check(CLI::IsMember({"split", "aci", "head", "dropout", "ensemble"}));
    app.add_option("--ensemble", options->plan.ensemble, "Other runs that differ in the seed")->delimiter(',');
    app.add_option("--samples", options->samples, "Passes with dropout at each origin (50)")
        ->check(CLI::Range(2, 4096));
    app.add_option("--csv", options->csv, "Write every forecast with its quantiles as CSV");
    addSeriesTable(app, options->table, "--series-csv");
    app.add_option("--threads", options->threads, "Threads; no figure depends on it (all)")->check(CLI::PositiveNumber);
    app.add_flag("--again", options->again, "Makes all of it anew, in place of going on with what is kept");
    app.add_flag("--show", options->shows, "What is kept of this run; nothing is forecast");
    app.add_flag("--json", options->json, "The result as JSON");
    return [options] { return backtestRun(*options); };
}

}  // namespace gatelab::worker
