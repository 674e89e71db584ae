// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/lab_controller.h"

#include "app/lab_machine.h"
#include "base/guarded.h"
#include "common/background_job.h"
#include "common/preferences.h"
#include "common/texts.h"
#include "common/time_left.h"
#include "config/field.h"
#include "data/sequences/sequence_parts.h"
#include "device/other_load.h"
#include "device/switch_machine.h"
#include "lab/lab_files.h"
#include "measure/lab_tables.h"
#include "runs/experiment_model.h"
#include "runs/measurement.h"
#include "runs/preflight.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "verdict/run_groups.h"
#include "xla/plugin.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QUndoStack>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

constexpr int kLookEveryMs = 200;
constexpr double kPullSeconds = 20;  // of the time that is left
constexpr int kLookForIdleMs = 2000, kQuietLooks = 3;

}  // namespace

/// Between the measuring thread and the window.
struct LabController::Shared {
    Guarded<std::optional<LabReport>> report;  ///< the newest, until it is looked at
    Guarded<Phrase> notKept;                   ///< why, until it is told
    std::atomic<bool> stop{false}, training{false};
    std::atomic<double> secondsLeft{kNotMeasured};
    bool wasShown = false;  ///< of the GUI thread
};

LabController::LabController(ExperimentModel& experiment, RunController& runs, QueueController& queue,
                             Preferences& preferences, QObject* parent, MakeMachine makeMachine)
    : QObject(parent),
      experiment_(&experiment),
      runs_(&runs),
      queue_(&queue),
      preferences_(&preferences),
      makeMachine_(std::move(makeMachine)),
      choice_(readLabChoice(preferences)),
      tables_(new LabTables(runs, this)),
      job_(new BackgroundJob(this)) {
    timer_.setInterval(kLookEveryMs);
    idleTimer_.setInterval(kLookForIdleMs);
    connect(&timer_, &QTimer::timeout, this, &LabController::look);
    connect(&idleTimer_, &QTimer::timeout, this, &LabController::lookForIdle);
    connect(experiment_, &ExperimentModel::configChanged, this, &LabController::refresh);
    connect(experiment_, &ExperimentModel::dataChanged, this, &LabController::stateChanged);
    connect(runs_, &RunController::engineReady, this, &LabController::lookForXla);
    connect(runs_, &RunController::workspaceChanged, this, &LabController::readKept);
    connect(runs_, &RunController::stateChanged, this, [this] {
        noteTraining();
        Q_EMIT stateChanged();
    });
    connect(queue_, &QueueController::heldChanged, this, &LabController::stateChanged);
    connect(tables_, &LabTables::wereRead, this, &LabController::refresh);
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
    opened_.clear();
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
    if (on)
        choice.lines.leftOut.insert(key);
    else
        choice.lines.leftOut.erase(key);
    choose(choice);
    if (!measured()) return showPresent();
    plan();
    const LabReport* same = isOfPresent() ? measuredOfPlan() : nullptr;
    opened_ = same ? same->name : report_.name;
    refresh();
}

void LabController::showPresent() {
    isAnew_ = true;
    opened_.clear();
    refresh();
}

void LabController::setRepeats(int repeats) {
    LabChoice choice = choice_;
    choice.repeats = repeats;
    choose(choice);
    plan_.repeats = repeats;
    Q_EMIT stateChanged();
}

bool LabController::isOfPresent() const {
    return report_.plan.base == experiment_->config() || measuresTheSame(report_.plan, plan_);
}

/// The newest of the chosen mode.
const LabReport* LabController::last() const {
    return tables_->newest([mode = choice_.lines.mode](const LabReport& report) { return report.plan.mode == mode; });
}

const LabReport* LabController::measuredOfPlan() const {
    return tables_->newest([this](const LabReport& report) { return measuresTheSame(report.plan, plan_); });
}

const std::vector<LabReport>& LabController::kept() const { return tables_->all(); }

void LabController::open(const std::string& name) {
    if (running()) return;
    isAnew_ = false;
    opened_ = name;
    refresh();
}

void LabController::openLast() {
    if (const LabReport* report = last()) open(std::string(report->name));
}

bool LabController::hasLast() const {
    const LabReport* const report = running() ? nullptr : last();
    return report && !measuresTheSame(report->plan, report_.plan);
}

/// By files alone; none is opened in this process.
void LabController::lookForXla() {
    refresh();
    auto* job = new BackgroundJob(this);
    job->run<bool>([](const Progress&) { return !findXlaPlugins().empty(); },
                   [this, job](bool found) {
                       job->deleteLater();
                       if (std::exchange(hasXla_, found) != found) refresh();
                   });
}

