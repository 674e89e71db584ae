// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/start_guard.h"
#include "pages/page.h"

#include <QMainWindow>
#include <map>
#include <memory>
#include <vector>

class QLabel;
class QTimer;

namespace gatelab {

class DeviceWatch;
class ExperimentCheck;
class ExperimentModel;
class LabController;
class Language;
class LogBook;
class NoticeBook;
class Preferences;
class QueueController;
class QuitQuestion;
class RunBoard;
class RunController;
class Theme;
class WindowActions;
class WindowCommands;
class WindowPlace;
class WindowShell;
class WorkspaceWork;

/// The window: menu, tabs, columns, pages, status line. It owns no state but which page and panes are shown, the log
/// and the notices, and answers what its parts ask; everything visible is deleted and built again when language,
/// appearance or text size change. The collaborators outlive it.
class MainWindow : public QMainWindow, public Responder, public StartGuard {
    Q_OBJECT
public:
    struct Parts {
        Theme& theme;
        Language& language;
        Preferences& preferences;
        ExperimentModel& experiment;
        RunController& runs;
        QueueController& queue;
        LabController& lab;
        DeviceWatch& device;
        RunBoard& board;
    };
    explicit MainWindow(const Parts& parts);
    ~MainWindow() override;

    /// By the key of its row in page_list.cpp.
    void showPage(const QString& key) { showPlace({key}); }
    /// Without a page: on the shown one.
    void showPlace(const Place& place);
    [[nodiscard]] QString shownPage() const { return shown_; }
    /// Built when it was not yet there. Null: there is no such page.
    Page* page(const QString& key);
    /// A data file (opens the import page; `asRead`: takes it as it is understood), an experiment (.json) or a folder
    /// (a workspace; one that holds data and is none: its files together).
    void openPath(const QString& path, bool asRead = false);
    [[nodiscard]] WindowActions& actions() { return *actions_; }
    [[nodiscard]] WindowShell& shell() { return *shell_; }
    [[nodiscard]] NoticeBook& notices() { return *notices_; }
    [[nodiscard]] LogBook& log() { return *log_; }
    [[nodiscard]] WorkspaceWork& workspaceWork() { return *work_; }
    [[nodiscard]] ExperimentCheck& experimentCheck() { return *check_; }
    /// Shows or hides "right" or "log"; remembered for windows of about this width.
    void setPane(const QString& pane, bool on);
    void setTextScale(double scale);
    /// Without asking what becomes of a run that trains: it is saved as interrupted. False: the window stays open.
    bool closeNow();
    [[nodiscard]] QuitQuestion& quitQuestion() { return *quit_; }
    void ask(const Command& command) override;
    void reportDone(const QString& text) override;
    void guardStart(const ExperimentConfig& config, QWidget& over, std::function<void()> start) override;
    void reportProblem(const QString& message) override;

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void build();
    void addTabs();
    /// The next page that nobody has asked for yet; one in each turn of the event loop, so that the window answers in
    /// between.
    void buildNextPage();
    void makePage(std::size_t index);
    void rebuildSoon();
    /// Pages, shell and actions go and come again: for another language and other looks.
    void clearCharts();
    void rebuildCharts();
    void connectCollaborators();
    void connectPage(Page* page, const QString& key);
    void arrange();
    void updateMarks();
    void updateTitle();

    Parts parts_;
    LogBook* log_;
    NoticeBook* notices_;
    WorkspaceWork* work_;
    ExperimentCheck* check_;
    QuitQuestion* quit_;
    QString shown_;
    WindowPlace* place_ = nullptr;
    bool rebuildAsked_ = false;
    WindowShell* shell_ = nullptr;
    WindowActions* actions_ = nullptr;
    WindowCommands* commands_ = nullptr;
    QLabel* saved_ = nullptr;
    std::vector<Page*> pages_;                   ///< by row of pageRows(); null: not built yet; empty: none is
    std::map<QString, QVariantMap> viewStates_;  ///< of pages that were taken down, until they are built again
    QTimer* rest_;                               ///< builds the rest
};

}  // namespace gatelab
