// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/sweep_controller.h"

#include "app/study_worker.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "common/theme.h"
#include "runs/run_controller.h"
#include "runs/training_process.h"
#include "search/asha.h"
#include "verdict/study_trials.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

/// Exit codes of gatelab-worker that are no error of the search: trials diverged, it was stopped.
constexpr int kDiverged = 6, kStopped = 130;

std::optional<SweepAxis> axisOf(const Field& field, const std::vector<ExperimentConfig>& settings) {
    SweepAxis axis{&field, {}};
    const FieldValue first = fieldValue(settings.front(), field);
    const auto number = [&](const ExperimentConfig& config) {
        const FieldValue value = fieldValue(config, field);
        const auto* whole = std::get_if<std::int64_t>(&value);
        return whole ? static_cast<double>(*whole) : std::get<double>(value);
    };
    if (std::ranges::all_of(settings, [&](const auto& config) { return fieldValue(config, field) == first; }))
        return {};
    if (isNumber(field)) {
        axis.isRange = true;
        axis.low = axis.high = number(settings.front());
        for (const ExperimentConfig& config : settings) {
            axis.low = std::min(axis.low, number(config));
            axis.high = std::max(axis.high, number(config));
        }
        axis.isLog = axis.low > 0;
        return axis;
    }
    for (const ExperimentConfig& config : settings)
        if (const FieldValue value = fieldValue(config, field);
            std::ranges::find(axis.values, value) == axis.values.end())
            axis.values.push_back(value);
    return axis;
}

/// A grid and a random sweep as a study would see them: what differs in them varies.
std::optional<Study> studyOf(const SavedSweep& sweep) {
    if (sweep.study) return sweep.study;
    if (sweep.settings.size() < 2) return {};
    std::vector<SweepAxis> axes;
    for (const Field& field : fields())
        if (isSwept(field))
            if (auto axis = axisOf(field, sweep.settings)) axes.push_back(std::move(*axis));
    Study study;
    study.space = SearchSpace(sweep.settings.front(), std::move(axes));
    study.method = SearchMethod::Grid;
    return study;
}

bool isSame(const SavedSweep& a, const SavedSweep& b) {
    if (a.seeds != b.seeds || a.settings != b.settings || a.study.has_value() != b.study.has_value()) return false;
    if (!a.study) return true;
    const SearchBudget &first = a.study->budget, &second = b.study->budget;
    return a.study->isSameSpace(*b.study) && a.study->method == b.study->method && first.trials == second.trials &&
           first.epochs == second.epochs && first.seconds == second.seconds;
}

SweepController::Told countTrials(const Study& study, const std::vector<RunSummary>& runs) {
    SweepController::Told told;
    const std::vector<StudyTrial> trials = studyTrials(study, runs);
    const Asha asha(study.space.base().epochs);
    for (const StudyTrial& trial : trials) {
        ++told.trials;
        told.ended += trial.hasEnded() ? 1 : 0;
        told.epochs += trial.epochs;
        const bool isAtRung = std::ranges::find(asha.rungs(), trial.epochs) != asha.rungs().end();
        if (study.method == SearchMethod::Asha && trial.state == TrialState::Stopped && isAtRung)
            told.stopped.insert(trial.run);
    }
    if (const auto best = bestTrial(trials)) told.best = trials[*best].value;
    return told;
}

}  // namespace

SweepController::SweepController(RunController& runs, QObject* parent)
    : QObject(parent),
      runs_(runs),
      process_(new TrainingProcess(runs, {startStudyWorker, studyWorkerRuns}, this)),
      readJob_(new BackgroundJob(this)),
      keepJob_(new BackgroundJob(this)),
      countJob_(new BackgroundJob(this)),
      stopJob_(new BackgroundJob(this)) {
    connect(&runs_, &RunController::workspaceChanged, this, [this] {
        take({});
        read();
    });
    connect(&runs_, &RunController::runsChanged, this, [this] {
        count();
        if (!isSearching()) process_->look();
    });
    connect(process_, &TrainingProcess::looked, this, &SweepController::changed);
    connect(process_, &TrainingProcess::ended, this, &SweepController::reportEnd);
    connect(process_, &TrainingProcess::failed, &runs_, &RunController::reportProblem);
    read();
}

