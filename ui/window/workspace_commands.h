// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "window/main_window.h"

#include <QObject>
#include <filesystem>
#include <functional>

namespace gatelab {

/// What the File menu does with a workspace as a whole: new, open, back up, move, compact, go through its trash and
/// empty it. Long work goes on beside the window (WorkspaceWork); cancelling it leaves everything as it was. GUI
/// thread.
class WorkspaceCommands : public QObject {
    Q_OBJECT
public:
    WorkspaceCommands(MainWindow& window, const MainWindow::Parts& parts, QObject* parent);

    void create();
    void open();
    void backUp();
    void move();
    void compact();
    void emptyTrash();   ///< asks first
    void removeTrash();  ///< for good
    void cancel();       ///< the work that goes on
    /// All strong baselines of this run, kept with it.
    void computeBaselines(const QString& run);

private:
    /// The path of a folder that need not be there yet, at first this name beside another folder; empty: the person
    /// changed her mind.
    [[nodiscard]] QString askTarget(const QString& title, const QString& beside, const QString& name) const;
    /// The open workspace; empty: there is none.
    [[nodiscard]] std::filesystem::path folder() const;
    /// One at a time; `done` follows when it went well. Both may outlive this.
    void start(const QString& title, std::function<Result<QString>(const Progress&)> work,
               std::function<void()> done = {});
    MainWindow& window_;
    MainWindow::Parts parts_;
};

}  // namespace gatelab
