// SPDX-License-Identifier: GPL-3.0-or-later
// "show": all that is told of one kept run, of many series how well each is forecast.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/kept/shown_run.h"
#include "worker/named_run.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/progress_line.h"
#include "worker/output/series_table.h"
#include "worker/runs.h"

#include "config/setting_predicates.h"
#include "store/record/run_folder.h"
#include "store/workspace.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace gatelab::worker {

namespace {

struct ShowOptions {
    WorkspaceOptions workspace;
    std::string run, part = "test";
    SeriesTable table;
    bool json = false, series = false, classes = false;
};

Result<ForecastSet> forecastPart(const ShowOptions& options, const RunSummary& run) {
    if (!isForecast(*run.config))
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Worker", "run %1 forecasts no series; leave --series out"), {run.id}}};
    auto engine = openEngine();
    if (!engine.ok()) return engine.error();
    ForecastRequest request;
    request.runFolder = runFolderIn(options.workspace.folder, run.id);
    request.part = options.part == "train"        ? ForecastRequest::Part::Train
                   : options.part == "validation" ? ForecastRequest::Part::Validation
                                                  : ForecastRequest::Part::Test;
    installSignals();
    ProgressLine progress(options.json);
    return (*engine)->forecast(request, [&](double share) {
        progress.show("forecasting", std::max(0.0, share));
        return signalCount == 0;
    });
}

/// The run forecasts its own part again: no figure of a single series is kept.
int showSeries(const ShowOptions& options, Workspace& workspace) {
    const auto run = ownRun(workspace, options.run);
    if (!run.ok()) return fail(run.error(), options.json);
    const auto set = forecastPart(options, *run);
    if (!set.ok()) return fail(set.error(), options.json);
    const std::vector<SeriesScore> series = options.table.sorted(seriesScores(*set));
    if (series.empty())
        return fail({ErrorCode::Unsupported,
                     {GATELAB_TEXT("Worker", "run %1 is on one series; its scores are those of show without --series"),
                      {run->id}}},
                    options.json);
    const std::string problem = consoleText(set->problem);
    if (!problem.empty()) std::fprintf(stderr, "warning: %s\n", problem.c_str());
    if (auto written = writeSeriesTable(series, options.table, options.json); !written.ok())
        return fail(written.error(), options.json);
    if (options.json)
        printJson({{"run", run->id},
                   {"part", options.part},
                   {"sorted_by", options.table.sort},
                   {"verdict", plainText(seriesVerdict(series))},
                   {"series", seriesTableJson(series)}});
    else
        printSeriesTable(series, options.table);
    return kDone;
}

int showRun(const ShowOptions& options) {
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    if (options.series) return showSeries(options, **workspace);
    const auto report = readShownRun(**workspace, options.run);
    if (!report.ok()) return fail(report.error(), options.json);
    for (const Phrase& problem : report->details.problems)
        std::fprintf(stderr, "warning: the record of the run: %s\n", plainText(problem).c_str());
    if (options.json)
        printJson(shownRunJson(*report));
    else
        printShownRun(*report, options.classes);
    return kDone;
}

}  // namespace

CommandAction setShow(CLI::App& app) {
    const auto options = std::make_shared<ShowOptions>();
    options->workspace.addTo(app);
    addNamedRun(app, options->run);
    app.add_flag("--classes", options->classes, "A line for each class, however many there are");
    auto* series = app.add_flag("--series", options->series,
                                "Of a run of many series: a line for each with its errors on the test part, beside "
                                "seasonal naive, the worst first");
    app.add_option("--part", options->part, "Of --series: train, validation or test (test)")
        ->check(CLI::IsMember({"train", "validation", "test"}));
    addSeriesTable(app, options->table);
    for (const char* flag : {"--part", "--sort", "--smallest-first", "--top", "--csv"})
        app.get_option(flag)->needs(series);
    app.add_flag("--json", options->json, "As JSON");
    return [options] { return showRun(*options); };
}

}  // namespace gatelab::worker