void SweepController::reportEnd(int exitCode) {
    Q_EMIT changed();
    count();
    if (exitCode == 0 || exitCode == kDiverged || exitCode == kStopped || !runs_.workspace()) return;
    runs_.reportProblem(tr("The search ended with an error; %1 says which.")
                            .arg(fromPath(studyWorkerLog(runs_.workspace()->folder()))));
}

bool SweepController::isSearching() const { return process_->running(); }

void SweepController::read() {
    if (!runs_.workspace() || readJob_->running() || keepJob_->running()) return;
    readJob_->run<Result<SavedSweep>>(
        [folder = runs_.workspace()->folder()](const Progress&) { return savedSweep(folder); },
        [this, place = runs_.workspace()](const Result<SavedSweep>& sweep) {
            if (place != runs_.workspace() || keepJob_->running()) return;
            if (!sweep.ok()) return runs_.reportProblem(translated(sweep.error()));
            if (!isSame(*sweep, sweep_)) take(*sweep);
        });
}

void SweepController::take(const SavedSweep& sweep) {
    sweep_ = sweep;
    study_ = studyOf(sweep_);
    told_ = {};
    Q_EMIT replaced();
    Q_EMIT changed();
    count();
}

void SweepController::keep(const SavedSweep& sweep, std::function<void(bool)> then) {
    if (!runs_.workspace()) return;
    keepJob_->run<Result<>>(
        [folder = runs_.workspace()->folder(), sweep](const Progress&) { return keepSweep(folder, sweep); },
        [this, sweep, then = std::move(then)](Result<> kept) {
            if (kept.ok())
                take(sweep);
            else
                runs_.reportProblem(translated(kept.error()));
            if (then) then(kept.ok());
        });
}

void SweepController::begin(const Study& study) {
    SavedSweep sweep;
    sweep.study = study;
    keep(sweep, [this](bool kept) {
        if (kept) process_->begin();
        Q_EMIT changed();
    });
}

void SweepController::goOn() {
    if (!sweep_.study || isSearching()) return;
    Study study = *sweep_.study;
    if (study.budget.trials > 0 && told_.ended >= static_cast<std::size_t>(study.budget.trials))
        study.budget.trials *= 2;
    if (study.budget.epochs > 0 && told_.epochs >= study.budget.epochs) study.budget.epochs *= 2;
    begin(study);
}

void SweepController::stop() {
    if (!runs_.workspace() || stopJob_->running()) return;
    stopJob_->run<Result<>>([folder = runs_.workspace()->folder()](const Progress&) { return stopStudyWorker(folder); },
                            [this](Result<> stopped) {
                                // It may have ended by itself.
                                if (!stopped.ok() && stopped.error().code != ErrorCode::NotFound)
                                    runs_.reportProblem(translated(stopped.error()));
                            });
}

void SweepController::count() {
    if (!study_) return;
    if (countJob_->running()) {
        isStale_ = true;
        return;
    }
    isStale_ = false;
    countJob_->run<Told>([study = *study_, runs = runs_.runs()](const Progress&) { return countTrials(study, runs); },
                         [this, study = *study_](Told told) {
                             if (study_ && study_->isSameSpace(study)) {
                                 told_ = std::move(told);
                                 Q_EMIT changed();
                             }
                             if (isStale_) this->count();
                         },
                         [](const Error&) { return Told(); });
}

double SweepController::share() const {
    if (!sweep_.study) return -1;
    const SearchBudget& budget = sweep_.study->budget;
    double share = -1;
    if (budget.trials > 0) share = static_cast<double>(told_.ended) / static_cast<double>(budget.trials);
    if (budget.epochs > 0)
        share = std::max(share, static_cast<double>(told_.epochs) / static_cast<double>(budget.epochs));
    return std::min(share, 1.0);
}

QString SweepController::progress() const {
    if (!sweep_.study) return {};
    const SearchBudget& budget = sweep_.study->budget;
    const QString ended = formatCount(static_cast<qint64>(told_.ended));
    const QString count =
        budget.trials > 0 ? tr("%1 of %2 trials").arg(ended, formatCount(budget.trials))
        : budget.epochs > 0
            ? tr("%1 trials, %2 of %3 epochs").arg(ended, formatCount(told_.epochs), formatCount(budget.epochs))
            : tr("%1 trials").arg(ended);
    return std::isfinite(told_.best) ? tr("%1, best %2").arg(count, formatNumber(told_.best, 3)) : count;
}

}  // namespace gatelab
