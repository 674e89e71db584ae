// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/epoch_timer.h"

#include "app/epoch_time.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "config/obstacles/xla_obstacle.h"
#include "runs/experiment_model.h"
#include "runs/measurement.h"
#include "runs/preflight.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace gatelab {

namespace {

constexpr int kAfterEditMs = 1500, kUnaskedMs = 2000;

}  // namespace

EpochTimer::EpochTimer(ExperimentModel& experiment, RunController& runs, QueueController& queue, QObject* parent)
    : QObject(parent), experiment_(&experiment), runs_(&runs), queue_(&queue), job_(new BackgroundJob(this)) {
    later_.setSingleShot(true);
    later_.setInterval(kAfterEditMs);
    connect(&later_, &QTimer::timeout, this, &EpochTimer::measureUnasked);
    const auto edited = [this] {
        cancel();  // it is of other settings
        if (wanted_) later_.start();
    };
    connect(experiment_, &ExperimentModel::configChanged, this, edited);
    connect(experiment_, &ExperimentModel::dataChanged, this, [this, edited] {
        tried_.reset();
        edited();
    });
    connect(experiment_, &ExperimentModel::preparedChanged, this, &EpochTimer::followOthers);
    connect(runs_, &RunController::stateChanged, this, &EpochTimer::followOthers);
    connect(runs_, &RunController::engineReady, this, &EpochTimer::followOthers);
    connect(queue_, &QueueController::heldChanged, this, &EpochTimer::followOthers);
}

void EpochTimer::setWanted(bool on) {
    wanted_ = on;
    if (on)
        later_.start();
    else
        later_.stop();
}

bool EpochTimer::running() const { return job_->running(); }

bool EpochTimer::isBusy() const {
    // Also what another window or program trains in this workspace.
    return runs_->active() || queue_->held() ||
           std::ranges::any_of(runs_->runs(), [](const RunSummary& run) { return isGoingOn(run.state); });
}

void EpochTimer::followOthers() {
    if (isBusy())
        cancel();
    else if (wanted_)
        later_.start();
}

void EpochTimer::cancel() {
    later_.stop();
    if (!running()) return;
    cancelled_ = true;
    job_->cancel();
}

void EpochTimer::measure() { run({}); }

void EpochTimer::measureUnasked() {
    const ExperimentConfig& config = experiment_->config();
    // A run that shall not harm the window by what it needs is not tried in it, nor one that there is hardly room for.
    if (experiment_->memoryFinding() || !wanted_ || running() || isBusy() || !runs_->engine() || config.isolated ||
        isXla(config.device) || tried_ == config)
        return;
    if (!experiment_->dataset() || experiment_->loading() || experiment_->preparing() ||
        !startObstacle(*experiment_).isEmpty())
        return;
    if (epochForecast(*experiment_, runs_->runs()).time.seconds >= 0) return;
    run(kUnaskedMs);
}

void EpochTimer::run(std::optional<int> maxMs) {
    if (running() || !runs_->engine()) return;
    later_.stop();
    runs_->measurements().begin(this, {{}, Yielding::ToAll, [this] { cancel(); }},
                                [this, maxMs](Measurements::Lease lease) { time(maxMs, std::move(lease)); });
}

void EpochTimer::time(std::optional<int> maxMs, Measurements::Lease lease) {
    cancelled_ = false;
    job_->run<Result<EpochTime>>(
        [engine = runs_->sharedEngine(), config = experiment_->config(), data = experiment_->dataset(),
         maxMs](const Progress& progress) {
            const auto from = std::chrono::steady_clock::now();
            return measureEpochTime(*engine, config, data, [&](double share) {
                return report(progress, share) &&
                       (!maxMs || std::chrono::steady_clock::now() - from < std::chrono::milliseconds(*maxMs));
            });
        },
        [this, config = experiment_->config(), isAsked = !maxMs,
         lease = std::move(lease)](const Result<EpochTime>& time) {
            lease->end();
            if (time.ok())
                experiment_->setEpochTime(config, *time);
            else if (std::exchange(cancelled_, false))
                followOthers();
            else if (!isAsked)
                tried_ = config;
            else if (time.error().code != ErrorCode::Cancelled)
                runs_->reportProblem(translated(time.error()));
            Q_EMIT changed();
        });
    Q_EMIT changed();
}

}  // namespace gatelab
