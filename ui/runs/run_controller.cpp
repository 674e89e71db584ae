// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_controller.h"

#include "common/background_job.h"
#include "common/pending_edits.h"
#include "common/texts.h"
#include "runs/measurements.h"
#include "runs/run_actions.h"
#include "runs/run_start.h"
#include "store/run_folder.h"

#include <algorithm>
#include <filesystem>

namespace gatelab {

namespace {
constexpr int kTickMs = 33;
constexpr int kProgressMs = 1000;
constexpr int kLookMs = 3000;
}  // namespace

RunController::RunController(QObject* parent)
    : QObject(parent),
      measurements_(new Measurements([this] { return active(); }, this)),
      edits_(std::make_shared<PendingEdits>()),
      engineJob_(new BackgroundJob(this)),
      workspaceJob_(new BackgroundJob(this)),
      startJob_(new BackgroundJob(this)),
      listJob_(new BackgroundJob(this)),
      historyJob_(new BackgroundJob(this)),
      editJob_(new BackgroundJob(this)),
      unpackJob_(new BackgroundJob(this)) {
    timer_.setInterval(kTickMs);
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &RunController::tick);
    lookTimer_.setInterval(kLookMs);
    connect(&lookTimer_, &QTimer::timeout, this, &RunController::lookOutside);
    lookTimer_.start();
    connect(workspaceJob_, &BackgroundJob::progressed, this, &RunController::openingChanged);
    connect(workspaceJob_, &BackgroundJob::finished, this, &RunController::openingChanged);
    connect(this, &RunController::runProgressed, this, [this](const QString& id) {
        if (current_ && !current_->live && current_->id == id) readRecord(current_, &RunView::replace);
    });
    connect(this, &RunController::runsChanged, this, [this, searched = std::weak_ptr<Workspace>()]() mutable {
        // What the workspace says about a shown run that is not live is the truth: a worker that was killed leaves its
        // run interrupted.
        if (const RunSummary* run = current_ && !current_->live ? findRun(current_->id) : nullptr;
            run && run->state != current_->summary.state) {
            current_->summary.state = run->state;
            Q_EMIT stateChanged();
            readRecord(current_, &RunView::replace);
        }
        // Only what the first list has: a run that starts later belongs to the window that started it.
        if (!workspace_ || mark_.empty() || searched.lock() == workspace_) return;
        searched = workspace_;
        std::vector<std::string> ids;
        for (const RunSummary& run : runs_)
            if (run.config->isolated && isGoingOn(run.state)) ids.push_back(run.id);
        if (!ids.empty() && !active())
            launch([workspace = workspace_, ids](const Progress&) { return attachFirst(*workspace, ids); });
    });
}

RunController::~RunController() = default;

void RunController::openEngine() {
    if (engine_ || engineJob_->running()) return;
    engineJob_->run<Result<std::shared_ptr<Engine>>>(
        [](const Progress&) {
            auto engine = gatelab::openEngine();
            if (engine.ok()) (*engine)->info();  // asks the devices once, here where it may take a while
            return engine;
        },
        [this](Result<std::shared_ptr<Engine>> result) {
            if (result.ok())
                engine_ = std::move(*result);
            else
                engineError_ = translated(result.error());
            Q_EMIT engineReady();
            startWaiting();
        });
}

void RunController::openWorkspace(const QString& folder) {
    workspaceJob_->run<Result<std::shared_ptr<Workspace>>>(
        [path = toPath(folder)](const Progress& progress) { return Workspace::open(path, progress); },
        [this](Result<std::shared_ptr<Workspace>> result) {
            if (result.ok())
                setWorkspace(std::move(*result));
            else
                Q_EMIT problem(translated(result.error()), QStringLiteral("workspace"));
            startWaiting();
        });
}

double RunController::openingShare() const { return workspaceJob_->running() ? workspaceJob_->share() : -1; }

