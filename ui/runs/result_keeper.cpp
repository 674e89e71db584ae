// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/result_keeper.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "runs/run_controller.h"

#include <deque>
#include <mutex>
#include <utility>

namespace gatelab {

/// Jobs have threads of their own: whichever comes first writes what was asked for first.
struct ResultKeeper::Line {
    std::mutex waitingMutex, writingMutex;
    std::deque<std::function<Result<>()>> waiting;

    Result<> writeNext() {
        const std::lock_guard writing(writingMutex);
        std::function<Result<>()> write;
        {
            const std::lock_guard lock(waitingMutex);
            write = std::move(waiting.front());
            waiting.pop_front();
        }
        return write();
    }
};

ResultKeeper::ResultKeeper(RunController& runs, QObject* parent)
    : QObject(parent), runs_(&runs), line_(std::make_shared<Line>()) {}

void ResultKeeper::keep(std::function<Result<>(const std::filesystem::path& workspace)> write) {
    const auto workspace = runs_->workspace();
    if (!workspace) return;
    {
        const std::lock_guard lock(line_->waitingMutex);
        line_->waiting.push_back([write = std::move(write), folder = workspace->folder()] { return write(folder); });
    }
    auto* job = new BackgroundJob(this);
    job->run<Result<>>([line = line_](const Progress&) { return line->writeNext(); },
                       [this, job](const Result<>& written) {
                           job->deleteLater();
                           if (!written.ok()) Q_EMIT failed(translated(written.error()));
                       });
}

}  // namespace gatelab
