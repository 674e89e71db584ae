// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/report_source.h"

#include "app/report/imported_document.h"
#include "baselines/baselines.h"
#include "config/architecture.h"
#include "config/setting_predicates.h"
#include "data/leak_audit.h"
#include "data/prepared_windows.h"
#include "data/readers.h"
#include "data/sequences/parts_of_run.h"
#include "lab/kept_importance.h"
#include "run/selection_score.h"
#include "session/engine.h"
#include "store/data_for_run.h"
#include "store/imported_run.h"
#include "store/record/run_folder.h"
#include "store/run_command.h"
#include "store/run_weights.h"

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

/// Values of a series beyond which a report would wait for its audit.
constexpr std::int64_t kMaxAuditedValues = 2'000'000;

Error stopped() {
    return {ErrorCode::Cancelled, GATELAB_TEXT("Report", "the report was stopped; nothing was written")};
}

/// The data as they are now: they may have gone since.
void readData(ReportedRun& told, const Workspace& workspace, const Progress& progress) {
    const ExperimentConfig config = withKeptData(told.run.config, runFolderIn(workspace.folder(), told.run.id));
    const auto data = loadDataset(config, progress);
    if (!data.ok())
        return told.missing.push_back(
            labelled(GATELAB_TEXT("Report", "Its data could not be read again"), data.error().phrase));
    const PartsOfRun parts(trainedOn(runFolderIn(workspace.folder(), told.run.id)));
    PartsOfRun::applied(*data, config);
    if (!data->series) return;
    told.rows = static_cast<std::int64_t>(data->series->rows());
    for (const Channel& channel : data->series->channels) told.columns.push_back(channel.name);
    const auto prepared = prepareWindows(data->series, config);
    if (!prepared.ok())
        return told.missing.push_back(labelled(GATELAB_TEXT("Report", "No leak audit"), prepared.error().phrase));
    told.audit = auditLeaks(*prepared->prepared, prepared->windows);
    told.isPerturbed = addPerturbed(data->series, config, kMaxAuditedValues, *told.audit);
}

/// Of strong ones the scores are kept, and no forecasts that could be drawn.
std::vector<TestScore> simpleOf(std::vector<TestScore> scores) {
    std::erase_if(scores, [](const TestScore& one) {
        return std::ranges::none_of(baselines(), [&](const Baseline& row) { return one.method == row.key; });
    });
    return scores;
}

void forecast(ReportedRun& told, const Workspace& workspace, Engine& engine, const Progress& progress) {
    ForecastRequest request;
    request.runFolder = runFolderIn(workspace.folder(), told.run.id);
    auto method = headlineMethod(simpleOf(told.details.baselines), simpleOf(*told.run.scores), told.run.config);
    if (!method.empty()) request.baselines = {std::move(method)};
    auto set = engine.forecast(request, progress);
    if (set.ok())
        told.answers = std::move(*set);
    else
        told.missing.push_back(labelled(GATELAB_TEXT("Report", "No forecasts are shown"), set.error().phrase));
}

}  // namespace

Result<ReportedRun> readReportedRun(Workspace& workspace, const RunSummary& run, std::span<const RunSummary> runs,
                                    Engine* engine, const Progress& progress) {
    ReportedRun told;
    told.run = run;
    told.details = readRunDetails(runFolderIn(workspace.folder(), run.id), run, runs);
    if (!hasSettings(run)) {
        if (const auto history = readRunHistory(runFolderIn(workspace.folder(), run.id)); history.ok()) {
            told.tracked = trackedLines(*history);
            told.details.curves = trackedEpochs(run, *history);
        }
        if (progress && !progress(1)) return stopped();
        return told;
    }
    const auto parent = run.parent.empty() ? Result<RunSummary>(Error{}) : workspace.run(run.parent);
    const RunSummary* origin = parent.ok() ? &*parent : nullptr;
    told.command = reproduceCommand(run, origin, workspace.folder(), &told.details.plan);
    told.caveats = commandCaveats(run, origin);
    bool goesOn = true;
    const Progress watch = [&](double share) {
        goesOn = goesOn && (!progress || progress(share));
        return goesOn;
    };
    readData(told, workspace, watch);
    if (goesOn && engine != nullptr && isForecast(run.config->task)) forecast(told, workspace, *engine, watch);
    if (!goesOn) return stopped();
    if (const auto kept = readBacktest(runFolderIn(workspace.folder(), run.id)); kept.ok())
        told.backtest = doneOf(*kept);
    if (auto kept = readImportance(runFolderIn(workspace.folder(), run.id)); kept.ok())
        told.importance = std::move(*kept);
    return told;
}

}  // namespace gatelab
