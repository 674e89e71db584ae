// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/queue_controller.h"

#include "app/queue_worker.h"
#include "base/ordered_work.h"
#include "common/background_job.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "config/setting_predicates.h"
#include "runs/machines.h"
#include "runs/measurements.h"
#include "runs/run_controller.h"
#include "runs/sweep_controller.h"
#include "runs/training_process.h"
#include "store/imported_run.h"

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {
constexpr int kListsUntilKnown = 2;
}  // namespace

QueueController::QueueController(RunController& runs, QObject* parent)
    : QObject(parent),
      runs_(runs),
      together_(new TrainingProcess(runs, {startQueueWorker, queueWorkerRuns}, this)),
      work_(std::make_shared<OrderedWork>()),
      job_(new BackgroundJob(this)),
      startJob_(new BackgroundJob(this)),
      sweep_(new SweepController(runs, this)),
      machines_(new Machines(runs, this)) {
    const auto read = [this] { ask([](RunQueue& queue) { return queue.read(); }); };
    connect(&runs_, &RunController::workspaceChanged, this, [this, read] {
        state_ = {};
        listsSeen_ = 0;
        isRead_ = isMet_ = false;
        Q_EMIT changed();
        read();
    });
    for (auto signal : {&RunController::stateChanged, &RunController::engineReady})
        connect(&runs_, signal, this, &QueueController::startWaiting);
    connect(&runs_, &RunController::startFailed, this, &QueueController::giveBack);
    connect(&runs_.measurements(), &Measurements::changed, this, [this] {
        Q_EMIT heldChanged();
        // Later: what measured may end because the program does.
        if (!held()) QMetaObject::invokeMethod(this, &QueueController::startWaiting, Qt::QueuedConnection);
    });
    connect(together_, &TrainingProcess::ended, this, read);
    connect(this, &QueueController::changed, sweep_, &SweepController::read);
    connect(machines_, &Machines::searchSubmitted, sweep_, &SweepController::read);
    connect(sweep_, &SweepController::changed, this, &QueueController::startWaiting);
    connect(together_, &TrainingProcess::looked, this, [this, read] {
        if (asked_.empty()) read();
    });
    connect(together_, &TrainingProcess::failed, this, [this](const QString& message) {
        setPaused(true);
        runs_.reportProblem(message);
    });
    // Another window may have changed both.
    connect(&runs_, &RunController::runsChanged, this, [this, read] {
        ++listsSeen_;
        if (asked_.empty()) read();
    });
}

QueueController::~QueueController() {
    // What was asked for after the thread's last look.
    static_cast<void>(work_->run());
}

void QueueController::add(std::vector<QueuedRun> runs) {
    ask([runs = std::move(runs)](RunQueue& queue) { return queue.add(runs); },
        [this] {
            if (state_.paused) Q_EMIT addedWhilePaused();
        });
}

void QueueController::remove(const std::vector<std::string>& ids) {
    ask([ids](RunQueue& queue) { return queue.remove(ids); });
}

void QueueController::putBack(const QueuedRun& run, std::size_t place) {
    ask([run, place](RunQueue& queue) { return queue.giveBack(run, place); });
}

void QueueController::setPlace(const PlaceChoice& place) {
    if (place == place_) return;
    place_ = place;
    Q_EMIT placeChanged();
}

bool QueueController::waits(const std::string& id) const {
    return std::ranges::find(state_.runs, id, &QueuedRun::id) != state_.runs.end();
}

void QueueController::setTogether(bool together) {
    ask([together](RunQueue& queue) { return queue.setTogether(together); });
}

bool QueueController::trainsTogether(const QueuedRun& run) const {
    return gatelab::trainsTogether(run, state_, hasGpu());
}

bool QueueController::hasGpu() const {
    Engine* engine = runs_.engine();
    return engine &&
           std::ranges::any_of(engine->info().devices, [](const TrainingDevice& device) { return !isCpu(device.key); });
}

QueuePlan QueueController::plan() const {
    const auto live = runs_.live();
    return {state_, runs_.runs(),
            live ? std::optional<QueuePlan::Training>({live->summary, live->secondsLeft}) : std::nullopt};
}

bool QueueController::isBusy() const {
    return together_->running() || sweep_->isSearching() || starting_ ||
           (!state_.paused && !state_.runs.empty() && !held());
}

void QueueController::move(const std::string& id, int by) {
    ask([id, by](RunQueue& queue) { return queue.move(id, by); });
}

void QueueController::setPriority(const std::string& id, int priority) {
    ask([id, priority](RunQueue& queue) { return queue.setPriority(id, priority); });
}

void QueueController::setName(const std::string& id, const std::string& name) {
    ask([id, name](RunQueue& queue) { return queue.setName(id, name); });
}

void QueueController::setPaused(bool paused) {
    ask([paused](RunQueue& queue) { return queue.setPaused(paused); });
}

bool QueueController::held() const { return runs_.measurements().held(); }

QString QueueController::heldFor() const { return runs_.measurements().what(); }

void QueueController::ask(Change change, std::function<void()> then) {
    if (!runs_.workspace()) return;
    const auto answer = std::make_shared<Answer>();
    work_->add([folder = runs_.workspace()->folder(), change = std::move(change), answer]() -> Result<> {
        RunQueue queue(folder);
        answer->set(change(queue));
        return {};
    });
    asked_.push_back({answer, std::move(then)});
    if (!job_->running()) runNext();
}

