// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_controller.h"

#include "common/background_job.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "runs/engine_host.h"
#include "runs/live_run.h"
#include "runs/measurements.h"
#include "runs/run_actions.h"
#include "runs/run_library.h"
#include "runs/run_start.h"
#include "session/isolated_session.h"
#include "store/record/run_facts.h"

#include <algorithm>
#include <utility>

namespace gatelab {

RunController::RunController(QObject* parent)
    : QObject(parent),
      measurements_(new Measurements([this] { return active(); }, this)),
      engine_(std::make_unique<EngineHost>()),
      library_(std::make_unique<RunLibrary>([this](const RunSummary& run) {
          const auto live = this->live();
          return live && live->summary.id == run.id;
      })),
      live_(std::make_unique<LiveRun>()),
      startJob_(new BackgroundJob(this)),
      historyJob_(new BackgroundJob(this)) {
    connect(engine_.get(), &EngineHost::opened, this, [this] {
        Q_EMIT engineReady();
        startWaiting();
    });
    followLibrary();
    followLive();
    connect(this, &RunController::runProgressed, this, [this](const QString& id) {
        if (current_ && !current_->live && current_->id == id) readRecord(current_, &RunView::replace);
    });
    connect(this, &RunController::runsChanged, this, [this] {
        takeState();
        attach();
    });
}

RunController::~RunController() = default;

void RunController::followLibrary() {
    const RunLibrary* library = library_.get();
    connect(library, &RunLibrary::openingChanged, this, &RunController::openingChanged);
    connect(library, &RunLibrary::openingEnded, this, &RunController::startWaiting);
    connect(library, &RunLibrary::emptied, this, [this] {
        if (!live()) show(nullptr);
    });
    connect(library, &RunLibrary::workspaceChanged, this, &RunController::workspaceChanged);
    connect(library, &RunLibrary::linesChanged, this, &RunController::takeLines);
    connect(library, &RunLibrary::runsChanged, this, &RunController::runsChanged);
    connect(library, &RunLibrary::runProgressed, this, &RunController::runProgressed);
    connect(library, &RunLibrary::warned, this, &RunController::warned);
    connect(library, &RunLibrary::problem, this, &RunController::problem);
    connect(library, &RunLibrary::listRead, this, [this](const std::vector<std::string>& gone) {
        if (current_ && current_ != live() && std::ranges::find(gone, current_->id.toStdString()) != gone.end()) {
            Q_EMIT warned(tr("%1 was deleted elsewhere. File, Restore deleted runs brings it back.")
                              .arg(shownRunName(current_->summary)));
            leaveShown();
        }
        if (const auto view = live()) library_->noteProgress(*view);  // it knows more than the index
        if (findRun(reopen_) && !current_) open(std::exchange(reopen_, {}));
    });
}

void RunController::followLive() {
    const LiveRun* live = live_.get();
    connect(live, &LiveRun::ticked, this, &RunController::ticked);
    connect(live, &LiveRun::stateChanged, this, [this] {
        Q_EMIT stateChanged();
        // Another process writes the index
        if (const auto view = this->live(); view && view->summary.config->isolated) refreshRuns();
    });
    connect(live, &LiveRun::progressed, this, [this] {
        if (const auto view = this->live()) library_->noteProgress(*view);
    });
    connect(live, &LiveRun::logged, this, &RunController::logged);
    connect(live, &LiveRun::checkpointLogged, this, &RunController::checkpointLogged);
    connect(live, &LiveRun::diskFailed, this, &RunController::diskFailed);
    connect(live, &LiveRun::failed, this, &RunController::failed);
    connect(live, &LiveRun::ended, this, [this](const std::shared_ptr<RunView>& view) {
        Q_EMIT ticked();
        Q_EMIT stateChanged();
        Q_EMIT runFinished(view->id);
        if (view->dropped > 0) readRecord(view, &RunView::complete);
        refreshRuns();
    });
}

void RunController::takeState() {
    const RunSummary* run = current_ && !current_->live ? findRun(current_->id) : nullptr;
    if (!run || run->state == current_->summary.state) return;
    // A line from before the end, which was told here first: a run that goes on again begins otherwise.
    if (run->state == RunState::Stopping && !isGoingOn(current_->summary.state)) return;
    current_->summary.state = run->state;
    Q_EMIT stateChanged();
    readRecord(current_, &RunView::replace);
}

void RunController::attach() {
    if (!workspace() || !library_->isRead() || searched_.lock() == workspace()) return;
    searched_ = workspace();
    std::vector<std::string> ids;
    for (const RunSummary& run : runs())
        if (run.config->isolated && isGoingOn(run.state)) ids.push_back(run.id);
    if (!ids.empty() && !active())
        launch([workspace = workspace(), ids](const Progress&) { return attachFirst(*workspace, ids); });
}

void RunController::takeLines() {
    for (const auto& view : {current_, live()})
        if (const RunSummary* run = view ? findRun(view->id) : nullptr) copyEdits(*run, view->summary);
    // The numbers that stand for an ended run are known to its record only.
    const RunSummary* shown = current_ && !current_->live ? findRun(current_->id) : nullptr;
    if (!shown) return;
    current_->summary.lastValues = shown->lastValues;
    Q_EMIT ticked();
}

void RunController::openEngine() { engine_->open(); }
Engine* RunController::engine() const { return engine_->engine().get(); }
std::shared_ptr<Engine> RunController::sharedEngine() const { return engine_->engine(); }
QString RunController::engineError() const { return engine_->error(); }

void RunController::openWorkspace(const QString& folder) { library_->openWorkspace(folder); }
void RunController::setWorkspace(std::shared_ptr<Workspace> workspace) { library_->setWorkspace(std::move(workspace)); }
std::shared_ptr<Workspace> RunController::workspace() const { return library_->workspace(); }
double RunController::openingShare() const { return library_->openingShare(); }

bool RunController::active() const { return live_->active() || starting_; }
std::shared_ptr<RunView> RunController::live() const { return live_ ? live_->view() : nullptr; }

const std::vector<RunSummary>& RunController::runs() const { return library_->runs(); }
const RunSummary* RunController::findRun(const QString& runId) const { return library_->find(runId); }
void RunController::refreshRuns() { library_->refresh(); }
void RunController::lookOutside() { library_->lookOutside(); }

void RunController::rename(const QString& runId, const QString& name) {
    if (const RunSummary* run = findRun(runId)) {
        RunSummary edited = *run;
        edited.name = name.toStdString();
        edit({edited});
    }
}

void RunController::edit(const std::vector<RunSummary>& edited) {
    if (library_->edit(edited)) Q_EMIT ticked();
}

void RunController::remove(const QStringList& runIds) {
    QStringList gone = runIds;
    if (const auto view = live(); view && gone.removeAll(view->id) > 0)
        Q_EMIT problem(tr("This run is training. Stop it first, then delete it."), {});
    if (gone.empty()) return;
    library_->remove(gone);
    if (current_ && gone.contains(current_->id)) leaveShown();
}

void RunController::leaveShown() {
    removedShown_ = current_->id;
    show(live());
}

void RunController::restore(const QStringList& runIds) {
    if (runIds.contains(removedShown_)) reopen_ = removedShown_;
    library_->restore(runIds);
}

void RunController::eraseDeleted(const QString& runId) { library_->eraseDeleted(runId); }

bool RunController::readyFor(std::function<void()> action) {
    if (engine_->opening() || library_->opening()) {
        waiting_ = std::move(action);
        starting_ = true;
        Q_EMIT stateChanged();
        return false;
    }
    if (!engine())
        Q_EMIT problem(
            engineError().isEmpty() ? tr("The training engine is not open yet. Try again in a moment.") : engineError(),
            {});
    else if (!workspace())
        Q_EMIT problem(tr("No workspace to keep the run in. Choose a folder, then train."),
                       QStringLiteral("workspace"));
    return engine() && workspace();
}

void RunController::startWaiting() {
    if (!waiting_ || engine_->opening() || library_->opening()) return;
    const auto action = std::exchange(waiting_, nullptr);
    starting_ = false;
    action();
    if (active()) return;
    whenStarted_.clear();
    Q_EMIT stateChanged();
}

void RunController::start(const RunOrder& order) {
    if (active() || !readyFor([this, order] { start(order); })) return;
    launch([engine = sharedEngine(), workspace = workspace(), order](const Progress&) {
        return startRun(*engine, *workspace, order);
    });
}

void RunController::resume(const QString& runId, std::int64_t moreEpochs, bool stepsOnce,
                           const std::shared_ptr<const TrainingPlace>& place) {
    start({.stepsOnce = stepsOnce, .resume = runId.toStdString(), .moreEpochs = moreEpochs, .place = place});
}

void RunController::runMore(const QString& runId, std::int64_t epochs) {
    if (const auto view = live(); view && view->id == runId)
        live_->control()->runMoreEpochs(epochs);
    else
        resume(runId, epochs);
}

void RunController::launch(std::function<RunStart(const Progress&)> work) {
    Q_EMIT asked();
    starting_ = true;
    Q_EMIT stateChanged();
    measurements_->makeRoom(this, [this, work = std::move(work)] {
        startJob_->run<RunStart>(
            work, [this](RunStart started) { adopt(std::move(started)); },
            [](const Error& error) {
                return RunStart{nullptr, nullptr, {}, error};
            });
    });
}

void RunController::adopt(RunStart started) {
    starting_ = false;
    if (started.error) {
        whenStarted_.clear();
        const std::string& field = started.error->field;
        const QString missing =
            started.error->code == ErrorCode::NotFound ? missingFile(started.error->phrase) : QString();
        const Command remedy = !field.empty()       ? Command::show({{}, {}, {}, fromUtf8(field)})
                               : !missing.isEmpty() ? Command(QStringLiteral("missing"), {}, missing)
                               : started.isRefused  ? Command()
                                                    : Command(QStringLiteral("workspace"));
        if (started.error->code != ErrorCode::Cancelled) Q_EMIT problem(translated(*started.error), remedy);
        Q_EMIT startFailed();
        Q_EMIT stateChanged();
        refreshRuns();
        return;
    }
    if (!started.warning.empty()) Q_EMIT warned(translated(started.warning));
    live_->begin(std::move(started));
    for (const auto& command : std::exchange(whenStarted_, {})) command(*live_->control());
    show(live());
    if (!live_->isLeased()) Q_EMIT begun(live()->id);
    Q_EMIT stateChanged();
    refreshRuns();
}

void RunController::steer(std::function<void(RunControl&)> command) {
    if (RunControl* control = live_->control())
        command(*control);
    else if (starting_)
        whenStarted_.push_back(std::move(command));
}

void RunController::pause(bool on) {
    steer([on](RunControl& control) { control.pause(on); });
}

void RunController::step() { steer(&RunControl::step); }

void RunController::order(const QString& runId, WorkerOrder order) {
    Q_EMIT asked();
    auto* job = new BackgroundJob(this);
    job->run<Result<>>([id = runId.toStdString(), order](const Progress&) { return tellWorker(id, order); },
                       [this, job](const Result<>& told) {
                           job->deleteLater();
                           if (!told.ok()) Q_EMIT problem(translated(told.error()), {});
                           lookOutside();
                       });
}

void RunController::stop() {
    Q_EMIT asked();
    if (!waiting_) return steer(&RunControl::stop);
    waiting_ = nullptr;
    whenStarted_.clear();
    starting_ = false;
    Q_EMIT stateChanged();
}

void RunController::change(const LiveChange& change) {
    steer([change](RunControl& control) { control.change(change); });
}

void RunController::film(const FilmRequest& request) {
    steer([request](RunControl& control) { control.film(request); });
}

void RunController::reset() {
    Q_EMIT asked();
    if (live_->active() && current_ == live()) letGo();
    show(nullptr);
    Q_EMIT stateChanged();
}

void RunController::letGo() {
    const auto run = live();
    const bool isLeased = live_->isLeased();
    live_->leave(sharedEngine(), [this, place = workspace()](const RunView&) {
        if (place == workspace()) refreshRuns();  // else it is of another one than is open by now
    });
    run->live = false;
    if (!isLeased) Q_EMIT left(run->id);
}

void RunController::setAside() {
    if (!live_->active()) return;
    show(live());
    reset();
}

bool RunController::trainsHere() const {
    return live_->active() && !live_->isLeased() && !live()->summary.config->isolated;
}

void RunController::goOnAlone(std::function<void(bool)> done) {
    const auto place = workspace();
    if (!trainsHere() || !place) return done(false);
    starting_ = true;  // neither the queue nor a person begins another one meanwhile
    live_->leave(sharedEngine(), [this, place, done = std::move(done)](const RunView& run) {
        startJob_->run<Result<>>(
            [place, id = run.id.toStdString()](const Progress&) { return continueAlone(*place, id); },
            [this, id = run.id, done](const Result<>& begun) {
                if (begun.ok()) return done(true);
                starting_ = false;
                refreshRuns();
                open(id);
                Q_EMIT stateChanged();
                Q_EMIT problem(translated(begun.error()), {});
                done(false);
            });
    });
    show(nullptr);
    Q_EMIT stateChanged();
}

RunState RunController::state() const {
    if (live_->active()) return live_->state();
    if (starting_) return RunState::Preparing;
    return current_ ? current_->summary.state : RunState::Interrupted;
}

void RunController::show(std::shared_ptr<RunView> view) {
    toShow_.clear();
    if (current_ == view) return;
    current_ = std::move(view);
    Q_EMIT currentChanged();
}

void RunController::readRecord(const std::shared_ptr<RunView>& view, void (RunView::*take)(RunView&&)) {
    auto* job = new BackgroundJob(this);
    job->run<Result<std::shared_ptr<RunView>>>(
        [workspace = workspace(), id = view->id.toStdString()](const Progress&) { return loadRunView(*workspace, id); },
        [this, job, view, take](Result<std::shared_ptr<RunView>> recorded) {
            job->deleteLater();
            if (!recorded.ok() || view->live) return;
            ((*view).*take)(std::move(**recorded));
            Q_EMIT ticked();
        });
}

bool RunController::trainsElsewhere() const {
    return current_ && !current_->live && isGoingOn(current_->summary.state);
}

void RunController::followShown() {
    if (!trainsElsewhere()) return;
    const std::string id = current_->id.toStdString();
    // A run that is only watched gives way to another one: its process goes on with it.
    if (live_->active() && live_->isLeased() && hasWorker(id)) letGo();
    follow({id});
}

void RunController::follow(const std::vector<std::string>& runIds) {
    // What measures here would have to stop for it.
    if (!workspace() || active() || measurements_->any()) return;
    launch([workspace = workspace(), runIds](const Progress&) { return attachFirst(*workspace, runIds); });
}

void RunController::open(const QString& runId) {
    Q_EMIT asked();
    if (const auto view = live(); view && view->id == runId) return show(view);
    if (!workspace()) return;
    if (current_ && current_->id == runId) {
        toShow_.clear();
        return followShown();
    }
    toShow_ = runId;
    historyJob_->run<Result<std::shared_ptr<RunView>>>(
        [workspace = workspace(), id = runId.toStdString()](const Progress&) { return loadRunView(*workspace, id); },
        [this, runId](Result<std::shared_ptr<RunView>> result) {
            if (toShow_ != runId) return;  // something else was asked for meanwhile
            toShow_.clear();
            if (result.ok()) {
                // Meanwhile it may have been found again: a run that goes on has one view.
                const auto view = live();
                show(view && view->id == (*result)->id ? view : std::move(*result));
                Q_EMIT stateChanged();
                followShown();
            } else {
                Q_EMIT problem(translated(result.error()), {});
            }
        });
}

QString RunController::chosenId() const { return toShow_.isEmpty() && current_ ? current_->id : toShow_; }

}  // namespace gatelab
