// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/training_process.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"

#include <sys/wait.h>

#include <string>
#include <utility>
#include <vector>

namespace gatelab {

namespace {
constexpr int kLookMs = 1000;
}

TrainingProcess::TrainingProcess(RunController& runs, Program program, QObject* parent)
    : QObject(parent),
      runs_(runs),
      program_(program),
      startJob_(new BackgroundJob(this)),
      lookJob_(new BackgroundJob(this)) {
    timer_.setInterval(kLookMs);
    connect(&timer_, &QTimer::timeout, this, &TrainingProcess::look);
    connect(&runs_, &RunController::currentChanged, this, [this] { declined_ = running_ && !runs_.current(); });
    connect(&runs_, &RunController::workspaceChanged, this, [this] {
        running_ = declined_ = false;
        if (!runs_.workspace()) return timer_.stop();
        look();  // it may go on from before
    });
}

void TrainingProcess::begin() {
    if (running_ || startJob_->running() || !runs_.workspace()) return;
    running_ = true;
    declined_ = false;
    startJob_->run<Result<int>>(
        [folder = runs_.workspace()->folder(), start = program_.start](const Progress&) { return start(folder); },
        [this](Result<int> started) {
            if (!started.ok()) {
                running_ = false;
                Q_EMIT failed(translated(started.error()));
                return;
            }
            child_ = *started;
            timer_.start();
        });
}

void TrainingProcess::look() {
    if (!runs_.workspace() || lookJob_->running() || startJob_->running()) return;
    lookJob_->run<bool>(
        [folder = runs_.workspace()->folder(), runs = program_.runs](const Progress&) { return runs(folder); },
        [this, place = runs_.workspace()](bool holds) {
            if (place != runs_.workspace()) return;
            // A child of ours that has not come to its lock yet runs, too; one that has ended is laid
            // to rest.
            int status = 0;
            const bool isOurs = child_ > 0 && ::waitpid(child_, &status, WNOHANG) == 0;
            if (!isOurs) child_ = -1;
            const bool before = std::exchange(running_, holds || isOurs);
            if (running_ && !timer_.isActive()) timer_.start();
            if (running_) {
                runs_.lookOutside();
                followOne();
                Q_EMIT looked();
            } else if (timer_.stop(); before) {
                runs_.refreshRuns();
                Q_EMIT ended(WIFEXITED(status) ? WEXITSTATUS(status) : 0);
            }
        },
        [](const Error&) { return false; });
}

void TrainingProcess::followOne() {
    if (declined_) return;
    std::vector<std::string> ids;
    for (const RunSummary& run : runs_.runs())
        if (isGoingOn(run.state) && !run.config->isolated) ids.push_back(run.id);
    if (!ids.empty()) runs_.follow(ids);
}

}  // namespace gatelab
