// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/main_window.h"

#include <QObject>
#include <QPointer>

namespace gatelab {

class CheckPanel;
class SweepPanel;

/// "Check this experiment": opens the panel, and tells in a notice how a check ended that nobody looked at. GUI thread.
class CheckCommands : public QObject {
    Q_OBJECT
public:
    CheckCommands(MainWindow& window, const MainWindow::Parts& parts, QObject* parent);
    ~CheckCommands() override;
    void show();

private:
    void reportEnd();
    MainWindow& window_;
    MainWindow::Parts parts_;
    QPointer<CheckPanel> panel_;
};

/// "Sweep and seeds": opens the panel; what it adds to the queue is seen on the Compare page. GUI thread.
class SweepCommands : public QObject {
    Q_OBJECT
public:
    SweepCommands(MainWindow& window, const MainWindow::Parts& parts, QObject* parent);
    ~SweepCommands() override;
    void show();

private:
    MainWindow& window_;
    MainWindow::Parts parts_;
    QPointer<SweepPanel> panel_;
    /// Place among the undo steps behind which the scope was taken over for the dialog; 0: nowhere.
    int takenOver_ = 0;
    QString seenScope_;  ///< of the board, before that
};

}  // namespace gatelab
