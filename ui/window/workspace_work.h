// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>

namespace gatelab {

class BackgroundJob;
class NoticeBook;

/// Long work on a workspace, one at a time, off the GUI thread: after half a second a notice tells how far it is and
/// offers to cancel it. Lives as long as the window: other looks do not end it. GUI thread.
class WorkspaceWork : public QObject {
    Q_OBJECT
public:
    explicit WorkspaceWork(NoticeBook& notices, QObject* parent = nullptr);
    /// What it says in the end, or why it did not come to it.
    using Done = std::function<void(const Result<QString>& message)>;
    /// False: something is at work already.
    bool start(const QString& title, std::function<Result<QString>(const Progress&)> work, Done done);
    void cancel();
    [[nodiscard]] bool running() const;
    /// Action of the notice's button.
    static constexpr const char* kCancel = "cancel-workspace-work";

private:
    NoticeBook* notices_;
    BackgroundJob* job_;
    QTimer patience_;
    QString title_;
    int notice_ = 0;  ///< its id; 0: not told yet
};

}  // namespace gatelab
