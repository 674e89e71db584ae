// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/window_commands.h"

#include "common/language.h"
#include "common/preferences.h"
#include "common/texts.h"
#include "common/theme.h"
#include "config/ready_experiment.h"
#include "data/readers.h"
#include "data/ready_data.h"
#include "pages/learn/glossary_words.h"
#include "pages/page.h"
#include "pages/run_edit_menu.h"
#include "pages/train/continue_run.h"
#include "runs/experiment_model.h"
#include "runs/lineage.h"
#include "runs/preflight.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_commands.h"
#include "runs/run_controller.h"
#include "widgets/find_line.h"
#include "widgets/into_view.h"
#include "window/check_commands.h"
#include "window/command_palette.h"
#include "window/log_pane.h"
#include "window/notices.h"
#include "window/project_dock.h"
#include "window/queue_place.h"
#include "window/status_line.h"
#include "window/sweep_commands.h"
#include "window/weights_commands.h"
#include "window/window_actions.h"
#include "window/window_shell.h"
#include "window/workspace_commands.h"

#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenuBar>

namespace gatelab {

namespace {

/// "All data files (*.csv *.h5);;CSV (*.csv)" from the table of readers.
QString dataFilter() {
    QStringList all, rows;
    for (const auto& reader : readers()) {
        QStringList patterns;
        for (const char* extension : reader.extensions)
            patterns << QStringLiteral("*.%1").arg(QLatin1String(extension));
        if (patterns.isEmpty()) continue;
        all << patterns;
        rows << QStringLiteral("%1 (%2)").arg(translated(reader.label), patterns.join(QLatin1Char(' ')));
    }
    rows.prepend(WindowCommands::tr("All data files (%1)").arg(all.join(QLatin1Char(' '))));
    rows.append(WindowCommands::tr("All files (*)"));
    return rows.join(QLatin1String(";;"));
}

QString playText(PlayAction action) {
    switch (action) {
        case PlayAction::Start:
            return WindowCommands::tr("&Play: train a new run");
        case PlayAction::Resume:
            return WindowCommands::tr("&Play: go on after the pause");
        case PlayAction::ContinueRun:
            return WindowCommands::tr("&Play: continue the shown run");
        default:
            return WindowCommands::tr("&Pause");
    }
}

}  // namespace

WindowCommands::WindowCommands(MainWindow& window, const MainWindow::Parts& parts)
    : QObject(&window), window_(window), parts_(parts) {
    connectFiles();
    connectEdits();
    connectView();
    connectRuns();
    connect(new GlossaryWords(parts.theme, parts.language.code(), &window, this), &GlossaryWords::allAsked, this,
            &WindowCommands::showGlossary);
    new WorkspaceCommands(window, parts, this);
    new CheckCommands(window, parts, this);
    new SweepCommands(window, parts, this);
    new WeightsCommands(
        window, parts, [this] { return chosenRun(); }, this);
    window_.actions().fill(window_.menuBar(), makeMenus());
    connect(window_.shell().noticeArea(), &NoticeArea::actionAsked, this, &WindowCommands::run);
    auto* dock = window_.shell().dock();
    connect(dock, &ProjectDock::actionAsked, this, &WindowCommands::run);
    connect(dock, &ProjectDock::dataClicked, this, [this] { window_.showPage(QStringLiteral("data")); });
    connect(dock, &ProjectDock::runOpened, this, [this](const QString& id) {
        parts_.runs.open(id);
        if (window_.shownPage() != QLatin1String("compare")) window_.showPage(QStringLiteral("train"));
    });
    for (auto signal : {&RunController::stateChanged, &RunController::currentChanged, &RunController::runsChanged})
        connect(&parts_.runs, signal, this, &WindowCommands::enable);
    connect(&parts_.runs, &RunController::workspaceChanged, this, &WindowCommands::enable);
    connect(&parts_.experiment, &ExperimentModel::findingsChanged, this, &WindowCommands::enable);
    connect(dock, &ProjectDock::runSelected, this, [this](bool byHand) {
        inDock_ = inDock_ || byHand;
        enable();
    });
    enable();
}

void WindowCommands::followPage(bool byHand) {
    inDock_ = inDock_ && !byHand;
    enable();
}

void WindowCommands::run(const QString& key) {
    if (key.startsWith(QLatin1String("continue:"))) {
        const QString run = key.mid(9);
        return follow(run, continueRun(parts_.runs, parts_.queue, run));
    }
    if (key.startsWith(QLatin1String("branch:"))) {
        const QString run = key.section(QLatin1Char(':'), 2);
        return branch(run, key.section(QLatin1Char(':'), 1, 1));
    }
    if (key.startsWith(QLatin1String("ready:"))) return openReady(key.mid(6));
    if (key.startsWith(QLatin1String("show:"))) return window_.showPage(QStringLiteral("compare"), key.mid(5));
    if (key.startsWith(QLatin1String("field:"))) {
        const Field* field = findField(key.mid(6).toStdString());
        return field ? window_.showPage(pageOf(*field), key.mid(6)) : void();
    }
    if (key == QLatin1String("queue-start") || key == QLatin1String("queue-pause"))
        return parts_.queue.setPaused(key == QLatin1String("queue-pause"));
    for (auto* action : window_.actions().all())
        if (action->objectName() == key)
            return action->isEnabled() ? action->trigger() : window_.shell().status()->flash(action->toolTip());
}

void WindowCommands::connectFiles() {
    auto& actions = window_.actions();
    actions.on("open", [this] { openData(); });
    actions.on("open-experiment", [this] { openExperiment(); });
    actions.on("save-experiment", [this] { saveExperiment(); });
    actions.on("quit", [this] { window_.close(); });
    actions.on("export-runs", [this] { window_.showPage(QStringLiteral("compare"), QStringLiteral("runs/export")); });
    actions.on("import", [this] { window_.showPage(QStringLiteral("import")); });
    actions.on("reload", [this] { parts_.experiment.reload(); });
}

void WindowCommands::connectEdits() {
    auto& actions = window_.actions();
    auto& stack = parts_.experiment.undoStack();
    const auto name = [](QAction* action, const QString& plain, const QString& named, const QString& step) {
        action->setText(step.isEmpty() ? plain : named.arg(step));
    };
    const auto undoText = [this, name](const QString& step) {
        name(window_.actions()["undo"], tr("&Undo"), tr("&Undo %1"), step);
    };
    const auto redoText = [this, name](const QString& step) {
        name(window_.actions()["redo"], tr("&Redo"), tr("&Redo %1"), step);
    };
    undoText(stack.undoText());
    redoText(stack.redoText());
    connect(&stack, &QUndoStack::undoTextChanged, this, undoText);
    connect(&stack, &QUndoStack::redoTextChanged, this, redoText);
    connect(&stack, &QUndoStack::canUndoChanged, actions["undo"], &QAction::setEnabled);
    connect(&stack, &QUndoStack::canRedoChanged, actions["redo"], &QAction::setEnabled);
    actions["undo"]->setEnabled(stack.canUndo());
    actions["redo"]->setEnabled(stack.canRedo());
    // What it changed may be out of sight.
    const auto turn = [this, &stack](bool back) {
        const ExperimentConfig before = parts_.experiment.config();
        const QString step = back ? stack.undoText() : stack.redoText();
        if (back)
            stack.undo();
        else
            stack.redo();
        const auto changes = configChanges(before, parts_.experiment.config());
        window_.shell().status()->flash(
            (back ? tr("Undone: %1") : tr("Redone: %1")).arg(changes.empty() ? step : changesText(changes)));
    };
    actions.on("undo", [turn] { turn(true); });
    actions.on("redo", [turn] { turn(false); });
    // "Undo brings it back" is true of the last step only.
    connect(&stack, &QUndoStack::indexChanged, this, [this] {
        window_.shell().status()->flash({});
        window_.notices().closeAction(QStringLiteral("undo"));
    });
    const RunEditMenu edit(parts_.theme, parts_.runs, parts_.experiment.undoStack());
    actions.on("rename-run", [this, edit] {
        if (isChosenOnPage()) return window_.showPage(window_.shownPage(), QStringLiteral("runs/rename"));
        if (window_.shell().dock()->selectedRun() != chosenRun()) return edit.askName(anchor(), chosenRun());
        window_.setPane(QStringLiteral("left"), true);
        window_.shell().dock()->editSelectedName();
    });
    actions.on("star-run", [this, edit] { edit.turnStar(chosenRuns()); });
    actions.on("archive-run", [this, edit] { edit.turnArchive(chosenRuns()); });
    actions.on("tag-run", [this, edit] { edit.askTags(anchor(), chosenRuns()); });
    actions.on("note-run", [this, edit] { edit.askNote(anchor(), chosenRun()); });
    actions.on("delete-run", [this] {
        const RunSummary* run = parts_.runs.findRun(chosenRun());
        const QString name = run ? fromUtf8(run->name) : QString();
        const int gone = deleteRuns(parts_.experiment.undoStack(), parts_.runs, chosenRuns());
        if (gone == 0) return;
        Notice notice{Tone::Info, gone == 1 ? tr("%1 is deleted.").arg(name) : tr("%1 runs are deleted.").arg(gone),
                      tr("Undo brings back what was deleted."), tr("Undo"), QStringLiteral("undo")};
        notice.of = NoticeOf::Page;
        window_.notices().add(std::move(notice));
    });
}

void WindowCommands::connectView() {
    auto& actions = window_.actions();
    for (const char* page : {"data", "model", "train", "compare", "learn", "start"})
        actions.on(("page-" + std::string(page)).c_str(),
                   [this, page] { window_.showPage(QString::fromLatin1(page)); });
    for (const char* view : {"lineage", "lab", "memory"})
        actions.on(("view-" + std::string(view)).c_str(),
                   [this, view] { window_.showPage(QStringLiteral("compare"), QString::fromLatin1(view)); });
    actions.on("view-queue", [this] { window_.shell().queue()->openList(); });
    for (const char* search : {"find-rate", "find-batch"})
        actions.on(search, [this, search] { window_.showPage(QStringLiteral("model"), QString::fromLatin1(search)); });
    actions.on("view-details",
               [this] { window_.showPage(QStringLiteral("compare"), QStringLiteral("details/") + chosenRun()); });
    for (const char* pane : {"left", "right", "log"})
        actions.on(pane,
                   [this, pane] { window_.setPane(QString::fromLatin1(pane), window_.actions()[pane]->isChecked()); });
    for (const auto& [key, by] : {std::pair("next-area", 1), std::pair("previous-area", -1)})
        actions.on(key, [this, by = by] { window_.shell().focusNextArea(by); });
    actions.on("larger", [this] { window_.setTextScale(parts_.theme.textScale() + 0.15); });
    actions.on("smaller", [this] { window_.setTextScale(parts_.theme.textScale() - 0.15); });
    actions.on("find", [this] {
        Page* page = window_.page(window_.shownPage());
        QLineEdit* line = findLineIn(page);
        if (!line && page) line = findLineIn(page->inspector());
        if (!line) {
            window_.setPane(QStringLiteral("left"), true);
            line = findLineIn(window_.shell().dock());
        }
        if (!line) return;
        bringIntoView(line);
        focusToType(line);
    });
    actions.on("palette", [this] { CommandPalette(parts_.theme, paletteEntries(), &window_).exec(); });
    actions.on("help", [this] { showHelp(); });
    actions.on("lessons", [this] { window_.showPage(QStringLiteral("learn"), QStringLiteral("lessons")); });
    actions.on("glossary", [this] { showGlossary(); });
    actions.on("about", [this] { showAbout(); });
}

void WindowCommands::connectRuns() {
    auto& actions = window_.actions();
    const auto toTrain = [this] { window_.showPage(QStringLiteral("train")); };
    actions.on("play", [this, toTrain] {
        const QString obstacle = playObstacle(parts_.runs, parts_.experiment, playPlace());
        if (!obstacle.isEmpty()) return window_.notices().addError(obstacle, {}, QStringLiteral("obstacle"));
        play(parts_.runs, parts_.experiment, playPlace());
        toTrain();
    });
    actions.on("step", [this, toTrain] {
        playStep(parts_.runs, parts_.experiment, playPlace());
        toTrain();
    });
    actions.on("stop", [this] { parts_.runs.stop(); });
    actions.on("reset", [this] { parts_.runs.reset(); });
    actions.on("continue", [this] {
        const QString run = chosenRun();
        follow(run, continueRun(parts_.runs, parts_.queue, run));
    });
    actions.on("more", [this] {
        const QString run = chosenRun();
        askMoreEpochs(anchor(), parts_.runs, parts_.queue, run, [this, run](Began began) { follow(run, began); });
    });
    for (const auto& [action, checkpoint] : {std::pair("branch", "last"), std::pair("branch-best", "best")})
        actions.on(action, [this, checkpoint = QString::fromLatin1(checkpoint)] { branch(chosenRun(), checkpoint); });
    actions.on("branch-with", [this] { offerBranch(); });
    actions.on("again", [this] { repeatRun(); });
    for (const char* view : {"forecasts", "export-forecasts"})
        actions.on(view, [this, view] {
            window_.showPage(QStringLiteral("compare"),
                             QStringLiteral("%1/%2").arg(QLatin1String(view), forecastRun()));
        });
    actions.on("use-settings", [this] { useSettings(); });
    actions.on("queue", [this] {
        addToQueue(parts_.experiment.config(), parentOf(parts_.experiment, parts_.runs).toStdString(), "");
    });
}

/// What cannot be done now is grey, with the reason on hover.
void WindowCommands::enable() {
    auto& actions = window_.actions();
    const auto set = [&actions](const char* key, bool on, const QString& reason) {
        actions[key]->setEnabled(on);
        actions[key]->setToolTip(on ? QString() : reason);
    };
    actions["play"]->setText(playText(playAction(parts_.runs, playPlace())));
    const bool active = parts_.runs.active();
    const auto* chosen = parts_.runs.findRun(chosenRun());
    const bool elsewhere = !active && playAction(parts_.runs, playPlace()) == PlayAction::Nothing;
    const QString unsteered = elsewhere ? playObstacle(parts_.runs, parts_.experiment, playPlace()) : QString();
    for (const char* key : {"play", "step"}) set(key, !elsewhere, unsteered);
    set("stop", active, elsewhere ? unsteered : tr("No run is going on."));
    set("reset", active || parts_.runs.current(), tr("No run is shown."));
    set("continue", chosen && chosen->state == RunState::Interrupted,
        tr("Choose an interrupted run in the project column."));
    const bool trains = chosen && parts_.runs.live() && parts_.runs.live()->summary.id == chosen->id;
    set("more", chosen && (trains || chosen->step > 0), tr("Choose a run with a checkpoint in the project column."));
    for (const char* branch : {"branch-with", "branch", "branch-best", "export-weights"})
        set(branch, chosen && chosen->step > 0, tr("Choose a run with a checkpoint in the project column."));
    for (const char* key : {"again", "use-settings", "star-run", "archive-run", "tag-run", "note-run", "rename-run"})
        set(key, chosen != nullptr, tr("Choose a run in the project column."));
    for (const char* key : {"queue", "sweep"})
        set(key, startObstacle(parts_.experiment).isEmpty(), startObstacle(parts_.experiment));
    set("start-weights", !active && startObstacle(parts_.experiment).isEmpty(),
        active ? tr("A run is training; stop it first.") : startObstacle(parts_.experiment));
    const bool writable = parts_.runs.workspace() != nullptr;
    for (const char* key :
         {"run-sizes", "backup-workspace", "move-workspace", "compact-workspace", "restore-run", "empty-trash"})
        set(key, writable, tr("No workspace is open."));
    for (const char* view : {"forecasts", "export-forecasts"})
        set(view, !forecastRun().isEmpty(), tr("Choose an ended run in the project column."));
    set("delete-run", chosen && !trains,
        chosen ? tr("A run that trains cannot be deleted.") : tr("Choose a run in the project column."));
}

PlayPlace WindowCommands::playPlace() const {
    return window_.shownPage() == QLatin1String("train") ? PlayPlace::Run : PlayPlace::Settings;
}

QString WindowCommands::pageRun() const {
    const Page* page = window_.page(window_.shownPage());
    return page ? page->chosenRun() : QString();
}

PopoverAnchor WindowCommands::anchor() const {
    Page* page = window_.page(window_.shownPage());
    if (page && isChosenOnPage()) return page->runAnchor();
    const ProjectDock* dock = window_.shell().dock();
    const bool isInList = dock->isVisible() && !dock->selectedRun().isEmpty();
    if (isInList && (inDock_ || window_.shownPage() != QLatin1String("train"))) return dock->runAnchor();
    return page ? page->runAnchor() : &window_;
}

bool WindowCommands::isChosenOnPage() const {
    return !pageRun().isEmpty() && !(inDock_ && !window_.shell().dock()->selectedRun().isEmpty());
}

QStringList WindowCommands::chosenRuns() const {
    return isChosenOnPage() ? window_.page(window_.shownPage())->chosenRuns() : QStringList(chosenRun());
}

QString WindowCommands::chosenRun() const {
    if (isChosenOnPage()) return pageRun();
    const QString selected = window_.shell().dock()->selectedRun();
    if (!selected.isEmpty()) return selected;
    return parts_.runs.current() ? parts_.runs.current()->id : QString();
}

QString WindowCommands::forecastRun() const {
    const std::string chosen = chosenRun().toStdString();
    for (const RunSummary& run : parts_.runs.runs())  // newest first
        if (hasEnded(run.state) && (chosen.empty() || run.id == chosen)) return fromUtf8(run.id);
    return {};
}

void WindowCommands::openData() {
    const QString path =
        QFileDialog::getOpenFileName(&window_, tr("Open data"), parts_.preferences.lastFolder(), dataFilter());
    if (!path.isEmpty()) window_.openPath(path);
}

void WindowCommands::openExperiment() {
    const QString path = QFileDialog::getOpenFileName(&window_, tr("Open experiment"), parts_.preferences.lastFolder(),
                                                      tr("Experiments (*.json)"));
    if (!path.isEmpty()) window_.openPath(path);
}

void WindowCommands::openReady(const QString& key) {
    const ReadyExperiment* ready = findReadyExperiment(key.toStdString());
    if (!ready) return;
    const auto read = readReadyExperiment(*ready);
    if (!read.ok()) return window_.notices().addError(translated(read.error()));
    ExperimentConfig config = read->config;
    const auto open = parts_.experiment.dataset();
    const bool isThatFile =
        open && ready->needsFile() && areMeantFor(*ready, parts_.experiment.config().dataPath, *open);
    if (const auto withFile = isThatFile ? parts_.experiment.onOpenFile(config) : std::nullopt) {
        config = *withFile;
    } else if (ready->needsFile()) {
        const QString path = QFileDialog::getOpenFileName(&window_, tr("Open %1").arg(translated(ready->file)),
                                                          parts_.preferences.lastFolder(), dataFilter());
        if (path.isEmpty()) return;
        parts_.preferences.addRecentFile(path);
        parts_.preferences.setLastFolder(QFileInfo(path).path());
        config.dataPath = path.toStdString();
        config.name = nameWith(*ready, config);  // another file was taken on purpose
    }
    parts_.experiment.take(config, {}, tr("ready-made experiment %1").arg(translated(ready->label)));
    if (ready->needsFile()) warnOfOtherData(*ready, config.dataPath);
    window_.showPage(QStringLiteral("model"));
}

void WindowCommands::warnOfOtherData(const ReadyExperiment& ready, const std::string& path) {
    ExperimentModel& experiment = parts_.experiment;
    if (experiment.loading()) {
        connect(
            &experiment, &ExperimentModel::dataChanged, this, [this, &ready, path] { warnOfOtherData(ready, path); },
            Qt::SingleShotConnection);
        return;
    }
    const auto data = experiment.dataset();
    if (!data || experiment.config().dataPath != path || areMeantFor(ready, path, *data)) return;
    window_.notices().addWarning(
        tr("The experiment '%1' is made for %2, and %3 holds other data; its settings may not fit them")
            .arg(translated(ready.label), translated(ready.file), QFileInfo(QString::fromStdString(path)).fileName()));
}

void WindowCommands::saveExperiment() {
    QString path = QFileDialog::getSaveFileName(&window_, tr("Save experiment"),
                                                parts_.preferences.lastFolder() + QStringLiteral("/experiment.json"),
                                                tr("Experiments (*.json)"));
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".json");
    parts_.preferences.setLastFolder(QFileInfo(path).absolutePath());
    const QString error = parts_.experiment.saveTo(path);
    if (error.isEmpty())
        window_.log().add(tr("Experiment saved to %1").arg(path));
    else
        window_.notices().addError(error);
}

}  // namespace gatelab
