// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "window/main_window.h"

#include <QObject>
#include <QStringList>
#include <functional>
#include <vector>

namespace gatelab {

/// Runs as files for others: a report to be read, a bundle to be opened on another computer. GUI thread.
class ShareCommands : public QObject {
    Q_OBJECT
public:
    /// `chosenRuns`: those that commands mean; the first one is the base of a comparison.
    ShareCommands(MainWindow& window, const MainWindow::Parts& parts, std::function<QStringList()> chosenRuns,
                  QObject* parent);
    void saveReport();                        ///< asks where
    void writeReportTo(const QString& path);  ///< in the language of the window
    void saveBundle();                        ///< asks where, and whether with the data
    void openBundle(const QString& path);     ///< empty: asks which

private:
    /// One file is written off the GUI thread; what it had to leave out is told.
    using Written = std::vector<Phrase>;
    void write(const QString& title, const QString& path, std::function<Result<Written>(const Progress&)> work);
    [[nodiscard]] QString nameFor(const QString& suffix) const;

    MainWindow& window_;
    MainWindow::Parts parts_;
    std::function<QStringList()> chosenRuns_;
};

}  // namespace gatelab
