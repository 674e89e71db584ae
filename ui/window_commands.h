// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_palette.h"
#include "main_window.h"

#include <map>
#include <vector>

class QMenu;

namespace gatelab {

/// What the actions of the window do: files, undo, pages, panes, data, runs. Built and deleted with the window's widgets.
class WindowCommands : public QObject {
    Q_OBJECT
public:
    WindowCommands(MainWindow& window, const MainWindow::Parts& parts);
    /// Runs a command by the key of an action, or "continue:ID" (a notice's button).
    void run(const QString& key);

private:
    void connectFiles();
    void connectEdits();
    void connectView();
    void connectRuns();
    void enable();
    std::vector<PaletteEntry> paletteEntries();
    std::map<QString, QMenu*> makeMenus();
    QMenu* recentMenu();
    QMenu* compareMenu();
    QMenu* chartsMenu();
    QMenu* colourMenu();
    QMenu* builtinMenu();
    QMenu* looksMenu();
    void openData();
    void openExperiment();
    void saveExperiment();
    void repeatRun();
    void addToQueue(ExperimentConfig config, const std::string& parent, const char* why);
    void useSettings();
    void showHelp();
    void showAbout();
    /// The run that is chosen on the page in front; empty: none.
    [[nodiscard]] QString pageRun() const;
    /// The run chosen on the page or in the list, else the shown one.
    [[nodiscard]] QString chosenRun() const;
    /// The chosen run if it has ended, else none; with no run chosen, the newest that has ended.
    [[nodiscard]] QString forecastRun() const;
    MainWindow& window_;
    MainWindow::Parts parts_;
};

}  // namespace gatelab
