// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/live_run.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "runs/run_start.h"

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {
constexpr int kTickMs = 33;
constexpr int kProgressMs = 1000;
}  // namespace

LiveRun::LiveRun(QObject* parent) : QObject(parent) {
    timer_.setInterval(kTickMs);
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &LiveRun::tick);
}

LiveRun::~LiveRun() = default;

void LiveRun::begin(RunStart&& started) {
    session_ = std::move(started.session);
    view_ = std::move(started.view);
    view_->live = true;
    history_ = std::move(started.history);
    isLeased_ = started.isLeased;
    timeLeft_.reset(epochEndSeconds(history_));
    watched_ = 0;
    sinceTick_.start();
    failureText_.clear();
    missing_.clear();
    shownState_ = session_->state();
    timer_.start();
}

void LiveRun::leave(std::shared_ptr<Engine> engine, std::function<void(const RunView&)> left) {
    // Leaving a run saves a checkpoint and waits for its thread or process: not here.
    timer_.stop();
    history_.clear();
    auto* job = new BackgroundJob(this);
    std::shared_ptr<RunSession> session(std::move(session_));
    job->run<bool>(
        [session = std::move(session), engine = std::move(engine), isLeased = isLeased_](const Progress&) mutable {
            if (!isLeased) {
                session->control().abandon();
                session->wait();
            }
            return session.reset(), true;
        },
        [job, view = std::exchange(view_, nullptr), left = std::move(left)](bool) {
            job->deleteLater();
            left(*view);
        });
}

void LiveRun::tick() {
    if (!session_) return;
    // Asked first: what was posted before is drained below.
    const bool done = session_->done();
    const RunState now = session_->state();
    const std::shared_ptr<RunView> view = view_;
    const auto count = session_->channel().drainMetrics([this](const MetricSample& sample) { take(sample); });
    const auto events = session_->channel().takeEvents();
    for (const auto& event : events) take(event);
    view->dropped = session_->channel().dropped();
    const double passed = static_cast<double>(sinceTick_.nsecsElapsed()) * 1e-9;
    sinceTick_.start();
    if (now == RunState::Running)
        timeLeft_.update(watched_ += passed, {view->summary.step, view->plan.totalSteps, view->plan.stepsPerEpoch});
    view->secondsLeft = timeLeft_.seconds();
    view->summary.state = now;
    if (std::exchange(shownState_, now) != now) Q_EMIT stateChanged();
    if (count > 0 || !events.empty()) Q_EMIT ticked();
    if (!sinceProgress_.isValid() || sinceProgress_.elapsed() >= kProgressMs) {
        sinceProgress_.start();
        Q_EMIT progressed();
    }
    if (done && session_) end();
}

void LiveRun::take(const MetricSample& sample) {
    RunView& view = *view_;
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
}

void LiveRun::take(const RunEvent& event) {
    view_->take(event);
    if (const auto* marker = event.as<RunMarker>()) {
        Q_EMIT logged(tr("Step %1: %2").arg(event.step).arg(markerText(*marker)));
    } else if (const auto* warning = event.as<RunWarning>()) {
        const QString text = translated(warning->text);
        Q_EMIT logged(tr("Warning at step %1: %2").arg(event.step).arg(text));
        if (warning->code == ErrorCode::DiskFull || warning->code == ErrorCode::Io ||
            warning->code == ErrorCode::ReadOnly)
            Q_EMIT diskFailed(text);
    } else if (event.is<SavedCheckpoint>()) {
        Q_EMIT checkpointLogged(tr("Checkpoint at step %1").arg(event.step));
    } else if (const auto* end = event.as<RunEnd>(); end != nullptr && end->state == RunState::Failed) {
        failure_ = end->code, failureText_ = translated(end->why);
        missing_ = failure_ == ErrorCode::NotFound ? missingFile(end->why) : QString();
    }
}

void LiveRun::end() {
    timer_.stop();
    session_.reset();  // its thread has ended
    const auto view = std::exchange(view_, nullptr);
    view->live = false;
    view->secondsLeft = -1;
    history_.clear();
    if (!failureText_.isEmpty()) {
        const bool disk = failure_ == ErrorCode::DiskFull || failure_ == ErrorCode::ReadOnly ||
                          failure_ == ErrorCode::PermissionDenied;
        Q_EMIT failed(failureText_, disk                 ? Command(QStringLiteral("workspace"))
                                    : missing_.isEmpty() ? Command(QStringLiteral("continue"), view->id)
                                                         : Command(QStringLiteral("missing"), {}, missing_));
    }
    Q_EMIT ended(view);
}

}  // namespace gatelab
