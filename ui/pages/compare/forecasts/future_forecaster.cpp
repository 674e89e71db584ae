// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/forecasts/future_forecaster.h"

#include "common/background_job.h"
#include "common/responder.h"
#include "common/texts.h"
#include "data/readers.h"
#include "runs/run_controller.h"
#include "store/record/run_folder.h"

namespace gatelab {

FutureForecaster::FutureForecaster(RunController& runs, QObject* parent)
    : QObject(parent), runs_(&runs), job_(new BackgroundJob(this)) {}

void FutureForecaster::ask(const QString& runId, std::int64_t steps, const QString& path) {
    const auto engine = runs_->sharedEngine();
    const auto workspace = runs_->workspace();
    const RunSummary* run = runs_->findRun(runId);
    if (!engine || !workspace || !run) return;
    ForecastRequest request;
    request.runFolder = runFolderIn(workspace->folder(), run->id);
    request.stepsAhead = steps;
    request.isOtherData = !path.isEmpty();
    // What a user has set of the reading of the run's own file holds for this one, too.
    ExperimentConfig options = *run->config;
    if (request.isOtherData) options.dataPath = toPath(path).string(), options.testPath.clear();
    responderOf(*this).reportProblem({});  // of the file before
    job_->run<Result<ForecastSet>>(
        [engine, request, options](const Progress& progress) -> Result<ForecastSet> {
            ForecastRequest asked = request;
            if (request.isOtherData) {
                auto data = readFile(options.dataPath, options, progress);
                if (!data.ok()) return data.error();
                asked.data = std::make_shared<const Dataset>(std::move(*data));
            }
            return engine->forecast(asked, progress);
        },
        [this, path](const Result<ForecastSet>& result) {
            if (result.ok()) {
                answer_ = std::make_shared<const ForecastSet>(*result);
                path_ = path;
            }
            Q_EMIT changed();
            if (!result.ok() && result.error().code != ErrorCode::Cancelled)
                responderOf(*this).reportProblem(translated(result.error()));
        });
    Q_EMIT changed();
}

void FutureForecaster::cancel() { job_->cancel(); }

void FutureForecaster::clear() {
    job_->cancel();
    answer_.reset();
    path_.clear();
    Q_EMIT changed();
}

bool FutureForecaster::isBusy() const { return job_->running(); }

}  // namespace gatelab
