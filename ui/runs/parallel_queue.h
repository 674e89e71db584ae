// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

namespace gatelab {

class BackgroundJob;
class RunController;

/// The process that trains waiting runs together (app/queue_worker.h): starts it, knows it again after a restart of
/// the window, and lets the window take part in one of its runs after the other. It outlives the window. GUI thread.
class ParallelQueue : public QObject {
    Q_OBJECT
public:
    explicit ParallelQueue(RunController& runs, QObject* parent = nullptr);
    /// It trains now, or is about to.
    [[nodiscard]] bool running() const { return running_; }
    /// Starts it where it does not run; looked() or failed() follows.
    void begin();

Q_SIGNALS:
    void looked();  ///< once a second while it runs: what waits may be less by now
    void ended();
    void failed(const QString& message);  ///< it could not start

private:
    void look();
    void followOne();
    RunController& runs_;
    BackgroundJob *startJob_, *lookJob_;
    QTimer timer_;
    int child_ = -1;
    bool running_ = false;
    bool declined_ = false;  ///< a person has left one that was shown
};

}  // namespace gatelab
