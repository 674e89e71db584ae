// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/study_controller.h"

#include "app/lab_machine.h"
#include "base/guarded.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "runs/experiment_model.h"
#include "runs/measurement.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"

#include <atomic>
#include <optional>
#include <utility>

namespace gatelab {

/// Between the measuring thread and the window.
struct StudyController::Shared {
    Guarded<std::optional<MemoryStudy>> study;  ///< the newest, until it is looked at
    std::atomic<bool> stop{false};
};

StudyController::StudyController(ExperimentModel& experiment, RunController& runs, QueueController& queue,
                                 QObject* parent, MakeMachine makeMachine)
    : QObject(parent),
      experiment_(&experiment),
      runs_(&runs),
      queue_(&queue),
      makeMachine_(std::move(makeMachine)),
      job_(new BackgroundJob(this)) {
    connect(job_, &BackgroundJob::progressed, this, [this] {
        if (running()) look();
    });
    connect(experiment_, &ExperimentModel::configChanged, this, &StudyController::stateChanged);
    connect(experiment_, &ExperimentModel::dataChanged, this, &StudyController::stateChanged);
    connect(experiment_, &ExperimentModel::preparedChanged, this, &StudyController::stateChanged);
    connect(runs_, &RunController::engineReady, this, &StudyController::stateChanged);
    connect(runs_, &RunController::stateChanged, this, &StudyController::stateChanged);
    connect(queue_, &QueueController::heldChanged, this, &StudyController::stateChanged);
}

StudyController::~StudyController() = default;

bool StudyController::hasData() const { return experiment_->dataset() != nullptr; }

bool StudyController::isBusy() const { return runs_->active() || (queue_->held() && !running()); }

bool StudyController::canStart() const {
    return hasData() && (makeMachine_ || runs_->engine()) && !running() && !isBusy() &&
           leftOut_.size() < studyFactors().size();
}

std::shared_ptr<LabMachine> StudyController::makeMachine() const {
    if (makeMachine_) return makeMachine_();
    return std::make_shared<EngineLabMachine>(runs_->sharedEngine(), experiment_->dataset(), std::filesystem::path());
}

std::set<std::string> StudyController::wantedFactors() const {
    std::set<std::string> wanted;
    for (const std::string& factor : studyFactors())
        if (!leftOut_.empty() && !leftOut_.contains(factor)) wanted.insert(factor);
    return wanted;
}

MemoryStudy StudyController::planned() const {
    if (leftOut_.size() == studyFactors().size() || !hasData()) return {};
    const EngineInfo info = runs_->engine() ? runs_->engine()->info() : EngineInfo{};
    return planMemoryStudy(studySubject(experiment_->config(), experiment_->dataset(), experiment_->shape(), info),
                           wantedFactors());
}

bool StudyController::isOfPresent() const {
    return study_.subject.base == experiment_->config() && study_.factors == wantedFactors();
}

void StudyController::plan() {
    if (!running() && !study_.measured()) show(planned());
}

void StudyController::leaveOut(const std::string& factor, bool on) {
    if (on)
        leftOut_.insert(factor);
    else
        leftOut_.erase(factor);
    Q_EMIT stateChanged();
}

void StudyController::show(const MemoryStudy& study) {
    study_ = study;
    Q_EMIT studyChanged();
}

void StudyController::look() {
    std::optional<MemoryStudy> newest = shared_->study.take();
    if (!newest) return;
    const bool isMore = newest->done != study_.done;
    study_ = std::move(*newest);
    isMore ? Q_EMIT studyChanged() : Q_EMIT stateChanged();
}

void StudyController::start() {
    const QString obstacle = startObstacle(*experiment_);
    if (!obstacle.isEmpty()) return runs_->reportProblem(obstacle);
    if (!canStart()) return;
    const MemoryStudy study = planned();
    if (study.rows.empty()) return show(study);
    shared_ = std::make_shared<Shared>();
    running_ = true;
    const auto stopForTraining = [this] {
        stop();
        runs_->warn(
            tr("The memory study was stopped so that it does not disturb this training. What it measured stays."));
    };
    running_ =
        runs_->measurements().begin(this, {tr("the memory study measures"), Yielding::ToTraining, stopForTraining},
                                    [this, study](Measurements::Lease lease) { measure(study, std::move(lease)); });
    if (running_) show(study);
    Q_EMIT stateChanged();
}

void StudyController::measure(const MemoryStudy& study, Measurements::Lease lease) {
    job_->run<Result<MemoryStudy>>(
        [shared = shared_, study, measuring = makeMachine()](const Progress& progress) {
            return runMemoryStudy(study, *measuring, [&](const MemoryStudy& soFar) {
                shared->study.set(soFar);
                return report(progress, -1) && !shared->stop;
            });
        },
        [this, lease = std::move(lease)](const Result<MemoryStudy>& result) {
            look();  // a stopped study keeps what it has
            running_ = false;
            lease->end();
            if (result.ok())
                show(*result);
            else if (result.error().code != ErrorCode::Cancelled)
                runs_->reportProblem(translated(result.error()));
            Q_EMIT stateChanged();
        });
}

void StudyController::stop() {
    if (running_) shared_->stop = true;
}

}  // namespace gatelab