void LabController::plan() {
    const ExperimentConfig& config = experiment_->config();
    LabPlace machine;
    if (runs_->engine()) {
        machine =
            LabPlace(switchMachine(runs_->engine()->info(), config.device, equalSteps(experiment_->dataset().get())));
        machine.xla = hasXla_;
    }
    auto planned = planLab(choice_.lines, config, machine);
    problem_ = planned.ok() ? QString() : translated(planned.error());
    plan_ = planned.ok() ? std::move(*planned) : LabPlan{};
    plan_.repeats = choice_.repeats;
}

void LabController::refresh() {
    const ExperimentConfig& config = experiment_->config();
    if (used_ && usedConfig_ != config) used_.reset();
    plan();
    if (running()) return;
    const LabReport* found = tables_->named(opened_);
    if (!found) found = measuredOfPlan();
    if (!found && !isAnew_) found = last();
    if (found) {
        // What is ticked is what is shown; what is taken out of it stays out.
        LabChoice choice = choice_;
        const LabLines lines = linesOf(found->plan);
        choice.lines.mode = lines.mode;
        if (lines.mode == LabMode::Pair) choice.lines.sides = lines.sides;
        if (found->name != report_.name) {
            for (const LabRung& rung : found->plan.rungs) choice.lines.leftOut.erase(rung.key);
            choice.lines.leftOut.insert(lines.leftOut.begin(), lines.leftOut.end());
        }
        if (choice.lines != choice_.lines) {
            choose(choice);
            plan();
        }
        if (found->plan.base == config) learn(*found);
        show(lines.mode == LabMode::Pair || choice_.lines.leftOut == lines.leftOut
                 ? *found
                 : withoutRungs(*found, choice_.lines.leftOut));
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
    opened_.clear();
    tables_->read();
    refresh();
}

bool LabController::stopping() const { return shared_ && shared_->stop; }

Measurements& LabController::measurements() const { return runs_->measurements(); }

bool LabController::isBusy() const { return !running() && (runs_->active() || queue_->held()); }

bool LabController::canStart() const {
    return (makeMachine_ || runs_->engine()) && experiment_->dataset() && !running() && !isBusy() && problem_.isEmpty();
}

double LabController::secondsLeft() const { return shared_ ? shared_->secondsLeft.load() : kNotMeasured; }

double LabController::secondsNeeded() const {
    LabWork work(plan_);
    if (needsAtMost()) work.again = work.repeats;
    return knownTimes().seconds(plan_, work);
}

bool LabController::needsAtMost() const {
    const LabReport* newest = tables_->newest([](const LabReport&) { return true; });
    return newest && (newest->again() > 0 || std::ranges::any_of(newest->figures, &LabFigures::isDisturbed));
}

void LabController::repeatWhenIdle(bool on) {
    idle_ = on ? std::make_unique<OtherLoad>() : nullptr;
    quietLooks_ = 0;
    on ? idleTimer_.start() : idleTimer_.stop();
    Q_EMIT stateChanged();
}

void LabController::lookForIdle() {
    std::int64_t threads = 1;
    for (const LabFigures& figures : report_.figures) threads = std::max(threads, figures.threads);
    const bool isQuiet = canStart() && !disturbs(idle_->cores(), machineCores(), static_cast<int>(threads));
    quietLooks_ = isQuiet ? quietLooks_ + 1 : 0;
    if (quietLooks_ < kQuietLooks) return;
    repeatWhenIdle(false);
    start();
}

std::shared_ptr<LabMachine> LabController::makeMachine() const {
    auto othersTrain = [shared = shared_] { return shared->training.load(); };
    if (makeMachine_) return makeMachine_(std::move(othersTrain));
    const auto scratch = std::make_shared<QTemporaryDir>();
    return {new EngineLabMachine(runs_->sharedEngine(), experiment_->dataset(), toPath(scratch->path()),
                                 std::move(othersTrain)),
            [scratch](LabMachine* machine) { delete machine; }};
}

void LabController::start() {
    const QString obstacle = problem_.isEmpty() ? startObstacle(*experiment_) : problem_;
    if (!obstacle.isEmpty()) return runs_->reportProblem(obstacle);
    if (!canStart()) return;
    if (waitsForIdle()) repeatWhenIdle(false);
    LabTimes known = knownTimes();
    shared_ = std::make_shared<Shared>();
    const bool begins = runs_->measurements().begin(
        this, {tr("the lab measures"), Yielding::ToNothing},
        [this, known = std::move(known)](Measurements::Lease lease) { run(known, std::move(lease)); });
    if (!begins) return shared_.reset();
    timer_.start();
    LabReport nothingYet;
    nothingYet.plan = plan_;
    show(nothingYet);
}

void LabController::run(LabTimes known, Measurements::Lease lease) {
    job_->run<Result<LabReport>>(
        [shared = shared_, plan = plan_, machine = makeMachine(), known = std::move(known),
         workspace = runs_->workspace()](const Progress& progress) {
            LabJournal journal(workspace ? workspace->folder() : std::filesystem::path());
            LabReport last;
            bool isReported = false;
            // What a step takes is told anew by every run: the figure is no seismograph of that.
            Countdown left(kPullSeconds, true);
            QElapsedTimer since;
            since.start();
            const auto notify = [&](const Result<>& kept) {
                if (kept.ok() || std::exchange(isReported, true)) return;
                shared->notKept.set(kept.error().phrase);
            };
            const auto look = [&](const LabReport& soFar) {
                left.update(static_cast<double>(since.restart()) / 1000, soFar.secondsLeft);
                shared->secondsLeft = left.seconds() < 0 ? kNotMeasured : left.seconds();
                const bool ranOne = last.done != soFar.done || last.again() != soFar.again();
                if (ranOne || last.total != soFar.total) {
                    last = soFar;
                    shared->report.set(soFar);
                }
                if (ranOne) notify(journal.note(soFar));
                return !shared->stop && gatelab::report(progress, -1);
            };
            auto result = runLab(plan, *machine, look, known);
            if (!result.ok()) notify(journal.end(last));
            return result;
        },
        [this, lease = std::move(lease)](const Result<LabReport>& result) {
            finish(result);
            lease->end();
        });
}

void LabController::stop() {
    if (shared_) shared_->stop = true;
    Q_EMIT stateChanged();
}

void LabController::look() {
    if (const Phrase why = shared_->notKept.take(); !why.empty()) tables_->reportNotKept(translated(why));
    const std::optional<LabReport> report = shared_->report.take();
    if (!report) return Q_EMIT stateChanged();
    shared_->wasShown = true;
    learn(*report);
    show(*report);
}

void LabController::finish(const Result<LabReport>& result) {
    timer_.stop();
    look();
    const bool isNew = shared_->wasShown;
    shared_.reset();
    if (!result.ok()) {
        // What was measured until then is shown until something else is asked for.
        if (result.error().code != ErrorCode::Cancelled) runs_->reportProblem(translated(result.error()));
        if (isNew && measured()) {
            opened_ = report_.name;
            tables_->keep(report_);
        }
        return Q_EMIT stateChanged();
    }
    isAnew_ = false;
    opened_.clear();
    tables_->keep(*result);
    refresh();
}

/// While it measures; a run that waits does not disturb.
void LabController::noteTraining() {
    if (!shared_) return;
    const bool trains = runs_->active() && runs_->state() != RunState::Paused;
    if (trains == shared_->training.exchange(trains) || !trains) return;
    runs_->warn(
        tr("The lab is measuring and this training disturbs it. Disturbed repeats are measured again; those that stay "
           "disturbed are marked."));
}

void LabController::learn(const LabReport& report) {
    if (timesOf_ != report.plan.base) times_ = {};
    timesOf_ = report.plan.base;
    for (std::size_t i = 0; i < report.figures.size(); ++i)
        times_.learn(report.plan.rungs[i].config,
                     report.figures[i].runSeconds / static_cast<double>(report.plan.warmup + report.plan.steps));
}

LabTimes LabController::knownTimes() const {
    const ExperimentConfig& config = experiment_->config();
    LabTimes known = timesOf_ == config ? times_ : LabTimes{};
    if (!known.empty()) return known;
    const RunLength length = runLength(*experiment_);
    if (experiment_->epochSeconds() > 0 && length.stepsPerEpoch > 0)
        known.learn(config, experiment_->epochSeconds() / static_cast<double>(length.stepsPerEpoch));
    for (const RunSummary& run : runs_->runs()) {  // newest first
        if (!known.empty()) break;
        if (run.step > 0 && sameSetting(run.config, config))
            known.learn(config, run.seconds / static_cast<double>(run.step));
    }
    return known;
}

void LabController::useTop() {
    const std::size_t top = labTop(report_);
    if (top == 0) return;
    const ExperimentConfig& fastest = report_.plan.rungs[top].config;
    const ExperimentConfig before = experiment_->config();
    ExperimentConfig config = before, measured = report_.plan.base;
    for (const Switch& row : switches())
        if (const Field* field = findField(row.field)) {
            (void)setFieldValue(config, *field, fieldValue(fastest, *field));
            (void)setFieldValue(measured, *field, fieldValue(fastest, *field));
        }
    Use use{configChanges(before, config), configChanges(measured, config), report_.plan.base};
    // Neither says anything about the speed.
    std::erase_if(use.others, [](const ConfigChange& change) {
        return isCosmetic(*change.field) || std::string_view(change.field->key) == "seed";
    });
    if (!use.changes.empty()) experiment_->replace(config, tr("use the lab's fastest switches"));
    used_ = std::move(use);
    usedStep_ = experiment_->undoStack().index();
    usedConfig_ = experiment_->config();
    Q_EMIT stateChanged();
}

void LabController::undoUse() {
    if (used_ && !used_->changes.empty() && usedStep_ == experiment_->undoStack().index())
        experiment_->undoStack().undo();
    forgetUse();
}

void LabController::forgetUse() {
    used_.reset();
    Q_EMIT stateChanged();
}

}  // namespace gatelab
