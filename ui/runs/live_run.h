// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Before the others: moc 6.4 cannot read <compare> as the first header.
#include "run/run_event.h"

#include "common/command.h"
#include "common/time_left.h"
#include "runs/run_view.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <memory>
#include <vector>

namespace gatelab {

struct RunStart;

/// The run that goes on and is followed here, in this process or in one of its own: what it is told and what it tells.
/// Drains the channel at 30 Hz: the only meeting point with the training thread. Nothing here blocks, but for the end
/// of its life: the run is abandoned then, saved as interrupted. GUI thread.
class LiveRun : public QObject {
    Q_OBJECT
public:
    explicit LiveRun(QObject* parent = nullptr);
    ~LiveRun() override;

    /// Follows what was started without an error. Nothing is followed before.
    void begin(RunStart&& started);
    /// Lets go of it at once; the rest is off the GUI thread, and then `left` is called: it was saved as interrupted,
    /// unless it is lent.
    void leave(std::shared_ptr<Engine> engine, std::function<void(const RunView&)> left);
    [[nodiscard]] bool active() const { return session_ != nullptr; }
    /// Null: nothing goes on.
    [[nodiscard]] std::shared_ptr<RunView> view() const { return view_; }
    /// Of the run that goes on.
    [[nodiscard]] RunState state() const { return session_->state(); }
    [[nodiscard]] bool isLeased() const { return isLeased_; }  ///< see RunStart
    /// Null: nothing goes on.
    [[nodiscard]] RunControl* control() const { return session_ ? &session_->control() : nullptr; }

Q_SIGNALS:
    void ticked();  ///< new samples or events, at most 30 times a second
    void stateChanged();
    void progressed();  ///< once a second
    // As those of RunController.
    void logged(const QString& line);
    void checkpointLogged(const QString& line);
    void diskFailed(const QString& message);
    void failed(const QString& message, const gatelab::Command& remedy);
    void ended(const std::shared_ptr<gatelab::RunView>& view);  ///< it has come to its end, and is followed no longer

private:
    void tick();
    void take(const MetricSample& sample);
    void take(const RunEvent& event);
    void end();

    std::unique_ptr<RunSession> session_;
    std::shared_ptr<RunView> view_;
    std::vector<MetricSample> history_;  ///< of a resumed run, until its first new sample says from where it goes on
    TimeLeft timeLeft_;
    double watched_ = 0;  ///< seconds for which the run was seen at work
    QElapsedTimer sinceTick_, sinceProgress_;
    RunState shownState_ = RunState::Interrupted;
    QString failureText_, missing_;
    ErrorCode failure_ = ErrorCode::Internal;
    bool isLeased_ = false;
    QTimer timer_;
};

}  // namespace gatelab