void RunController::setWorkspace(std::shared_ptr<Workspace> workspace) {
    // The same one at another place, or a copy of it: what is listed and shown stays until its list is read.
    const auto isKept = [&workspace](const RunSummary& run) {
        std::error_code unknown;
        return std::filesystem::exists(runFolderIn(workspace->folder(), run.id), unknown);
    };
    const bool isMoved = workspace && !runs_.empty() && std::ranges::all_of(runs_, isKept);
    workspace_ = std::move(workspace);
    mark_.clear();
    if (!isMoved) runs_.clear();
    if (!isMoved && !live_) show(nullptr);
    Q_EMIT workspaceChanged();
    Q_EMIT runsChanged();
    if (!workspace_) return;
    for (const auto& warning : workspace_->warnings()) Q_EMIT warned(translated(warning));
    refreshRuns();
}

bool RunController::readyFor(std::function<void()> action) {
    if (engineJob_->running() || workspaceJob_->running()) {
        waiting_ = std::move(action);
        starting_ = true;
        Q_EMIT stateChanged();
        return false;
    }
    if (!engine_)
        Q_EMIT problem(
            engineError_.isEmpty() ? tr("The training engine is not open yet. Try again in a moment.") : engineError_,
            {});
    else if (!workspace_)
        Q_EMIT problem(tr("There is no workspace to keep the run in. Choose a folder for it, then press Play again."),
                       QStringLiteral("workspace"));
    return engine_ && workspace_;
}

void RunController::startWaiting() {
    if (!waiting_ || engineJob_->running() || workspaceJob_->running()) return;
    const auto action = std::exchange(waiting_, nullptr);
    starting_ = false;
    action();
    if (active()) return;
    whenStarted_.clear();
    Q_EMIT stateChanged();
}

void RunController::start(const NewRun& run) {
    if (active() || !readyFor([this, run] { start(run); })) return;
    launch([engine = engine_, workspace = workspace_, run](const Progress&) {
        return startNew(*engine, *workspace, run);
    });
}

void RunController::resume(const QString& runId, std::int64_t moreEpochs, bool stepsOnce) {
    if (active() || !readyFor([this, runId, moreEpochs, stepsOnce] { resume(runId, moreEpochs, stepsOnce); })) return;
    launch(
        [engine = engine_, workspace = workspace_, id = runId.toStdString(), moreEpochs, stepsOnce](const Progress&) {
            if (moreEpochs <= 0) return goOn(*engine, *workspace, id, nullptr, stepsOnce);
            auto extended = extendRun(*engine, *workspace, id, moreEpochs);
            if (!extended.ok()) return RunStart{nullptr, nullptr, {}, extended.error()};
            return goOn(*engine, *workspace, id, std::move(extended->record), stepsOnce);
        });
}

void RunController::runMore(const QString& runId, std::int64_t epochs) {
    if (session_ && live_->id == runId)
        session_->control().runMoreEpochs(epochs);
    else
        resume(runId, epochs);
}

void RunController::branch(const BranchRequest& request) {
    if (active() || !readyFor([this, request] { branch(request); })) return;
    launch([engine = engine_, workspace = workspace_, request](const Progress&) {
        auto record = branchRun(*engine, *workspace, request);
        if (!record.ok()) return RunStart{nullptr, nullptr, {}, record.error()};
        const std::string id = (*record)->id();
        return goOn(*engine, *workspace, id, std::move(*record));
    });
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
        const Command remedy = !field.empty()      ? Command::show({{}, {}, {}, fromUtf8(field)})
                               : started.isRefused ? Command()
                                                   : Command(QStringLiteral("workspace"));
        if (started.error->code != ErrorCode::Cancelled) Q_EMIT problem(translated(*started.error), remedy);
        Q_EMIT startFailed();
        Q_EMIT stateChanged();
        refreshRuns();
        return;
    }
    if (!started.warning.empty()) Q_EMIT warned(translated(started.warning));
    session_ = std::move(started.session);
    live_ = std::move(started.view);
    live_->live = true;
    history_ = std::move(started.history);
    isLent_ = started.isLent;
    timeLeft_.reset(epochEndSeconds(history_));
    watched_ = 0;
    sinceTick_.start();
    failureText_.clear();
    for (const auto& tell : std::exchange(whenStarted_, {})) tell(session_->control());
    timer_.start();
    show(live_);
    shownState_ = session_->state();
    if (!isLent_) Q_EMIT begun(live_->id);
    Q_EMIT stateChanged();
    refreshRuns();
}

