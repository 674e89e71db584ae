// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/main_window.h"

#include <QObject>
#include <QStringList>
#include <functional>

namespace gatelab {

/// Runs as one HTML file to be shown to others. GUI thread.
class ReportCommands : public QObject {
    Q_OBJECT
public:
    /// `chosenRuns`: those that commands mean; the first one is the base of a comparison.
    ReportCommands(MainWindow& window, const MainWindow::Parts& parts, std::function<QStringList()> chosenRuns,
                   QObject* parent);
    void save();                       ///< asks where
    void saveTo(const QString& path);  ///< in the language of the window

private:
    MainWindow& window_;
    MainWindow::Parts parts_;
    std::function<QStringList()> chosenRuns_;
};

}  // namespace gatelab
