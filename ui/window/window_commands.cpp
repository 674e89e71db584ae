// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/window_commands.h"

#include "app/run_names.h"
#include "common/preferences.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "config/field.h"
#include "config/preset_experiment.h"
#include "data/preset_data.h"
#include "data/readers.h"
#include "models/run_board.h"
#include "pages/alerts/alerts_dialog.h"
#include "pages/compare/compare_page.h"
#include "pages/import/import_page.h"
#include "pages/machines/machines_dialog.h"
#include "pages/run_again_panel.h"
#include "pages/run_edit_menu.h"
#include "pages/train/continue_run.h"
#include "runs/experiment_model.h"
#include "runs/lineage.h"
#include "runs/preflight.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_alerts.h"
#include "runs/run_commands.h"
#include "runs/run_controller.h"
#include "store/imported_run.h"
#include "verdict/run_groups.h"
#include "widgets/find_line.h"
#include "widgets/scroll_into_view.h"
#include "window/data_files.h"
#include "window/engine_dialog.h"
#include "window/help_commands.h"
#include "window/kept_columns_dialog.h"
#include "window/log_pane.h"
#include "window/notices.h"
#include "window/panel_commands.h"
#include "window/run_import.h"
#include "window/series_file.h"
#include "window/share_commands.h"
#include "window/start_question.h"
#include "window/status_line.h"
#include "window/weights_commands.h"
#include "window/window_actions.h"
#include "window/window_menus.h"
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

/// The page where a setting is made.
QString pageOf(const Field& field) {
    if (field.group == FieldGroup::Preparation || field.group == FieldGroup::Augmentation)
        return QStringLiteral("data");
    const bool read =
        field.group == FieldGroup::Source || field.group == FieldGroup::Import || field.group == FieldGroup::Columns;
    return read ? QStringLiteral("import") : QStringLiteral("model");
}

QString pauseText(PlayAction action) {
    switch (action) {
        case PlayAction::Pause:
            return WindowCommands::tr("&Pause");
        case PlayAction::Resume:
            return WindowCommands::tr("Go on after the &pause");
        case PlayAction::ContinueRun:
            return WindowCommands::tr("Go on with the o&pen run");
        case PlayAction::Nothing:
            break;
    }
    return WindowCommands::tr("&Pause or go on");
}

}  // namespace

WindowCommands::WindowCommands(MainWindow& window, const MainWindow::Parts& parts)
    : QObject(&window),
      window_(window),
      parts_(parts),
      workspace_(new WorkspaceCommands(window, parts, this)),
      check_(new CheckCommands(window, parts, this)),
      sweep_(new SweepCommands(window, parts, this)),
      weights_(new WeightsCommands(
          window, parts, [this] { return chosenRun(); },
          [this](std::function<void()> start) { startQuestion_->ask(std::move(start)); }, this)),
      share_(new ShareCommands(
          window, parts, [this] { return sharedRuns(); }, this)),
      help_(new HelpCommands(window, parts, this)),
      startQuestion_(new StartQuestion(window, parts.experiment, this)),
      menus_(new WindowMenus(window, parts, *this)) {
    connectUndo();
    window_.actions().fill(window_.menuBar(), *this);
    for (auto signal : {&RunController::stateChanged, &RunController::currentChanged, &RunController::runsChanged,
                        &RunController::workspaceChanged})
        connect(&parts_.runs, signal, this, &WindowCommands::enable);
    connect(&parts_.experiment, &ExperimentModel::findingsChanged, this, &WindowCommands::enable);
    connect(startQuestion_, &StartQuestion::mended, this, [this] { window_.showPage(QStringLiteral("data")); });
    connect(&parts_.board, &RunBoard::scopeChanged, this, &WindowCommands::enable);
    connect(&parts_.board, &RunBoard::selectionChanged, this, &WindowCommands::enable);
    enable();
}

void WindowCommands::run(const Command& command) {
    const CommandRow* row = findCommandRow(command.key);
    if (!row) return;
    QAction* action = window_.actions().find(command.key);
    // What is asked of another run or place than the chosen one, the action does not know.
    if (!action || command != Command(command.key)) return row->run(*this, command);
    if (action->isEnabled())
        action->trigger();
    else
        window_.shell().status()->flash(action->toolTip());
}

void WindowCommands::show(const Place& place) {
    Place there = place;
    if (const Field* field = there.page.isEmpty() ? findField(there.field.toStdString()) : nullptr)
        there.page = pageOf(*field);
    window_.showPlace(there);
}

