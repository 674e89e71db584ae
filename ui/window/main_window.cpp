// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/main_window.h"

#include "app/report/run_bundle.h"
#include "app/trackers/tracker_files.h"
#include "common/background_job.h"
#include "common/commit_edits.h"
#include "common/language.h"
#include "common/preferences.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "form/form_states.h"
#include "measure/experiment_check.h"
#include "pages/import/import_page.h"
#include "runs/device_watch.h"
#include "runs/experiment_model.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "widgets/accessible_names.h"
#include "widgets/number_selection.h"
#include "widgets/tab_strip.h"
#include "widgets/wheel_guard.h"
#include "window/data_files.h"
#include "window/desktop_notice.h"
#include "window/log_pane.h"
#include "window/notices.h"
#include "window/page_list.h"
#include "window/quit_question.h"
#include "window/run_notices.h"
#include "window/start_question.h"
#include "window/status_line.h"
#include "window/window_actions.h"
#include "window/window_commands.h"
#include "window/window_place.h"
#include "window/window_shell.h"
#include "window/window_title.h"
#include "window/workspace_work.h"

#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPointer>
#include <QTimer>
#include <algorithm>

namespace gatelab {

namespace {

constexpr QSize kMinimum{1100, 680};
constexpr int kMenu = 28;
constexpr double kScales[] = {1.0, 1.15, 1.3};
// Causes of messages without a button.
const QString kKept = QStringLiteral("kept"), kOfPage = QStringLiteral("of-page");
const QString kLogCheckpoints = QStringLiteral("log/checkpoints");

StateMark markOf(PageMark mark) {
    switch (mark) {
        case PageMark::Nothing:
            return StateMark::Nothing;
        case PageMark::Begun:
            return StateMark::Begun;
        case PageMark::Ready:
            return StateMark::Ready;
        case PageMark::Warning:
            return StateMark::Warning;
        case PageMark::Error:
            return StateMark::Error;
        case PageMark::Running:
            return StateMark::Running;
        case PageMark::Paused:
            return StateMark::Paused;
        case PageMark::Queued:
            return StateMark::Queued;
        case PageMark::CannotTell:
            return StateMark::Unknown;
    }
    return StateMark::Nothing;
}

}  // namespace

MainWindow::MainWindow(const Parts& parts)
    : parts_(parts),
      log_(new LogBook(this)),
      notices_(new NoticeBook(this)),
      work_(new WorkspaceWork(*notices_, this)),
      check_(new ExperimentCheck(parts.runs, parts.queue, this)),
      quit_(new QuitQuestion(*this, parts.runs, parts.queue)),
      rest_(new QTimer(this)) {
    connect(rest_, &QTimer::timeout, this, &MainWindow::buildNextPage);
    setMinimumSize(kMinimum);
    setAcceptDrops(true);
    qApp->installEventFilter(new WheelGuard(this));
    setObjectName(QStringLiteral("window"));
    place_ = new WindowPlace(*this, parts_.preferences);
    connectCollaborators();
    build();
    const QString last = parts_.preferences.window(QStringLiteral("page"), QStringLiteral("start")).toString();
    showPage(parts_.preferences.showStart() || !page(last) ? QStringLiteral("start") : last);
}

MainWindow::~MainWindow() {
    commitEdits(*this);  // while all stands
    // Pages look at collaborators while they go.
    delete centralWidget();
}

void MainWindow::connectCollaborators() {
    auto& [theme, language, preferences, experiment, runs, queue, lab, device, board] = parts_;
    connect(&language, &Language::changed, this, &MainWindow::rebuildSoon);
    connect(&theme, &Theme::aboutToChange, this, &MainWindow::clearCharts);
    connect(&theme, &Theme::changed, this, &MainWindow::rebuildCharts);
    connect(notices_, &NoticeBook::added, log_, &LogBook::add);
    BackgroundJob::reportTo([book = QPointer<NoticeBook>(notices_)](const Error& error) {
        if (book) book->addError(translated(error));
    });
    connect(log_, &LogBook::added, this, [this] {
        if (place_->panes().log) log_->markRead();
    });
    log_->setCheckpointsShown(preferences.window(kLogCheckpoints, false).toBool());
    connect(log_, &LogBook::checkpointsShownChanged, this,
            [this](bool on) { parts_.preferences.setWindow(kLogCheckpoints, on); });
    connect(log_, &LogBook::unreadChanged, this, [this](int count) { shell_->status()->setUnread(count); });
    connect(&experiment, &ExperimentModel::kept, this, &MainWindow::updateTitle);
    connect(&experiment, &ExperimentModel::keepFailed, this,
            [this](const QString& message) { notices_->setMessage(Tone::Error, kKept, message); });
    connect(&experiment, &ExperimentModel::kept, this, [this] { notices_->closeCommand(kKept); });
    connect(&experiment, &ExperimentModel::findingsChanged, this, [this] {
        updateMarks();
        if (startObstacle(parts_.experiment).isEmpty()) notices_->closeCommand({QStringLiteral("obstacle")});
    });
    connect(&experiment, &ExperimentModel::dataChanged, this, &MainWindow::updateMarks);
    connect(&experiment, &ExperimentModel::configChanged, this, &MainWindow::updateTitle);
    connect(&experiment, &ExperimentModel::dataChanged, this, &MainWindow::updateTitle);
    // What a run of ours has taken is free again when the next one starts.
    connect(&device, &DeviceWatch::changed, this, [&runs, &experiment, &device] {
        if (!runs.active())
            experiment.setRoom(
                [reading = device.reading()](const ExperimentConfig& config) { return memoryRoom(reading, config); });
    });
    connect(&runs, &RunController::engineReady, this, [&runs, &experiment] {
        if (runs.engine()) experiment.setEngine(runs.engine()->info());
    });
    const auto watch = [&runs, &experiment, &device] {
        if (runs.engine()) device.watch(runs.engine()->info(), experiment.config().device);
    };
    connect(&runs, &RunController::engineReady, this, watch);
    connect(&experiment, &ExperimentModel::configChanged, this, watch);
    connect(&runs, &RunController::begun, this, [&runs, &experiment](const QString& id) {
        if (*runs.live()->summary.config == experiment.config()) experiment.setOrigin(id);
    });
    connect(&runs, &RunController::logged, log_, &LogBook::add);
    connect(&runs, &RunController::checkpointLogged, log_, &LogBook::addCheckpoint);
    connect(&runs, &RunController::stateChanged, this, [this] {
        updateMarks();
        updateTitle();
    });
    new RunNotices(*notices_, runs, queue, this);
    new NumberSelection(this);
    new AccessibleNames(this);
    for (const auto signal : {&RunController::ticked, &RunController::workspaceChanged, &RunController::runsChanged})
        connect(&runs, signal, this, &MainWindow::updateTitle);
    connect(&queue, &QueueController::heldChanged, this, &MainWindow::updateTitle);
    connect(quit_, &QuitQuestion::handingOver, this,
            [this](const QString& name) { reportDone(tr("%1 moves to a process of its own.").arg(name)); });
    connect(&runs, &RunController::runFinished, this, [this](const QString& id) {
        if (const auto* run = parts_.runs.findRun(id)) log_->add(tr("Run %1 has ended.").arg(shownRunName(*run)));
    });
    connect(new DesktopNotice(runs, preferences, this), &DesktopNotice::clicked, this, [this](const QString& id) {
        parts_.runs.open(id);
        showPage(QStringLiteral("train"));
        raise();
        activateWindow();
    });
}

void MainWindow::build() {
    if (styleSheet() != parts_.theme.styleSheet()) setStyleSheet(parts_.theme.styleSheet());
    actions_ = new WindowActions(parts_.theme, this);
    shell_ = new WindowShell({parts_.theme, parts_.experiment, parts_.runs, parts_.queue, parts_.device, *log_,
                              *notices_, *actions_, parts_.preferences},
                             this);
    saved_ = new QLabel(this);
    saved_->setProperty("role", "small");
    saved_->setContentsMargins(0, 0, 12, 0);
    saved_->setMinimumHeight(qRound(kMenu * parts_.theme.textScale()));
    saved_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    commands_ = new WindowCommands(*this, parts_);
    menuBar()->setCornerWidget(saved_);
    saved_->show();  // a bar that stands already does not
    setCentralWidget(shell_);
    addTabs();
    connect(shell_->tabs(), &TabStrip::tabBarClicked, this, [this](int index) {
        if (index >= 0) showPage(shell_->tabs()->tabData(index).toString());
    });
    shell_->status()->setUnread(log_->unread());
    updateMarks();
    updateTitle();
}

void MainWindow::addTabs() {
    pages_.assign(pageRows().size(), nullptr);
    for (const PageRow& row : pageRows())
        if (row.title) shell_->tabs()->setTabData(shell_->tabs()->addPage(row.title()), QString::fromLatin1(row.key));
    rest_->start();
}

void MainWindow::buildNextPage() {
    const auto next = std::find(pages_.begin(), pages_.end(), nullptr);
    if (next == pages_.end()) return rest_->stop();
    makePage(static_cast<std::size_t>(next - pages_.begin()));
    updateMarks();
}

void MainWindow::makePage(std::size_t index) {
    const PageRow& row = pageRows()[index];
    const QString key = QString::fromLatin1(row.key);
    Page* page = pages_[index] = row.make(parts_, shell_->pages());
    // For screen readers
    page->setWindowTitle(row.title ? row.title() : QGuiApplication::applicationDisplayName());
    shell_->addPage(page);
    connectPage(page, key);
    page->setCompact(place_->compact());
    new FormStates(*page, key, parts_.preferences);
    if (const auto state = viewStates_.find(key); state != viewStates_.end())
        page->restoreViewState(viewStates_.extract(state).mapped());
}

void MainWindow::connectPage(Page* page, const QString& key) {
    connect(page, &Page::markChanged, this, &MainWindow::updateMarks);
    connect(page, &Page::runChosen, commands_, &WindowCommands::enable);
    connect(page, &Page::placeAsked, this, &MainWindow::showPlace);
    connect(page, &Page::commandAsked, this, &MainWindow::ask);
    connect(page, &Page::problem, this, [this, of = Command(kOfPage, {}, key)](const QString& message) {
        notices_->setMessage(Tone::Error, of, message);
    });
    connect(page, &Page::done, this, &MainWindow::reportDone);
    connect(page, &Page::inspectorChanged, this, [this, page] {
        if (page != this->page(shown_)) return;
        if (page->inspector()) place_->setPane(QStringLiteral("right"), true);  // it was asked for
        shell_->showPage(page);
        arrange();
    });
}

void MainWindow::ask(const Command& command) { commands_->run(command); }

void MainWindow::guardStart(const ExperimentConfig& config, QWidget& over, std::function<void()> start) {
    commands_->startQuestion().ask(config, over, std::move(start));
}

void MainWindow::reportDone(const QString& text) {
    log_->add(text);
    shell_->status()->flash(text);
}

void MainWindow::reportProblem(const QString& message) {
    if (!message.isEmpty()) notices_->addError(message);
}

/// Queued: the change mostly comes from a control that would be deleted under its own feet.
void MainWindow::rebuildSoon() {
    if (std::exchange(rebuildAsked_, true)) return;
    QTimer::singleShot(0, this, [this] {
        rebuildAsked_ = false;
        clearCharts();
        rebuildCharts();
    });
}

void MainWindow::clearCharts() {
    commitEdits(*this);
    setUpdatesEnabled(false);
    shell_->showPage(nullptr);
    rest_->stop();
    for (std::size_t i = 0; i < pages_.size(); ++i)
        if (pages_[i]) viewStates_[QString::fromLatin1(pageRows()[i].key)] = pages_[i]->viewState();
    pages_.clear();
    delete commands_;
    delete centralWidget();
    delete saved_;
    menuBar()->clear();
    qDeleteAll(menuBar()->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
    for (auto* action : actions_->all()) delete action;
    delete actions_;
}

void MainWindow::rebuildCharts() {
    const QString shown = std::exchange(shown_, QString());
    build();
    showPage(shown);
    setUpdatesEnabled(true);
}

Page* MainWindow::page(const QString& key) {
    const int found = pageIndex(key);
    if (found < 0 || pages_.empty()) return nullptr;
    const auto index = static_cast<std::size_t>(found);
    if (!pages_[index]) makePage(index);
    return pages_[index];
}

void MainWindow::showPlace(const Place& place) {
    const QString key = place.page.isEmpty() ? shown_ : place.page;
    Page* next = page(key);
    if (!next) return;
    if (key != shown_) {
        if (Page* old = page(shown_)) {
            old->setShown(false);
            notices_->leave(NoticeOf::Page);
        }
        shown_ = key;
        notices_->setPage(key);
        parts_.preferences.setWindow(QStringLiteral("page"), key);
        shell_->showPage(next);
        next->setShown(true);
        const QString tab = QString::fromLatin1(pageRows()[static_cast<std::size_t>(pageIndex(key))].tab);
        for (int i = 0; i < shell_->tabs()->count(); ++i)
            if (shell_->tabs()->tabData(i).toString() == tab) shell_->tabs()->setCurrentIndex(i);
        shell_->tabs()->setProperty("inactive", tab.isEmpty());
        arrange();
        updateTitle();
        next->setFocus();
        commands_->enable();
    }
    if (!place.view.isEmpty() || !place.run.isEmpty() || !place.field.isEmpty()) next->showPlace(place);
}

void MainWindow::openPath(const QString& path, bool asRead) {
    const QFileInfo info(path);
    if (looksLikeTrackedRuns(toPath(path))) {
        ask(Command(QStringLiteral("import-runs"), {}, info.absoluteFilePath()));
    } else if (isFolderOfData(path)) {
        openPaths(*this, parts_, {path}, {{}, asRead});
    } else if (info.isDir()) {
        parts_.preferences.setWorkspaceFolder(info.absoluteFilePath());
        parts_.runs.openWorkspace(info.absoluteFilePath());
    } else if (QLatin1Char('.') + info.suffix().toLower() == QLatin1String(kBundleSuffix)) {
        ask(Command(QStringLiteral("open-bundle"), {}, info.absoluteFilePath()));
    } else if (info.suffix().compare(QLatin1String("json"), Qt::CaseInsensitive) == 0) {
        const QString error = parts_.experiment.loadFrom(info.absoluteFilePath());
        if (error.isEmpty())
            showPage(QStringLiteral("model"));
        else
            notices_->addError(error);
    } else {
        const QString file = QDir::current().absoluteFilePath(path);
        parts_.preferences.addRecentFile(file);
        parts_.preferences.setLastFolder(QFileInfo(file).path());
        if (asRead) return parts_.experiment.openFile(file);
        if (auto* import = qobject_cast<ImportPage*>(page(QStringLiteral("import")))) import->openFile(file);
        showPage(QStringLiteral("import"));
    }
}

void MainWindow::updateMarks() {
    auto* tabs = shell_->tabs();
    int tab = 0;
    for (std::size_t i = 0; i < pages_.size(); ++i) {
        if (!pageRows()[i].title) continue;
        if (pages_[i] && tabs->mark(tab) != markOf(pages_[i]->mark())) tabs->setMark(tab, markOf(pages_[i]->mark()));
        ++tab;
    }
}

void MainWindow::updateTitle() {
    const auto live = parts_.runs.live(), run = live ? live : parts_.runs.current();
    const QString title = titleOf(run.get(), parts_.runs.state(), parts_.experiment.config(), parts_.queue.heldFor());
    if (windowTitle() != title) setWindowTitle(title);
    const auto kept = parts_.experiment.lastKept();
    const auto workspace = parts_.runs.workspace();
    const QString place = workspace ? fromPath(workspace->folder().filename()) : tr("no workspace");
    const QString saved = kept.isValid()
                              ? tr("%1  ·  settings saved %2").arg(place, kept.toString(QStringLiteral("HH:mm")))
                              : tr("%1  ·  not yet saved").arg(place);
    if (saved_->text() == saved) return;
    saved_->setText(saved);
    saved_->setToolTip(workspace ? fromPath(workspace->folder()) : QString());
    // The bar puts a corner widget at its top; twice the middle of a menu's name brings both onto one line.
    if (!menuBar()->actions().isEmpty())
        saved_->setMinimumHeight(2 * menuBar()->actionGeometry(menuBar()->actions().first()).center().y());
    saved_->adjustSize();
    menuBar()->setCornerWidget(saved_);
}

void MainWindow::arrange() {
    const WindowPlace::Panes panes = place_->panes();
    Page* shown = page(shown_);
    const bool compact = place_->compact();
    const bool hasInspector = shown && shown->inspector();
    shell_->setPanes(panes.right && hasInspector, panes.log, compact);
    for (Page* page : pages_)
        if (page) page->setCompact(compact);
    (*actions_)["right"]->setChecked(panes.right && hasInspector);
    (*actions_)["log"]->setChecked(panes.log);
    (*actions_)["right"]->setEnabled(hasInspector);
}

void MainWindow::setPane(const QString& pane, bool on) {
    place_->setPane(pane, on);
    if (place_->panes().log) log_->markRead();
    arrange();
}

void MainWindow::setTextScale(double scale) {
    const auto nearest = std::min_element(std::begin(kScales), std::end(kScales), [scale](double a, double b) {
        return std::abs(a - scale) < std::abs(b - scale);
    });
    parts_.preferences.setTextScale(*nearest);
    parts_.theme.setTextScale(*nearest);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    arrange();
}

/// Keys that no focused control took (a QShortcut on Space would take it from buttons and boxes).
void MainWindow::keyPressEvent(QKeyEvent* event) {
    // On other pages only while a run goes on.
    const bool isSpace = event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier;
    if (isSpace && (shown_ == QLatin1String("train") || parts_.runs.active())) return (*actions_)["pause"]->trigger();
    QMainWindow::keyPressEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const auto urls = event->mimeData()->urls();
    if (!urls.isEmpty() && std::ranges::all_of(urls, &QUrl::isLocalFile)) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) paths << url.toLocalFile();
    openPaths(*this, parts_, paths);
    event->acceptProposedAction();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    place_->keep();
    event->setAccepted(quit_->mayClose());
}

bool MainWindow::closeNow() { return quit_->closeNow(); }

}  // namespace gatelab