/// In the queue that it was taken from: meanwhile another workspace may have been opened.
void QueueController::settle(const RunQueue::Taken& taken, Change change) {
    ask([from = taken.workspace, change = std::move(change)](RunQueue& queue) {
        RunQueue its(from);
        auto settled = change(its);
        return settled.ok() ? queue.read() : settled;
    });
}

/// All that was asked for, in its order.
void QueueController::runNext() {
    job_->run<Result<>>(
        [work = work_](const Progress&) -> Result<> {
            static_cast<void>(work->run());
            return {};
        },
        [this](const Result<>& ended) {
            while (!asked_.empty()) {
                auto answer = asked_.front().answer->take();
                if (!answer && !ended.ok()) answer = ended.error();
                if (!answer) break;
                const auto then = std::move(asked_.front().then);
                asked_.pop_front();
                take(*answer, then);
            }
            if (asked_.empty())
                startWaiting();
            else if (!job_->running())
                runNext();  // asked for while the thread ended
        });
}

void QueueController::take(const Result<RunQueue::State>& result, const std::function<void()>& then) {
    if (result.ok()) {
        state_ = *result;
        isRead_ = true;
        Q_EMIT changed();
        if (then) then();
        return;
    }
    runs_.reportProblem(translated(result.error()));
    if (result.error().code == ErrorCode::NotFound) ask([](RunQueue& queue) { return queue.read(); });
}

void QueueController::startWaiting() {
    if (const auto live = runs_.live(); live && starting_) {
        const auto begun = std::exchange(starting_, nullptr);
        trained_ = begun->run;
        trainedId_ = live->id;
        settle(*begun, [begun](RunQueue& queue) { return queue.begun(*begun); });
        Q_EMIT started(live->id, fromUtf8(begun->run.why));
    }
    attachWorkspace();
    if (held() || startJob_->running() || listsSeen_ < kListsUntilKnown || state_.paused || state_.runs.empty() ||
        !asked_.empty())
        return;
    if (givesWay()) return makeWay();
    if (runs_.active() || !runs_.engine() || !runs_.workspace() || together_->running() || sweep_->isSearching())
        return;
    if (trainsTogether(state_.runs.front())) return together_->begin();
    struct Taken {
        Result<RunQueue::Taken> run = Error{};
        Result<RunQueue::State> state = RunQueue::State{};
    };
    startJob_->run<Taken>(
        [folder = runs_.workspace()->folder(), first = state_.runs.front().id](const Progress&) {
            Taken taken;
            RunQueue queue(folder);
            taken.run = queue.takeFirst(first);
            taken.state = queue.read();
            return taken;
        },
        [this](Taken taken) {
            if (taken.state.ok())
                state_ = std::move(*taken.state);
            else
                runs_.reportProblem(translated(taken.state.error()));
            if (taken.run.ok())
                start(std::make_shared<RunQueue::Taken>(std::move(*taken.run)));
            else if (taken.run.error().code != ErrorCode::NotFound)  // another window was quicker
                runs_.reportProblem(translated(taken.run.error()));
            Q_EMIT changed();
        },
        [](const Error& error) {
            return Taken{error, error};
        });
}

void QueueController::attachWorkspace() {
    // A reading that goes on has not heard of a pause that is ordered now, and would take it back on the screen.
    if (isMet_ || !isRead_ || !asked_.empty() || listsSeen_ < kListsUntilKnown) return;
    isMet_ = true;
    if (state_.runs.empty()) return;
    const bool interrupted = !runs_.runs().empty() && runs_.runs().front().state == RunState::Interrupted &&
                             hasSettings(runs_.runs().front());
    if (interrupted && !state_.paused && !runs_.active()) {
        state_.paused = true;
        setPaused(true);
    }
    if (state_.paused || !runs_.active()) Q_EMIT foundWaiting();
}

void QueueController::start(std::shared_ptr<const RunQueue::Taken> taken) {
    if (runs_.active()) {  // the user was quicker
        settle(*taken, [taken](RunQueue& queue) { return queue.giveBack(taken->run); });
        return;
    }
    starting_ = std::move(taken);
    runs_.start(orderOf(starting_->run));
}

bool QueueController::givesWay() const {
    const auto live = runs_.live();
    if (!live || runs_.state() != RunState::Running || !runs_.trainsHere()) return false;
    // Where the ranks of a run that was begun by hand are is not known here.
    const bool isOfQueue = trained_ && live->id == trainedId_;
    if (!isOfQueue && live->summary.config->ranks > 1) return false;
    return state_.runs.front().priority > (isOfQueue ? trained_->priority : 0);
}

void QueueController::makeWay() {
    const auto live = runs_.live();
    QueuedRun entry;
    entry.config = *live->summary.config;
    if (trained_ && live->id == trainedId_) entry = *trained_;
    trained_.reset();
    const QueuedRun again = waitingAgain(std::move(entry), live->id.toStdString());
    const QString name = shownRunName(live->summary);
    runs_.setAside();
    ask([again](RunQueue& queue) { return queue.giveBack(again); });
    runs_.log(tr("%1 gives way to a run of higher priority; it waits, and goes on from here.").arg(name));
}

/// Paused, so that the same error does not come again and again.
void QueueController::giveBack() {
    if (!starting_) return;
    const auto taken = std::exchange(starting_, nullptr);
    settle(*taken, [taken](RunQueue& queue) {
        auto back = queue.giveBack(taken->run);
        return back.ok() ? queue.setPaused(true) : back;
    });
    runs_.warn(
        tr("The queue is paused: its first run could not start. Take it out or continue the queue (Train page)."));
}

}  // namespace gatelab