ComparePage* WindowCommands::comparePage() const {
    return qobject_cast<ComparePage*>(window_.page(QStringLiteral("compare")));
}

void WindowCommands::openRun(const QString& runId) {
    if (isImported(runId)) return;
    parts_.runs.open(runId);
    window_.showPage(QStringLiteral("train"));
}

void WindowCommands::importRuns(const QString& path) { importRunsInto(window_, parts_, path); }

/// It is told why such a run is on Compare alone.
bool WindowCommands::isImported(const QString& runId) {
    const RunSummary* run = parts_.runs.findRun(runId);
    if (!run || hasSettings(*run)) return false;
    window_.notices().addWarning(
        tr("%1 is shown on Compare alone: %2.").arg(shownRunName(*run), translated(settingsObstacle(*run))));
    return true;
}

void WindowCommands::chooseRun(const QString& runId) {
    if (isImported(runId)) return;
    parts_.runs.open(runId);
    if (const QString page = window_.shownPage(); page == QLatin1String("learn"))
        window_.showPlace({page, {}, runId});
    else
        window_.showPage(QStringLiteral("train"));
}

void WindowCommands::openPath(const QString& path) { window_.openPath(path); }

void WindowCommands::close() { window_.close(); }

void WindowCommands::reload() {
    if (auto* import = qobject_cast<ImportPage*>(window_.page(window_.shownPage()))) return import->reload();
    parts_.experiment.reload();
}

void WindowCommands::exportRuns() {
    show({QStringLiteral("compare"), QStringLiteral("board")});
    comparePage()->askExport();
}

void WindowCommands::showRunSizes() {
    show({QStringLiteral("compare"), QStringLiteral("board")});
    comparePage()->sortRunsBySize();
}

void WindowCommands::filterRuns(const QString& filter) {
    show({QStringLiteral("compare"), QStringLiteral("board")});
    comparePage()->filterRuns(filter);
}

void WindowCommands::showForecasts() { show({QStringLiteral("compare"), QStringLiteral("forecasts"), forecastRun()}); }

void WindowCommands::showMeant(const char* key) {
    const QString run = meantRun(), field = QString::fromLatin1(key);
    if (field == QLatin1String("why"))
        show({QStringLiteral("learn"), field, run, field});
    else
        show({QStringLiteral("compare"), QStringLiteral("details"), run, field});
}

void WindowCommands::exportForecasts() {
    showForecasts();
    comparePage()->askExport();
}

void WindowCommands::connectUndo() {
    auto& actions = window_.actions();
    undos_.addStack(&parts_.experiment.undoStack());
    undos_.setActiveStack(&parts_.experiment.undoStack());
    const auto name = [](QAction* action, const QString& plain, const QString& named, const QString& step) {
        action->setText(step.isEmpty() ? plain : named.arg(step));
    };
    const auto undoText = [this, name](const QString& step) {
        name(window_.actions()["undo"], tr("&Undo"), tr("&Undo %1"), step);
    };
    const auto redoText = [this, name](const QString& step) {
        name(window_.actions()["redo"], tr("&Redo"), tr("&Redo %1"), step);
    };
    undoText(undos_.undoText());
    redoText(undos_.redoText());
    connect(&undos_, &QUndoGroup::undoTextChanged, this, undoText);
    connect(&undos_, &QUndoGroup::redoTextChanged, this, redoText);
    connect(&undos_, &QUndoGroup::canUndoChanged, actions["undo"], &QAction::setEnabled);
    connect(&undos_, &QUndoGroup::canRedoChanged, actions["redo"], &QAction::setEnabled);
    actions["undo"]->setEnabled(undos_.canUndo());
    actions["redo"]->setEnabled(undos_.canRedo());
    // "Undo brings it back" is true of the last step only.
    connect(&undos_, &QUndoGroup::indexChanged, this, [this] {
        window_.shell().status()->flash({});
        window_.notices().closeCommand({QStringLiteral("undo")});
    });
}

void WindowCommands::followUndo() {
    Page* page = window_.page(window_.shownPage());
    QUndoStack* own = page ? page->undoStack() : nullptr;
    if (own && !undos_.stacks().contains(own)) undos_.addStack(own);
    undos_.setActiveStack(own ? own : &parts_.experiment.undoStack());
}