void RunController::steer(std::function<void(RunControl&)> tell) {
    if (session_)
        tell(session_->control());
    else if (starting_)
        whenStarted_.push_back(std::move(tell));
}

void RunController::pause(bool on) {
    steer([on](RunControl& control) { control.pause(on); });
}

void RunController::step() { steer(&RunControl::step); }

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
    if (session_ && current_ == live_) {
        // Leaving a run saves a checkpoint and waits for its thread or process: not here.
        timer_.stop();
        auto* job = new BackgroundJob(this);
        std::shared_ptr<RunSession> session(std::move(session_));
        job->run<bool>(
            [session = std::move(session), engine = engine_, isLent = isLent_](const Progress&) mutable {
                if (!isLent) {
                    session->control().abandon();
                    session->wait();
                }
                return session.reset(), true;
            },
            [this, job, run = live_, place = workspace_, isLent = isLent_](bool) {
                job->deleteLater();
                // It is of another workspace than the one that is open by now
                if (place != workspace_) return;
                refreshRuns();
                if (!isLent) Q_EMIT left(run->id, fromUtf8(run->summary.name));
            });
        live_.reset(), history_.clear();
    }
    show(nullptr);
    Q_EMIT stateChanged();
}

RunState RunController::state() const {
    if (session_) return session_->state();
    if (starting_) return RunState::Preparing;
    return current_ ? current_->summary.state : RunState::Interrupted;
}

void RunController::show(std::shared_ptr<RunView> view) {
    historyJob_->cancel();
    if (current_ == view) return;
    current_ = std::move(view);
    Q_EMIT currentChanged();
}

void RunController::tick() {
    if (!session_) return;
    // Asked first: what was posted before is drained below.
    const bool done = session_->done();
    const RunState now = session_->state();
    RunView& view = *live_;
    const auto count = session_->channel().drainMetrics([&](const MetricSample& sample) {
        if (!history_.empty() && sample.metric == MetricId::TrainLoss) {
            view.metrics.clear();
            for (const auto& old : history_)
                if (old.step < sample.step) view.metrics.add(old);
            history_.clear();
            // What lay beyond its checkpoint is trained again.
            view.summary.step = sample.step, view.summary.seconds = sample.seconds;
            view.summary.epoch = std::min(view.summary.epoch, static_cast<std::int64_t>(sample.epoch));
        }
        view.take(sample);
    });
    const auto events = session_->channel().takeEvents();
    for (const auto& event : events) handle(event);
    view.dropped = session_->channel().dropped();
    const double passed = static_cast<double>(sinceTick_.nsecsElapsed()) * 1e-9;
    sinceTick_.start();
    if (now == RunState::Running)
        timeLeft_.update(watched_ += passed, {view.summary.step, view.plan.totalSteps, view.plan.stepsPerEpoch});
    view.secondsLeft = timeLeft_.seconds();
    view.summary.state = now;
    if (now != shownState_) {
        shownState_ = now;
        Q_EMIT stateChanged();
        if (view.summary.config->isolated) refreshRuns();  // another process writes the index
    }
    if (count > 0 || !events.empty()) Q_EMIT ticked();
    if (!sinceProgress_.isValid() || sinceProgress_.elapsed() >= kProgressMs) noteProgress();
    if (done) finish();
}

