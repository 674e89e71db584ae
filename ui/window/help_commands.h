// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/main_window.h"

#include <QObject>

namespace gatelab {

/// The Help menu: what the field with the focus is, the glossary, the program. GUI thread.
class HelpCommands : public QObject {
    Q_OBJECT
public:
    HelpCommands(MainWindow& window, const MainWindow::Parts& parts, QObject* parent);
    void showField();
    void showGlossary(const QString& key = {});  ///< key: of the entry to begin with
    void showAbout();

private:
    MainWindow& window_;
    MainWindow::Parts parts_;
};

}  // namespace gatelab