/// What it changed may be out of sight.
void WindowCommands::turn(bool back) {
    const ExperimentConfig before = parts_.experiment.config();
    // A command may say only by its doing how much of it there was.
    if (back)
        undos_.undo();
    else
        undos_.redo();
    const QString step = back ? undos_.redoText() : undos_.undoText();
    const auto changes = configChanges(before, parts_.experiment.config());
    window_.shell().status()->flash(
        (back ? tr("Undone: %1") : tr("Redone: %1")).arg(changes.empty() ? step : changesText(changes)));
}

void WindowCommands::renameRun() {
    if (auto* page = qobject_cast<ComparePage*>(window_.page(window_.shownPage())); page && !pageRun().isEmpty())
        return page->renameChosenRun();
    if (const QString run = chosenRun(); !run.isEmpty())
        RunEditMenu(parts_.theme, parts_.runs, parts_.experiment.undoStack()).askName(anchor(), run);
}

void WindowCommands::starRuns() {
    RunEditMenu(parts_.theme, parts_.runs, parts_.experiment.undoStack()).turnStar(chosenRuns());
}

void WindowCommands::archiveRuns() {
    RunEditMenu(parts_.theme, parts_.runs, parts_.experiment.undoStack()).turnArchive(chosenRuns());
}

void WindowCommands::tagRuns() {
    RunEditMenu(parts_.theme, parts_.runs, parts_.experiment.undoStack()).askTags(anchor(), chosenRuns());
}

void WindowCommands::noteRun() {
    RunEditMenu(parts_.theme, parts_.runs, parts_.experiment.undoStack()).askNote(anchor(), chosenRun());
}

void WindowCommands::deleteChosenRuns() {
    const RunSummary* run = parts_.runs.findRun(chosenRun());
    const QString name = run ? shownRunName(*run) : QString();
    const int gone = deleteRuns(parts_.experiment.undoStack(), parts_.runs, chosenRuns());
    if (gone == 0) return;
    Notice notice{Tone::Info,
                  gone == 1 ? tr("%1 is deleted.").arg(name) : tr("%1 runs are deleted.").arg(gone),
                  {},
                  tr("Undo"),
                  QStringLiteral("undo")};
    notice.of = NoticeOf::Page;
    window_.notices().add(std::move(notice));
}

void WindowCommands::find() {
    Page* page = window_.page(window_.shownPage());
    QLineEdit* line = findLineIn(page);
    if (!line && page) line = findLineIn(page->inspector());
    if (!line) return menus_->showPagePalette();
    bringIntoView(line);
    focusToType(line);
}

void WindowCommands::turnPane(const char* pane) {
    window_.setPane(QString::fromLatin1(pane), window_.actions()[pane]->isChecked());
}

void WindowCommands::focusNextArea(int by) { window_.shell().focusNextArea(by); }

void WindowCommands::scaleText(int steps) { window_.setTextScale(parts_.theme.textScale() + 0.15 * steps); }

void WindowCommands::train() {
    const QString obstacle = startObstacle(parts_.experiment);
    if (!obstacle.isEmpty()) return window_.notices().addError(obstacle, {}, QStringLiteral("obstacle"));
    startQuestion_->ask([this] { trainNow(); });
}

void WindowCommands::trainNow() {
    const QString name = translated(shownName(parts_.experiment.config().name, parts_.experiment.config()));
    const bool isElsewhere = parts_.board.isElsewhere();
    const QString what = isElsewhere ? tr("%1 on %2").arg(name, parts_.board.experimentScope().label) : name;
    const RunSummary* same = finishedRepeat(parts_.experiment.config(), parts_.runs.runs());
    const QString repeated = same ? shownRunName(*same) : QString();
    if (trainSettings(parts_.runs, parts_.queue, parts_.experiment) == Began::Queued)
        window_.shell().status()->flash(queuedText(what));
    else if (same)
        window_.shell().status()->flash(tr("Trains what %1 was: the numbers will be the same.").arg(repeated));
    else if (isElsewhere)
        window_.shell().status()->flash(tr("Trains %1.").arg(what));
    parts_.board.followExperiment();
    window_.showPage(QStringLiteral("train"));
}

void WindowCommands::pause() {
    switch (playAction(parts_.runs)) {
        case PlayAction::Pause:
            return parts_.runs.pause(true);
        case PlayAction::Resume:
            return parts_.runs.pause(false);
        case PlayAction::ContinueRun:
            return continueRun(parts_.runs.current()->id);
        case PlayAction::Nothing:
            return;
    }
}

void WindowCommands::step() {
    const auto step = [this] {
        stepOnce(parts_.runs, parts_.experiment);
        window_.showPage(QStringLiteral("train"));
    };
    if (parts_.runs.active() || playAction(parts_.runs) == PlayAction::ContinueRun) return step();
    startQuestion_->ask(step);
}