void RunController::noteProgress() {
    sinceProgress_.start();
    const auto line =
        std::find_if(runs_.begin(), runs_.end(), [&](const RunSummary& run) { return fromUtf8(run.id) == live_->id; });
    if (line == runs_.end()) return;
    live_->summarise();
    const RunSummary& now = live_->summary;
    line->state = now.state, line->step = now.step, line->epoch = now.epoch, line->seconds = now.seconds;
    line->bestValidation = now.bestValidation, line->bestEpoch = now.bestEpoch, line->lastValues = now.lastValues,
    line->bestValues = now.bestValues, line->keptValues = now.keptValues;
    if (now.changes.size() > line->changes.size()) {
        line->changes = now.changes, line->config = now.config, line->epochs = now.epochs;
        Q_EMIT runsChanged();  // it is no longer one of those with its settings
    }
    Q_EMIT runProgressed(live_->id);
}

void RunController::handle(const RunEvent& event) {
    live_->take(event);
    switch (event.kind) {
        case RunEvent::Kind::Marker:
            Q_EMIT logged(tr("Step %1: %2").arg(event.step).arg(eventText(event)));
            break;
        case RunEvent::Kind::Warning:
            Q_EMIT logged(tr("Warning at step %1: %2").arg(event.step).arg(translated(event.text)));
            if (event.code == ErrorCode::DiskFull || event.code == ErrorCode::Io || event.code == ErrorCode::ReadOnly)
                Q_EMIT warned(translated(event.text));
            break;
        case RunEvent::Kind::Checkpoint:
            Q_EMIT checkpointLogged(tr("Checkpoint at step %1").arg(event.step));
            break;
        case RunEvent::Kind::Finished:
            if (event.state == RunState::Failed) failure_ = event.code, failureText_ = translated(event.text);
            break;
        default:
            break;
    }
}

void RunController::finish() {
    timer_.stop();
    session_.reset();  // its thread has ended
    const auto view = std::exchange(live_, nullptr);
    view->live = false;
    view->secondsLeft = -1;
    history_.clear();
    if (!failureText_.isEmpty()) {
        const bool disk = failure_ == ErrorCode::DiskFull || failure_ == ErrorCode::ReadOnly ||
                          failure_ == ErrorCode::PermissionDenied;
        Q_EMIT failed(failureText_,
                      disk ? Command(QStringLiteral("workspace")) : Command(QStringLiteral("continue"), view->id));
    }
    Q_EMIT ticked();
    Q_EMIT stateChanged();
    Q_EMIT runFinished(view->id);
    if (view->dropped > 0) readRecord(view, &RunView::complete);
    refreshRuns();
}

void RunController::readRecord(const std::shared_ptr<RunView>& view, void (RunView::*take)(RunView&&)) {
    auto* job = new BackgroundJob(this);
    job->run<Result<std::shared_ptr<RunView>>>(
        [workspace = workspace_, id = view->id.toStdString()](const Progress&) { return loadRunView(*workspace, id); },
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
    if (trainsElsewhere()) follow({current_->id.toStdString()});
}

void RunController::follow(const std::vector<std::string>& runIds) {
    // What measures here would have to stop for it.
    if (!workspace_ || active() || measurements_->any()) return;
    launch([workspace = workspace_, runIds](const Progress&) { return attachFirst(*workspace, runIds); });
}

void RunController::open(const QString& runId) {
    Q_EMIT asked();
    if (live_ && live_->id == runId) return show(live_);
    if (!workspace_) return;
    if (current_ && current_->id == runId) return followShown();
    historyJob_->run<Result<std::shared_ptr<RunView>>>(
        [workspace = workspace_, id = runId.toStdString()](const Progress&) { return loadRunView(*workspace, id); },
        [this](Result<std::shared_ptr<RunView>> result) {
            if (result.ok()) {
                // Meanwhile it may have been found again: a run that goes on has one view.
                show(live_ && live_->id == (*result)->id ? live_ : std::move(*result));
                Q_EMIT stateChanged();
                followShown();
            } else if (result.error().code != ErrorCode::Cancelled) {
                Q_EMIT problem(translated(result.error()), {});
            }
        });
}

}  // namespace gatelab
