// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <filesystem>

namespace gatelab {

class BackgroundJob;
class RunController;

/// A process that trains several runs of a workspace, those of the queue (app/queue_worker.h) or of a search
/// (app/study_worker.h): starts it, knows it again after a restart of the window, and lets the window take part in one
/// of its runs after the other. It outlives the window. GUI thread.
class TrainingProcess : public QObject {
    Q_OBJECT
public:
    /// Both off the GUI thread, with the folder of a workspace.
    struct Program {
        Result<int> (*start)(const std::filesystem::path&);  ///< its process id
        bool (*runs)(const std::filesystem::path&);
    };
    TrainingProcess(RunController& runs, Program program, QObject* parent = nullptr);
    /// It trains now, or is about to.
    [[nodiscard]] bool running() const { return running_; }
    /// Starts it where it does not run; looked() or failed() follows.
    void begin();
    /// Whether another window or a terminal has begun it: looked() follows.
    void look();

Q_SIGNALS:
    void looked();  ///< once a second while it runs: what there is to train may be less by now
    /// exitCode: of one that was started here; 0: of another one, or it was killed.
    void ended(int exitCode);
    void failed(const QString& message);  ///< it could not start

private:
    void followOne();
    RunController& runs_;
    Program program_;
    BackgroundJob *startJob_, *lookJob_;
    QTimer timer_;
    int child_ = -1;
    bool running_ = false;
    bool declined_ = false;  ///< a person has left one that was shown
};

}  // namespace gatelab
