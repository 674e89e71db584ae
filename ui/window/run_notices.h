// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/checkpoint.h"

#include <QObject>
#include <QString>
#include <optional>
#include <string>

namespace gatelab {

class NoticeBook;
class QueueController;
class RunController;
struct RunSummary;

/// What the window's messages say of runs: what cannot be done, which run was interrupted and can go on, what waits in
/// the queue of a workspace that was opened. They go with the workspace, and errors with the next thing that is asked;
/// what a full disk or a missing file causes goes once the run goes on or the file is back.
class RunNotices : public QObject {
    Q_OBJECT
public:
    RunNotices(NoticeBook& notices, RunController& runs, QueueController& queue, QObject* parent = nullptr);
    /// "LSTM (seed 1, begun 22 Nov 23:31:56)": told from every other one, also where names are the same.
    static QString fullName(const RunSummary& run);

private:
    /// Once per workspace: the newest run that did not end, and how many others there are.
    void offerInterrupted();
    /// Its newest checkpoint that can be gone on from; nothing: there is none.
    [[nodiscard]] std::optional<CheckpointInfo> lastGood(const std::string& runId) const;
    [[nodiscard]] bool canContinue(const std::string& runId) const;
    [[nodiscard]] bool isLeftBehind(const RunSummary& run) const;
    [[nodiscard]] QString waitingClause() const;
    void reportWaiting();
    void closeSettled();
    void followDisk();
    /// Files that messages miss and that are back.
    void closeFound();
    NoticeBook& notices_;
    RunController& runs_;
    QueueController& queue_;
    bool isOffered_ = false;
    bool wasPaused_ = false;  ///< the live run, when its state was last told
};

}  // namespace gatelab
