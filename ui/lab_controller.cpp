// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab_controller.h"

#include "background_job.h"
#include "config/field.h"
#include "device/switch_machine.h"
#include "experiment_model.h"
#include "lab/lab_files.h"
#include "lab/lab_journal.h"
#include "lab/run_groups.h"
#include "pages/preflight.h"
#include "pages/run_actions.h"
#include "preferences.h"
#include "queue_controller.h"
#include "result_keeper.h"
#include "run_controller.h"
#include "session/lab_machine.h"
#include "texts.h"

#include <QTemporaryDir>
#include <QUndoStack>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

constexpr int kLookEveryMs = 200;
constexpr std::size_t kMostMeasured = 8;

}  // namespace

/// Between the measuring thread and the window.
struct LabController::Shared {
    std::mutex mutex;
    LabReport report;
    bool fresh = false;
    Phrase notKept;  ///< why, until it is told
    std::atomic<bool> stop{false}, training{false};
    std::atomic<double> secondsLeft{kNotMeasured};
};

LabController::LabController(ExperimentModel& experiment, RunController& runs, QueueController& queue, Preferences& preferences, QObject* parent, MakeMachine makeMachine)
    : QObject(parent), experiment_(&experiment), runs_(&runs), queue_(&queue), preferences_(&preferences), makeMachine_(std::move(makeMachine)), choice_(readLabChoice(preferences)),
      job_(new BackgroundJob(this)), readJob_(new BackgroundJob(this)), keeper_(new ResultKeeper(runs, this)) {
    timer_.setInterval(kLookEveryMs);
    connect(&timer_, &QTimer::timeout, this, &LabController::look);
    connect(experiment_, &ExperimentModel::configChanged, this, &LabController::refresh);
    connect(experiment_, &ExperimentModel::dataChanged, this, &LabController::stateChanged);
    connect(runs_, &RunController::engineReady, this, &LabController::refresh);
    connect(runs_, &RunController::workspaceChanged, this, &LabController::readKept);
    connect(runs_, &RunController::stateChanged, this, [this] {
        noteTraining();
        Q_EMIT stateChanged();
    });
    connect(queue_, &QueueController::heldChanged, this, &LabController::stateChanged);
    connect(keeper_, &ResultKeeper::failed, this, &LabController::tellNotKept);
    refresh();
    readKept();
}

LabController::~LabController() {
    if (shared_) shared_->stop = true;
}

void LabController::choose(const LabChoice& choice) {
    choice_ = choice;
    keepLabChoice(*preferences_, choice_);
}

void LabController::setMode(LabMode mode) {
    LabChoice choice = choice_;
    choice.lines.mode = mode;
    choose(choice);
    isAnew_ = false;
    refresh();
}

void LabController::setSides(const std::pair<std::string, std::string>& sides) {
    LabChoice choice = choice_;
    choice.lines.sides = sides;
    choose(choice);
    showPresent();
}

void LabController::leaveOut(const std::string& key, bool on) {
    LabChoice choice = choice_;
    if (on) choice.lines.leftOut.insert(key);
    else choice.lines.leftOut.erase(key);
    choose(choice);
    showPresent();
}

void LabController::showPresent() {
    isAnew_ = true;
    refresh();
}

void LabController::setRepeats(int repeats) {
    LabChoice choice = choice_;
    choice.repeats = repeats;
    choose(choice);
    plan_.repeats = repeats;
    Q_EMIT stateChanged();
}

void LabController::setFigure(const QString& key) {
    LabChoice choice = choice_;
    choice.figure = key;
    choose(choice);
}

bool LabController::isOfPresent() const { return report_.plan.base == experiment_->config() || measuresTheSame(report_.plan, plan_); }

/// The newest of the chosen mode.
const LabReport* LabController::last() const {
    return newest([mode = choice_.lines.mode](const LabReport& report) { return report.plan.mode == mode; });
}

/// A finished one, where there is one.
const LabReport* LabController::newest(const std::function<bool(const LabReport&)>& fits) const {
    for (const bool isFinished : {true, false}) {
        const auto found = std::find_if(measured_.rbegin(), measured_.rend(), [&](const LabReport& report) { return report.finished() == isFinished && fits(report); });
        if (found != measured_.rend()) return &*found;
    }
    return nullptr;
}

bool LabController::hasLast() const {
    const LabReport* const report = running() ? nullptr : last();
    return report && !measuresTheSame(report->plan, report_.plan);
}

