// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/popover.h"
#include "window/command_palette.h"
#include "window/main_window.h"

#include <map>
#include <vector>

class QMenu;

namespace gatelab {

enum class Began;
enum class PlayPlace;
struct Field;
struct ReadyExperiment;

/// What the actions of the window do: files, undo, pages, panes, data, runs. Built and deleted with the window's
/// widgets.
class WindowCommands : public QObject {
    Q_OBJECT
public:
    WindowCommands(MainWindow& window, const MainWindow::Parts& parts);
    /// Runs a command by the key of an action, "ready:KEY" (a ready-made experiment), or what a notice offers:
    /// "continue:ID", "queue-start", "queue-pause", "show:VIEW" of the Compare page, "branch:CHECKPOINT:ID",
    /// "field:KEY" (a setting on its page).
    void run(const QString& key);
    /// The page in front is another one, or another run is chosen on it; by hand: its choice counts from now on, not
    /// the project column's.
    void followPage(bool byHand);

private:
    /// Where a setting is made.
    [[nodiscard]] static QString pageOf(const Field& field);
    void connectFiles();
    void connectEdits();
    void connectView();
    void connectRuns();
    void enable();
    std::vector<PaletteEntry> paletteEntries();
    std::map<QString, QMenu*> makeMenus();
    QMenu* recentMenu();
    QMenu* readyMenu();
    QMenu* compareMenu();
    QMenu* chartsMenu();
    QMenu* colourMenu();
    QMenu* builtinMenu();
    QMenu* looksMenu();
    void openData();
    void openExperiment();
    void openReady(const QString& key);
    /// Once the file that was taken is read.
    void warnOfOtherData(const ReadyExperiment& ready, const std::string& path);
    void saveExperiment();
    void repeatRun();
    void follow(const QString& runId, Began began);
    void branch(const QString& runId, const QString& checkpoint);
    /// Whether it begins at once, as nothing is before it and the queue is not paused; else it is told that it waits.
    bool addToQueue(ExperimentConfig config, const std::string& parent, const char* why);
    void offerBranch();
    void useSettings();
    void showHelp();
    void showGlossary(const QString& key = {});
    void showAbout();
    /// What Play means on the page in front: what its own button says.
    [[nodiscard]] PlayPlace playPlace() const;
    /// The run that is chosen on the page in front; empty: none.
    [[nodiscard]] QString pageRun() const;
    /// Where a question about the chosen run is asked: at its row, of the run on the Train page at the button that
    /// trains.
    [[nodiscard]] PopoverAnchor anchor() const;
    /// Whether commands on a run mean that one.
    [[nodiscard]] bool isChosenOnPage() const;
    /// The run chosen on the page or in the list, where a person chose last; else the shown one.
    [[nodiscard]] QString chosenRun() const;
    /// The same, and what is chosen with it.
    [[nodiscard]] QStringList chosenRuns() const;
    /// The chosen run if it has ended, else none; with no run chosen, the newest that has ended.
    [[nodiscard]] QString forecastRun() const;
    MainWindow& window_;
    MainWindow::Parts parts_;
    bool inDock_ = false;  ///< a person chose there last
};

}  // namespace gatelab
