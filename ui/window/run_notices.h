// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/checkpoint.h"

#include <QObject>
#include <QString>
#include <optional>
#include <string>

namespace gatelab {

class FileWatch;
class NoticeBook;
class QueueController;
class RunController;
struct Notice;
struct RunSummary;

/// What the window's messages say of runs: what cannot be done, which run was interrupted and can go on, what waits in
/// the queue of a workspace that was opened. They go with the workspace, and errors with the next thing that is asked;
/// what a full disk or a missing file causes goes once the run goes on or the file is back.
class RunNotices : public QObject {
    Q_OBJECT
public:
    RunNotices(NoticeBook& notices, RunController& runs, QueueController& queue, QObject* parent = nullptr);

private:
    /// Once per workspace, where its data are there: the newest run that did not end, and how many there are in all.
    void offerInterrupted();
    [[nodiscard]] Notice interruptedNotice(const RunSummary& newest) const;
    /// Its newest checkpoint that can be gone on from; nothing: there is none.
    [[nodiscard]] std::optional<CheckpointInfo> lastGood(const std::string& runId) const;
    [[nodiscard]] bool canContinue(const std::string& runId) const;
    [[nodiscard]] bool isLeftBehind(const RunSummary& run) const;
    [[nodiscard]] QString waitingClause() const;
    void reportWaiting();
    void closeSettled();
    void followDisk();
    /// Files that messages miss, and the data of the run that can go on.
    void watchFiles();
    /// A message goes with its cause: what is missed is back, or what is to go on is gone.
    void followFiles();
    NoticeBook& notices_;
    RunController& runs_;
    QueueController& queue_;
    FileWatch* files_;
    bool isOffered_ = false;
    bool wasPaused_ = false;  ///< the live run, when its state was last told
};

}  // namespace gatelab
