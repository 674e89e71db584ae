// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_loader.h"

#include "common/background_job.h"
#include "common/texts.h"

namespace gatelab {

RunLoader::RunLoader(RunController& runs, QObject* parent)
    : QObject(parent), runs_(&runs), job_(new BackgroundJob(this)) {
    // A run that has ended, or goes on in another process, has more on disk than what was read.
    for (const auto signal : {&RunController::runFinished, &RunController::runProgressed})
        connect(runs_, signal, this, [this](const QString& id) {
            if (!views_.contains(id) || old_.contains(id)) return;
            if (const auto live = runs_->live(); live && live->id == id) return;
            old_ << id;
            loadNext();
        });
    // Strong baselines come later than the end of a run.
    connect(runs_, &RunController::runsChanged, this, [this] {
        for (const auto& [id, known] : views_)
            if (const RunSummary* run = runs_->findRun(id);
                run && !old_.contains(id) && run->scores->size() > known->summary.scores->size())
                old_ << id;
        if (!old_.isEmpty()) loadNext();
    });
}

std::shared_ptr<RunView> RunLoader::view(const QString& id) const {
    if (const auto live = runs_->live(); live && live->id == id) return live;
    const auto found = views_.find(id);
    return found == views_.end() ? nullptr : found->second;
}

void RunLoader::want(const QStringList& ids) {
    wanted_ = ids;
    std::erase_if(views_, [&](const auto& entry) { return !ids.contains(entry.first); });
    bad_.clear();
    old_.removeIf([&](const QString& id) { return !ids.contains(id); });
    loadNext();
}

void RunLoader::loadNext() {
    const auto workspace = runs_->workspace();
    if (job_->running() || !workspace) return;
    for (const QString& id : wanted_) {
        if ((view(id) && !old_.contains(id)) || bad_.contains(id)) continue;
        old_.removeOne(id);
        job_->run<Result<std::shared_ptr<RunView>>>(
            [workspace, id](const Progress&) { return loadRunView(*workspace, id.toStdString()); },
            [this, id](Result<std::shared_ptr<RunView>> result) {
                if (!result.ok()) {
                    bad_ << id;
                    Q_EMIT failed(translated(result.error()));
                } else if (wanted_.contains(id)) {
                    views_[id] = std::move(*result);
                    Q_EMIT loaded(id);
                }
                loadNext();
            });
        return;
    }
}

}  // namespace gatelab