void LabController::refresh() {
    const ExperimentConfig& config = experiment_->config();
    if (used_ && usedConfig_ != config) used_.reset();
    auto planned = planLab(choice_.lines, config, runs_->engine() ? switchMachine(runs_->engine()->info(), config.device) : SwitchMachine{});
    problem_ = planned.ok() ? QString() : translated(planned.error());
    plan_ = planned.ok() ? std::move(*planned) : LabPlan{};
    plan_.repeats = choice_.repeats;
    if (running()) return;
    const LabReport* const same = newest([this](const LabReport& report) { return measuresTheSame(report.plan, plan_); });
    const LabReport* const found = same || isAnew_ ? same : last();
    if (found) {
        // What is ticked is what is shown.
        LabChoice choice = choice_;
        const LabLines lines = linesOf(found->plan);
        if (lines.mode == LabMode::Pair) choice.lines.sides = lines.sides;
        for (const LabRung& rung : found->plan.rungs) choice.lines.leftOut.erase(rung.key);
        choice.lines.leftOut.insert(lines.leftOut.begin(), lines.leftOut.end());
        if (choice.lines != choice_.lines) choose(choice);
        if (found->plan.base == config) learn(*found);
        show(*found);
    } else {
        LabReport planOnly;
        planOnly.plan = plan_;
        show(planOnly);
    }
}

void LabController::show(const LabReport& report) {
    report_ = report;
    Q_EMIT reportChanged();
    Q_EMIT stateChanged();
}

void LabController::readKept() {
    measured_.clear();
    readJob_->cancel();
    refresh();
    const auto workspace = runs_->workspace();
    if (!workspace) return;
    struct Found {
        KeptLabReports kept;
        std::vector<LabReport> cutOff;
    };
    readJob_->run<Found>(
        [folder = workspace->folder()](const Progress&) {
            Found found{readLabReports(folder), {}};
            for (const LabReport& report : found.kept.reports)
                if (!report.finished() && LabJournal::takeCutOff(folder, report.plan.mode)) found.cutOff.push_back(report);
            return found;
        },
        [this](Found found) {
            for (const Phrase& problem : found.kept.problems) Q_EMIT runs_->warned(translated(problem));
            // What was measured meanwhile is newer.
            measured_.insert(measured_.begin(), std::make_move_iterator(found.kept.reports.begin()), std::make_move_iterator(found.kept.reports.end()));
            if (!measured_.empty()) refresh();
            for (const LabReport& report : found.cutOff) tellCutOff(report);
        });
}

void LabController::tellCutOff(const LabReport& report) {
    const bool isShown = !newest([&](const LabReport& kept) { return measuresTheSame(kept.plan, report.plan); })->finished();
    Q_EMIT runs_->warned((isShown ? tr("The optimisation lab was cut off after %1 of %2 runs; what they measured is kept, as not measured to the end: Compare, Optimisation lab")
                                  : tr("The optimisation lab was cut off after %1 of %2 runs; the table that was measured to the end before is shown: Compare, Optimisation lab"))
                             .arg(report.done)
                             .arg(report.total));
}

void LabController::tellNotKept(const QString& why) { Q_EMIT runs_->warned(tr("The lab's table is not kept for the next start: %1").arg(why)); }

/// Among what was measured, and in the workspace.
void LabController::keep(const LabReport& report) {
    std::erase_if(measured_, [&](const LabReport& kept) { return measuresTheSame(kept.plan, report.plan) && (report.finished() || !kept.finished()); });
    if (measured_.size() >= kMostMeasured) measured_.erase(measured_.begin());
    measured_.push_back(report);
    keeper_->keep([report](const std::filesystem::path& workspace) { return keepLabReport(workspace, report); });
}

bool LabController::stopping() const { return shared_ && shared_->stop; }

bool LabController::isBusy() const { return !running() && (runs_->active() || queue_->held()); }

bool LabController::canStart() const { return (makeMachine_ || runs_->engine()) && experiment_->dataset() && !running() && !isBusy() && problem_.isEmpty(); }

double LabController::secondsLeft() const { return shared_ ? shared_->secondsLeft.load() : kNotMeasured; }

double LabController::secondsNeeded() const { return knownTimes().seconds(plan_); }

std::shared_ptr<LabMachine> LabController::makeMachine() const {
    auto othersTrain = [shared = shared_] { return shared->training.load(); };
    if (makeMachine_) return makeMachine_(std::move(othersTrain));
    const auto scratch = std::make_shared<QTemporaryDir>();
    return {new EngineLabMachine(runs_->sharedEngine(), experiment_->dataset(), toPath(scratch->path()), std::move(othersTrain)), [scratch](LabMachine* machine) { delete machine; }};
}

