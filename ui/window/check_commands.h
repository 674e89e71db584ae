// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/main_window.h"

#include <QObject>
#include <QPointer>

namespace gatelab {

class CheckPanel;

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

}  // namespace gatelab
