// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/result_keeper.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "runs/run_controller.h"

#include <utility>
#include <vector>

namespace gatelab {

ResultKeeper::ResultKeeper(RunController& runs, QObject* parent)
    : QObject(parent), runs_(&runs), writes_(std::make_shared<OrderedWork>()) {}

void ResultKeeper::keep(std::function<Result<>(const std::filesystem::path& workspace)> write) {
    const auto workspace = runs_->workspace();
    if (!workspace) return;
    writes_->add([write = std::move(write), folder = workspace->folder()] { return write(folder); });
    auto* job = new BackgroundJob(this);
    job->run<std::vector<Error>>([writes = writes_](const Progress&) { return writes->run(); },
                                 [this, job](const std::vector<Error>& errors) {
                                     job->deleteLater();
                                     for (const Error& error : errors) Q_EMIT failed(translated(error));
                                 });
}

}  // namespace gatelab