void WindowCommands::stop() {
    if (steerObstacle(parts_.runs).isEmpty()) parts_.runs.stop();
}

void WindowCommands::continueRun(const QString& runId) {
    const QString run = runId.isEmpty() ? chosenRun() : runId;
    follow(run, gatelab::continueRun(parts_.runs, parts_.queue, run));
}

void WindowCommands::continueElsewhere(const QString& runId) {
    const QString run = runId.isEmpty() ? chosenRun() : runId;
    askWhere(parts_.theme, anchor(), parts_.runs, parts_.queue, run, [this, run](Began began) { follow(run, began); });
}

void WindowCommands::showMachines() {
    auto* dialog = new MachinesDialog(parts_.theme, parts_.runs, parts_.queue.machines(), &window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void WindowCommands::showAlerts() {
    auto* dialog = new AlertsDialog(parts_.theme, alertsOf(parts_.runs), &window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void WindowCommands::showEngine() {
    auto* dialog = new EngineDialog(parts_.theme, &window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, &parts_.runs, &RunController::openEngine);
    dialog->open();
}

void WindowCommands::showKeptColumns() {
    if (columnCache() == nullptr) return;
    auto* dialog = new KeptColumnsDialog(*columnCache(), parts_.theme, &window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void WindowCommands::trainMore() {
    const QString run = chosenRun();
    askMoreEpochs(anchor(), parts_.runs, parts_.queue, run, [this, run](Began began) { follow(run, began); });
}

void WindowCommands::pauseQueue(bool on) { parts_.queue.setPaused(on); }

/// To the run that goes on, or tells that it waits.
void WindowCommands::follow(const QString& runId, Began began) {
    if (began == Began::Now) window_.showPage(QStringLiteral("train"));
    const RunSummary* run = parts_.runs.findRun(runId);
    if (began == Began::Queued && run) window_.shell().status()->flash(queuedText(shownRunName(*run)));
}

void WindowCommands::runAgain(const QString& runId, const QString& checkpoint) {
    const QString run = runId.isEmpty() ? chosenRun() : runId;
    if (!parts_.runs.findRun(run) || isImported(run)) return;
    auto* panel =
        new RunAgainPanel(parts_.theme, parts_.experiment, parts_.runs, parts_.queue, run, checkpoint, &window_);
    connect(panel, &RunAgainPanel::began, this, [this](Began began, const QString& name) {
        if (began == Began::Now) window_.showPage(QStringLiteral("train"));
        if (began == Began::Queued) window_.shell().status()->flash(queuedText(name));
    });
    panel->open();
}

void WindowCommands::useSettings() {
    if (const RunSummary* run = parts_.runs.findRun(chosenRun()); run && hasSettings(*run)) {
        parts_.experiment.take(run->config, fromUtf8(run->id), tr("use settings of %1").arg(shownRunName(*run)));
        window_.showPage(QStringLiteral("model"));
    }
}

CommandState WindowCommands::state() const {
    CommandState now;
    now.chosen = parts_.runs.findRun(chosenRun());
    if (const QStringList shared = sharedRuns(); !shared.isEmpty()) now.shared = parts_.runs.findRun(shared.front());
    now.meant = parts_.runs.findRun(meantRun());
    now.trains = now.chosen && parts_.runs.live() && parts_.runs.live()->summary.id == now.chosen->id;
    now.active = parts_.runs.active();
    now.hasWorkspace = parts_.runs.workspace() != nullptr;
    now.hasRuns = !parts_.runs.runs().empty();
    now.hasForecast = !forecastRun().isEmpty();
    now.canContinue = playAction(parts_.runs) == PlayAction::ContinueRun;
    now.steerObstacle = steerObstacle(parts_.runs);
    now.startObstacle = startObstacle(parts_.experiment);
    return now;
}

void WindowCommands::enable() {
    followUndo();
    auto& actions = window_.actions();
    actions["pause"]->setText(pauseText(playAction(parts_.runs)));
    // Beside the runs of other data it says on which the experiment trains.
    const bool isElsewhere = window_.shownPage() == QLatin1String("compare") && parts_.board.isElsewhere();
    actions["train"]->setText(isElsewhere ? tr("T&rain these settings on %1").arg(parts_.board.experimentScope().label)
                                          : tr("T&rain these settings"));
    const CommandState now = state();
    for (const CommandRow& row : commandRows()) {
        if (!row.obstacle || !*row.menu) continue;
        const QString obstacle = row.obstacle(now);
        actions[row.key]->setEnabled(obstacle.isEmpty());
        actions[row.key]->setToolTip(obstacle);
    }
}

QString WindowCommands::pageRun() const {
    const Page* page = window_.page(window_.shownPage());
    return page ? page->chosenRun() : QString();
}

PopoverAnchor WindowCommands::anchor() const {
    Page* page = window_.page(window_.shownPage());
    return page ? page->runAnchor() : &window_;
}

QStringList WindowCommands::chosenRuns() const {
    if (!pageRun().isEmpty()) return window_.page(window_.shownPage())->chosenRuns();
    const QString shown = chosenRun();
    return shown.isEmpty() ? QStringList() : QStringList(shown);
}

QStringList WindowCommands::sharedRuns() const {
    if (pageRun().isEmpty() && window_.shownPage() == QLatin1String("compare")) {
        QStringList runs;
        for (const BoardRow* row : parts_.board.chosen())
            if (!row->isBaseline()) runs += toStringList(row->group.ids);
        if (!runs.isEmpty()) return runs;
    }
    return chosenRuns();
}

QString WindowCommands::chosenRun() const {
    const Page* page = window_.page(window_.shownPage());
    if (page && page->choosesOther()) return {};
    const QString onPage = pageRun();
    return onPage.isEmpty() ? parts_.runs.chosenId() : onPage;
}

QString WindowCommands::meantRun() const {
    const RunBoard& board = parts_.board;
    const bool isOnBoard = window_.shownPage() == QLatin1String("compare");
    if (const QString onPage = pageRun(); !onPage.isEmpty()) return onPage;
    if (isOnBoard)
        for (const BoardRow* row : board.chosen())
            if (const BoardSeed* best = board.bestSeed(*row)) return fromUtf8(best->run);
    const RunSummary* shown = parts_.runs.findRun(parts_.runs.chosenId());
    if (shown && window_.shownPage() == QLatin1String("train")) return fromUtf8(shown->id);
    const QString scope = isOnBoard ? board.scope() : board.experimentScope().key;
    if (shown && board.scopeOf(*shown) == scope) return fromUtf8(shown->id);
    for (const RunSummary& run : parts_.runs.runs())  // newest first
        if (!run.archived && hasSettings(run) && hasEnded(run.state) && board.scopeOf(run) == scope)
            return fromUtf8(run.id);
    return {};
}

QString WindowCommands::forecastRun() const {
    const std::string chosen = chosenRun().toStdString();
    for (const RunSummary& run : parts_.runs.runs())  // newest first
        if (hasSettings(run) && hasEnded(run.state) && (chosen.empty() || run.id == chosen)) return fromUtf8(run.id);
    return {};
}

void WindowCommands::openData() {
    openPaths(window_, parts_,
              QFileDialog::getOpenFileNames(&window_, tr("Open data"), parts_.preferences.lastFolder(), dataFilter()));
}

void WindowCommands::openDataFolder() {
    const QString folder =
        QFileDialog::getExistingDirectory(&window_, tr("Open a folder of data"), parts_.preferences.lastFolder());
    if (!folder.isEmpty()) openPaths(window_, parts_, {folder}, {{}, false, true});
}

void WindowCommands::pasteData() { pasteTable(window_, parts_); }

void WindowCommands::openExperiment() {
    const QString path = QFileDialog::getOpenFileName(&window_, tr("Open experiment"), parts_.preferences.lastFolder(),
                                                      tr("Experiments (*.json)"));
    if (!path.isEmpty()) window_.openPath(path);
}

void WindowCommands::openReady(const QString& key) {
    const PresetExperiment* ready = findPresetExperiment(key.toStdString());
    if (!ready) return;
    const auto read = readPresetExperiment(*ready);
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

void WindowCommands::warnOfOtherData(const PresetExperiment& ready, const std::string& path) {
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
        tr("Made for %2, but %3 holds other data; the settings of '%1' may not fit")
            .arg(translated(ready.label), translated(ready.file), QFileInfo(QString::fromStdString(path)).fileName()));
}

void WindowCommands::saveExperiment() {
    QString path = QFileDialog::getSaveFileName(
        &window_, tr("Save experiment"), parts_.preferences.lastFolder() + QStringLiteral("/experiment.gatelab.json"),
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

void WindowCommands::saveSeries() { saveSeriesAs(window_, parts_); }

void WindowCommands::saveCellsAsRead() { saveCells(window_, parts_); }

}  // namespace gatelab