void LabController::start() {
    const QString obstacle = problem_.isEmpty() ? startObstacle(*experiment_) : problem_;
    if (!obstacle.isEmpty()) return Q_EMIT runs_->problem(obstacle, {});
    if (!canStart()) return;
    LabTimes known = knownTimes();
    shared_ = std::make_shared<Shared>();
    queue_->hold(true, tr("the lab measures"));
    job_->run<Result<LabReport>>(
        [shared = shared_, plan = plan_, machine = makeMachine(), known = std::move(known), workspace = runs_->workspace()](const Progress& progress) {
            LabJournal journal(workspace ? workspace->folder() : std::filesystem::path());
            LabReport last;
            bool isTold = false;
            const auto tell = [&](const Result<>& kept) {
                if (kept.ok() || std::exchange(isTold, true)) return;
                const std::lock_guard lock(shared->mutex);
                shared->notKept = kept.error().phrase;
            };
            const auto look = [&](const LabReport& soFar) {
                shared->secondsLeft = soFar.secondsLeft;
                const bool ranOne = last.done != soFar.done || last.again() != soFar.again();
                if (ranOne || last.total != soFar.total) {
                    last = soFar;
                    const std::lock_guard lock(shared->mutex);
                    shared->report = soFar;
                    shared->fresh = true;
                }
                if (ranOne) tell(journal.note(soFar));
                return !shared->stop && gatelab::report(progress, -1);
            };
            auto result = runLab(plan, *machine, look, known);
            if (!result.ok()) tell(journal.end(last));
            return result;
        },
        [this](const Result<LabReport>& result) { finish(result); });
    timer_.start();
    LabReport nothingYet;
    nothingYet.plan = plan_;
    show(nothingYet);
}

void LabController::stop() {
    if (shared_) shared_->stop = true;
    Q_EMIT stateChanged();
}

void LabController::look() {
    LabReport report;
    Phrase notKept;
    bool fresh = false;
    {
        const std::lock_guard lock(shared_->mutex);
        notKept = std::exchange(shared_->notKept, {});
        fresh = std::exchange(shared_->fresh, false);
        if (fresh) report = shared_->report;
    }
    if (!notKept.empty()) tellNotKept(translated(notKept));
    if (!fresh) return Q_EMIT stateChanged();
    learn(report);
    show(report);
}

void LabController::finish(const Result<LabReport>& result) {
    timer_.stop();
    look();
    shared_.reset();
    queue_->hold(false);
    if (!result.ok()) {
        // What was measured until then is shown until another plan is.
        if (result.error().code != ErrorCode::Cancelled) Q_EMIT runs_->problem(translated(result.error()), {});
        if (measured()) keep(report_);
        return Q_EMIT stateChanged();
    }
    isAnew_ = false;
    keep(*result);
    refresh();
}

/// While it measures; a run that waits does not disturb.
void LabController::noteTraining() {
    if (!shared_) return;
    const bool trains = runs_->active() && runs_->state() != RunState::Paused;
    if (trains == shared_->training.exchange(trains) || !trains) return;
    Q_EMIT runs_->warned(tr("The lab is measuring and this training disturbs it. Disturbed repeats are measured again, and told where that does not help."));
}

void LabController::learn(const LabReport& report) {
    if (timesOf_ != report.plan.base) times_ = {};
    timesOf_ = report.plan.base;
    for (std::size_t i = 0; i < report.figures.size(); ++i)
        times_.learn(report.plan.rungs[i].config, report.figures[i].runSeconds / static_cast<double>(report.plan.warmup + report.plan.steps));
}

LabTimes LabController::knownTimes() const {
    const ExperimentConfig& config = experiment_->config();
    LabTimes known = timesOf_ == config ? times_ : LabTimes{};
    if (!known.empty()) return known;
    const RunLength length = runLength(*experiment_);
    if (experiment_->epochSeconds() > 0 && length.stepsPerEpoch > 0) known.learn(config, experiment_->epochSeconds() / static_cast<double>(length.stepsPerEpoch));
    for (const RunSummary& run : runs_->runs()) {  // newest first
        if (!known.empty()) break;
        if (run.step > 0 && sameSetting(run.config, config)) known.learn(config, run.seconds / static_cast<double>(run.step));
    }
    return known;
}

void LabController::useBest() {
    const ExperimentConfig& fastest = report_.plan.rungs[labBest(report_)].config;
    const ExperimentConfig before = experiment_->config();
    ExperimentConfig config = before, measured = report_.plan.base;
    for (const Switch& row : switches())
        if (const Field* field = findField(row.field)) {
            (void)setFieldValue(config, *field, fieldValue(fastest, *field));
            (void)setFieldValue(measured, *field, fieldValue(fastest, *field));
        }
    Use use{configChanges(before, config), configChanges(measured, config), report_.plan.base};
    // Neither says anything about the speed.
    std::erase_if(use.others, [](const ConfigChange& change) { return isAside(*change.field) || std::string_view(change.field->key) == "seed"; });
    if (!use.changes.empty()) experiment_->replace(config, tr("use the lab's fastest switches"));
    used_ = std::move(use);
    usedStep_ = experiment_->undoStack().index();
    usedConfig_ = experiment_->config();
    Q_EMIT stateChanged();
}

void LabController::undoUse() {
    if (used_ && !used_->changes.empty() && usedStep_ == experiment_->undoStack().index()) experiment_->undoStack().undo();
    forgetUse();
}

void LabController::forgetUse() {
    used_.reset();
    Q_EMIT stateChanged();
}

}  // namespace gatelab
