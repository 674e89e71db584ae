// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/popover.h"
#include "window/command_rows.h"
#include "window/main_window.h"

#include <QUndoGroup>

namespace gatelab {

class CheckCommands;
class ComparePage;
class HelpCommands;
class SweepCommands;
class ShareCommands;
class StartQuestion;
class WeightsCommands;
class WindowMenus;
class WorkspaceCommands;
enum class Began;
struct PresetExperiment;

/// What the commands of the window do (the rows are in command_rows.cpp): files, undo, pages, panes, data, runs. Built
/// and deleted with the window's widgets. GUI thread.
class WindowCommands : public QObject {
    Q_OBJECT
public:
    WindowCommands(MainWindow& window, const MainWindow::Parts& parts);
    /// One that cannot be done now says why in the status line.
    void run(const Command& command);
    /// What cannot be done now is grey, with the reason on hover.
    void enable();

    /// What decides now what can be done.
    [[nodiscard]] CommandState state() const;

    [[nodiscard]] WorkspaceCommands& workspace() const { return *workspace_; }
    [[nodiscard]] CheckCommands& check() const { return *check_; }
    [[nodiscard]] SweepCommands& sweep() const { return *sweep_; }
    [[nodiscard]] WeightsCommands& weights() const { return *weights_; }
    [[nodiscard]] ShareCommands& share() const { return *share_; }
    [[nodiscard]] HelpCommands& help() const { return *help_; }
    [[nodiscard]] StartQuestion& startQuestion() const { return *startQuestion_; }
    [[nodiscard]] WindowMenus& menus() const { return *menus_; }

    void show(const Place& place);
    void openRun(const QString& runId);    ///< on the Train page
    void importRuns(const QString& path);  ///< empty: asks for a folder
    bool isImported(const QString& runId);
    void chooseRun(const QString& runId);  ///< on the page in front, where that shows one run; else on Train
    void openPath(const QString& path);    ///< see MainWindow
    void openData();                       ///< one file, or several that are read together
    void openDataFolder();                 ///< as planFolder() (data/folders/folder_plan.h) says
    void pasteData();                      ///< the table of the clipboard
    void openExperiment();
    void openReady(const QString& key);  ///< a ready-made experiment
    void saveExperiment();
    void saveSeries();  ///< as it was read, before the recipe
    void saveCellsAsRead();
    void reload();
    void close();
    void exportRuns();
    void showRunSizes();
    void showMachines();
    void showAlerts();
    void showEngine();
    void showKeptColumns();
    void filterRuns(const QString& filter);  ///< of the table on Compare

    void undo() { turn(true); }
    void redo() { turn(false); }
    void find();
    void renameRun();
    void starRuns();
    void archiveRuns();
    void tagRuns();
    void noteRun();
    void deleteChosenRuns();

    void turnPane(const char* pane);  ///< to what its action is checked to be
    void focusNextArea(int by);
    void scaleText(int steps);

    void train();
    void pause();
    void step();
    void stop();
    // Without a run: the chosen one.
    void continueRun(const QString& runId);
    void continueElsewhere(const QString& runId);  ///< asks where
    /// Asks what is other; `checkpoint`: see RunAgain.
    void runAgain(const QString& runId, const QString& checkpoint);
    void trainMore();
    void pauseQueue(bool on);
    void useSettings();
    void showForecasts();
    /// The place of a journey, of meantRun(): "trust", "score", "intervals", "residuals", "why", or a key of
    /// exportKinds().
    void showMeant(const char* field);
    void exportForecasts();

    /// The run chosen on the page in front, else the shown one.
    [[nodiscard]] QString chosenRun() const;
    /// Of a question that has to be about some run: the chosen one, of the board the first that is chosen on it; else
    /// the shown one, else the newest with settings that has ended, both only of the present data: those of the board,
    /// elsewhere of the experiment. Empty: there is none.
    [[nodiscard]] QString meantRun() const;
    /// The same, and what is chosen with it.
    [[nodiscard]] QStringList chosenRuns() const;
    /// Those of a report or a bundle: where the board's lines are not gone through, those that are chosen on it.
    [[nodiscard]] QStringList sharedRuns() const;
    /// The chosen run if it has ended, else none; with no run chosen, the newest that has ended.
    [[nodiscard]] QString forecastRun() const;

private:
    void connectUndo();
    /// Undo and redo are those of the page in front.
    void followUndo();
    void turn(bool back);
    [[nodiscard]] ComparePage* comparePage() const;
    /// Once the file that was taken is read.
    void warnOfOtherData(const PresetExperiment& ready, const std::string& path);
    void follow(const QString& runId, Began began);
    void trainNow();
    /// The run that is chosen on the page in front; empty: none.
    [[nodiscard]] QString pageRun() const;
    /// Where a question about the chosen run is asked: at its row, of the run on the Train page at the button that
    /// trains.
    [[nodiscard]] PopoverAnchor anchor() const;
    MainWindow& window_;
    MainWindow::Parts parts_;
    QUndoGroup undos_;  ///< the steps of the experiment, and those of a page that has its own
    WorkspaceCommands* workspace_;
    CheckCommands* check_;
    SweepCommands* sweep_;
    WeightsCommands* weights_;
    ShareCommands* share_;
    HelpCommands* help_;
    StartQuestion* startQuestion_;
    WindowMenus* menus_;
};

}  // namespace gatelab
