// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/board_panel.h"

#include "common/command_shortcuts.h"
#include "common/file_job.h"
#include "common/preferences.h"
#include "common/responder.h"
#include "common/start_guard.h"
#include "common/texts.h"
#include "common/theme.h"
#include "pages/compare/board/board_file.h"
#include "pages/compare/board/board_map.h"
#include "pages/compare/board/board_model.h"
#include "pages/compare/board/board_table.h"
#include "pages/compare/board/board_tray.h"
#include "pages/compare/board/board_views.h"
#include "pages/compare/board/export_dialog.h"
#include "pages/compare/board/run_drawer.h"
#include "pages/compare/board/sweep_summary.h"
#include "pages/compare/board/verdict_card.h"
#include "pages/compare/runs/column_menu.h"
#include "pages/run_edit_menu.h"
#include "pages/train/advice_card.h"
#include "runs/experiment_model.h"
#include "runs/queue_controller.h"
#include "runs/run_commands.h"
#include "runs/run_controller.h"
#include "runs/sweep_controller.h"
#include "widgets/card.h"
#include "widgets/empty_state.h"
#include "widgets/filter_line.h"
#include "widgets/find_line.h"
#include "widgets/key_area.h"
#include "widgets/layouts.h"
#include "widgets/persistent_splitter.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {
const QString kFilter = QStringLiteral("compare/filter"), kColumns = QStringLiteral("board/columns");
constexpr const char* kWindowKey = "windowKey";  ///< of what the window offers too
constexpr const char* kInEditMenu = "inEditMenu";
constexpr int kLowerMin = 236, kUpperMin = 150, kVerdict = 312, kVerdictCompact = 272;
}  // namespace

BoardPanel::BoardPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
                       Preferences& preferences, RunBoard& board, QWidget* parent)
    : ComparePanel(parent),
      theme_(&theme),
      experiment_(&experiment),
      runs_(&runs),
      queue_(&queue),
      preferences_(&preferences),
      board_(&board),
      model_(new BoardModel(board, runs, this)),
      tray_(new BoardTray(theme, board, *model_)),
      table_(new BoardTable(theme, board, *model_, preferences)),
      drawer_(new RunDrawer(theme, board, runs, this)),
      problem_(makeLabel({}, "error")),
      unmatched_(new QWidget),
      unmatchedText_(makeLabel({}, "unit")),
      empty_(new EmptyState(theme, QStringLiteral("compare"), tr("No run on this data yet."))) {
    drawer_->hide();
    makeBar();
    auto* card = new Card;
    card->setBodyPadding(0);
    problem_->setWordWrap(true);
    problem_->setContentsMargins(12, 2, 12, 4);
    problem_->hide();
    unmatchedText_->setTextFormat(Qt::PlainText);
    auto* clear = new QPushButton(tr("Clear"));
    clear->setProperty("link", true);
    clear->setAccessibleName(tr("Clear the filter"));
    connect(clear, &QPushButton::clicked, this, [this] { filterBy({}); });
    makeRow(unmatched_, {12, 2, 12, 4}, 8, {unmatchedText_, clear, spring()});
    unmatched_->hide();
    for (QWidget* part : {static_cast<QWidget*>(tray_), static_cast<QWidget*>(problem_), unmatched_})
        card->body()->addWidget(part);
    card->body()->addWidget(makeLine());
    card->body()->addWidget(table_, 1);
    card->body()->addWidget(empty_);
    empty_->addButton(tr("Train"), QStringLiteral("play"), this,
                      [this] { responderOf(*this).ask(QStringLiteral("train")); });
    splitter_ = new PersistentSplitter(Qt::Vertical, preferences, QStringLiteral("board/split"));
    card->setMinimumHeight(qRound(kUpperMin * theme.textScale()));
    splitter_->addWidget(card);
    splitter_->addWidget(makeLower());
    splitter_->setHandleWidth(12);
    splitter_->setChildrenCollapsible(false);
    splitter_->restore({1, 1000});  // the upper part as high as its rows, see fitRows()
    makeColumn(this, {}, 0, {{splitter_, 1}});
    addActions();
    for (QWidget* area :
         {static_cast<QWidget*>(table_), static_cast<QWidget*>(views_), static_cast<QWidget*>(verdict_)})
        area->setProperty(kKeyArea, true);

    connect(table_, &BoardTable::turned, this, &BoardPanel::turn);
    connect(table_, &BoardTable::drawerAsked, this, &BoardPanel::openDrawer);
    connect(table_, &BoardTable::keyAsked, this, &BoardPanel::actOnKey);
    connect(table_, &BoardTable::hovered, views_, &BoardViews::setHighlight);
    connect(table_, &BoardTable::currentRunChanged, this, [this](const QString& run, bool byHand) {
        if (byHand) wanted_ = {};
        if (isDrawerOpen_ && !run.isEmpty()) openDrawer(run);
        Q_EMIT runChosen(byHand);
    });
    connect(tray_, &BoardTray::rowAsked, table_, &BoardTable::select);
    connect(tray_, &BoardTray::filterCleared, this, [this] { filterBy({}); });
    connect(board_, &RunBoard::boardChanged, this, &BoardPanel::showEmpty);
    connect(board_, &RunBoard::boardChanged, this, &BoardPanel::goToRun);
    connect(model_, &BoardModel::listChanged, this, &BoardPanel::showUnmatched);
    connect(model_, &BoardModel::listChanged, this, &BoardPanel::fitRows);
    connect(drawer_, &RunDrawer::closed, this, &BoardPanel::closeDrawer);
    connect(drawer_, &RunDrawer::rowAsked, this, [this](const std::string& key) {
        table_->select(fromUtf8(key));
        drawer_->show(key);
    });
    connect(drawer_, &RunDrawer::runShown, this, [this] { Q_EMIT runChosen(true); });
    connect(&drawer_->advice(), &AdviceCard::wanted, this, &BoardPanel::adviceWanted);
    filter_->setText(preferences_->window(kFilter).toString());
    applyFilter(true);
    if (const QStringList keys = preferences_->window(kColumns).toStringList(); !keys.isEmpty())
        model_->setExtraColumns(keys);
    showEmpty();
}

BoardPanel::~BoardPanel() = default;

void BoardPanel::makeBar() {
    QStringList keys;
    for (const RunColumn& column : model_->runColumns().all())
        for (const QString& name : RunColumns::namesOf(column))
            if (!name.contains(QLatin1Char(' ')) && !keys.contains(name, Qt::CaseInsensitive)) keys << name.toLower();
    bar_ = new QWidget;
    filter_ = new FilterLine(keys, RunFilter::comparisons());
    filter_->setPlaceholderText(tr("Filter, e.g. units < 32 and rate > 0.005"));
    filter_->setAccessibleName(tr("Filter runs"));
    filter_->setProperty(kFindLine, true);
    filter_->setMinimumWidth(160);
    filter_->setMaximumWidth(qRound(300 * theme_->textScale()));
    filter_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    filter_->installEventFilter(this);
    connect(filter_, &QLineEdit::textChanged, this, [this] { applyFilter(false); });
    connect(filter_, &QLineEdit::editingFinished, this, [this] { applyFilter(true); });
    columnMenu_ = new ColumnMenu(
        model_->runColumns(), [this] { return model_->valueColumns(); }, tr("The settings that differ"), this);
    columns_ = new QPushButton(theme_->icon(QStringLiteral("table")), tr("Columns"));
    columns_->setMenu(columnMenu_);
    setStyleProperty(columns_, "menu", true);
    const auto setColumns = [this](const QStringList& chosen) {
        preferences_->setWindow(kColumns, chosen);
        model_->setExtraColumns(chosen);
    };
    connect(columnMenu_, &ColumnMenu::turned, this, [this, setColumns](const QString& key, bool on) {
        QStringList chosen = model_->valueColumns();
        chosen.removeAll(key);
        if (on) chosen << key;
        setColumns(chosen);
    });
    connect(columnMenu_, &ColumnMenu::usualRequested, this, [setColumns] { setColumns({}); });
    auto* exported = new QPushButton(theme_->icon(QStringLiteral("export")), tr("Export"));
    exported->setToolTip(tr("The listed rows as CSV or Markdown"));
    connect(exported, &QPushButton::clicked, this, &BoardPanel::askExport);
    auto* sweep = new QPushButton(theme_->icon(QStringLiteral("grid")), tr("Sweep"));
    sweep->setToolTip(tr("A grid, random settings or a search that learns"));
    connect(sweep, &QPushButton::clicked, this, [this] { responderOf(*this).ask(QStringLiteral("sweep")); });
    makeRow(bar_, {}, 8, {spring(1), {filter_, 2}, columns_, exported, sweep});
}

QWidget* BoardPanel::makeLower() {
    auto* lower = new QWidget;
    lower->setMinimumHeight(qRound(kLowerMin * theme_->textScale()));
    views_ = new BoardViews(*theme_, *preferences_, *board_, *runs_, [this] {
        auto* map = new BoardMapView(*theme_, *board_);
        connect(map, &BoardMapView::trainRequested, this,
                [this](const std::vector<ExperimentConfig>& configs) { train(configs, "sweep"); });
        connect(map, &BoardMapView::full, tray_, &BoardTray::offerReplacing);
        map->setWaiting(waiting());
        map_ = map;
        return static_cast<QWidget*>(map);
    });
    auto* left = new Card;
    left->body()->addWidget(views_, 1);
    connect(views_, &BoardViews::picked, this, &BoardPanel::turnPicked);
    connect(views_, &BoardViews::filterRequested, this, &BoardPanel::filterBy);
    verdict_ = new VerdictCard(*theme_, *board_);
    verdict_->setFixedWidth(qRound(kVerdict * theme_->textScale()));
    connect(verdict_, &VerdictCard::trainRequested, this, [this](const std::vector<ExperimentConfig>& configs) {
        // What was asked stays the question, whichever group is the best by then.
        if (const BoardRow* asked = board_->challenger()) board_->setChallenger(asked->key);
        train(configs, "verdict");
    });
    const auto tellWaiting = [this] {
        verdict_->setWaiting(waiting());
        std::vector<RunSummary> queued;
        for (const QueuedRun& run : queue_->state().runs) {
            if (!run.resume.empty()) continue;
            RunSummary& line = queued.emplace_back();
            line.id = run.id;
            line.number = run.number;
            line.name = run.name;
            line.config = run.config;
        }
        model_->setWaiting(std::move(queued));
        if (map_) map_->setWaiting(waiting());
    };
    connect(queue_, &QueueController::changed, this, tellWaiting);
    tellWaiting();
    verdict_->addPart(new SweepSummary(*theme_, queue_->sweep(), *board_, verdict_));
    // For what it said of its winner, and which of its trials were stopped.
    const SweepController& sweep = queue_->sweep();
    const auto tellSweep = [this, &sweep] { verdict_->setSweep(sweep.sweep()); };
    const auto tellStopped = [this, &sweep] { model_->setStopped(sweep.told().stopped); };
    connect(&sweep, &SweepController::replaced, this, tellSweep);
    connect(&sweep, &SweepController::changed, this, tellStopped);
    tellSweep();
    tellStopped();
    makeRow(lower, {}, 12, {{left, 1}, verdict_});
    return lower;
}

std::vector<ExperimentConfig> BoardPanel::waiting() const {
    std::vector<ExperimentConfig> waiting;
    for (const QueuedRun& run : queue_->state().runs)
        if (run.resume.empty()) waiting.push_back(run.config);
    return waiting;
}

void BoardPanel::applyFilter(bool finished) {
    const QString problem = model_->setFilter(filter_->text(), finished);
    filter_->setProblem(problem);
    filter_->setToolTip(problem.isEmpty() ? RunFilter::help() : problem);
    problem_->setText(problem);
    problem_->setVisible(!problem.isEmpty());
    showUnmatched();
    preferences_->setWindow(kFilter, filter_->text());
}

void BoardPanel::showUnmatched() {
    const bool isUnmatched = !filter_->text().trimmed().isEmpty() && problem_->isHidden() && !board_->runs().empty() &&
                             model_->listedRuns() == 0;
    if (isUnmatched) unmatchedText_->setText(tr("No run matches '%1'.").arg(filter_->text()));
    unmatched_->setVisible(isUnmatched);
}

/// Escape clears the filter, Down goes on to what it lists.
bool BoardPanel::eventFilter(QObject* watched, QEvent* event) {
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (watched != filter_ || !isKey) return ComparePanel::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool clears = key->key() == Qt::Key_Escape && !filter_->text().isEmpty();
    const bool goesDown = key->key() == Qt::Key_Down && key->modifiers() == Qt::NoModifier && model_->rowCount() > 0;
    if (!clears && !goesDown) return ComparePanel::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::ShortcutOverride) return true;
    if (clears) {
        filterBy({});
    } else {
        table_->setFocus(Qt::OtherFocusReason);
        table_->setCurrentIndex(model_->index(0, 0));
    }
    return true;
}

void BoardPanel::filterBy(const QString& expression) {
    filter_->setText(expression);
    applyFilter(true);
}

void BoardPanel::sortBy(const QString& column) {
    const auto place = [&] {
        const auto& columns = model_->columns();
        const auto found = std::ranges::find(columns, column, &BoardColumn::key);
        return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
    };
    if (place() < 0) model_->setExtraColumns(QStringList(model_->valueColumns()) << column);
    if (place() < 0) return;
    table_->horizontalHeader()->setSortIndicator(place(), Qt::DescendingOrder);
    model_->sort(place(), Qt::DescendingOrder);
}

void BoardPanel::turn(const QString& key) {
    if (!board_->turn(key.toStdString())) tray_->offerReplacing(key);
}

void BoardPanel::turnPicked(const QString& runOrKey) {
    if (const BoardRow* row = board_->board().find(runOrKey.toStdString())) {
        turn(fromUtf8(row->key));
        table_->select(fromUtf8(row->key));
    }
}

void BoardPanel::actOnKey(int key) {
    const BoardRow* row = model_->rowAt(table_->currentIndex().row());
    if (key == Qt::Key_Escape) {
        if (isDrawerOpen_) closeDrawer();
    } else if (row && key == Qt::Key_B) {
        board_->setBase(row->key);
    } else if (row && key == Qt::Key_V) {
        if (!board_->setChallenger(row->key)) tray_->offerReplacing(fromUtf8(row->key));
    }
}

void BoardPanel::train(const std::vector<ExperimentConfig>& configs, const std::string& why) {
    std::vector<QueuedRun> queued;
    for (const ExperimentConfig& config : configs) {
        QueuedRun run;
        for (const BoardRow& row : board_->board().rows)
            if (!row.isBaseline() && sameSetting(row.group.config, config)) run.parent = row.group.ids.front();
        if (run.parent.empty() && board_->base()) run.parent = board_->base()->group.ids.front();
        run.config = config;
        run.why = why;
        run.together = true;  // where runs can
        queued.push_back(std::move(run));
    }
    if (queued.empty()) return;
    const ExperimentConfig first = queued.front().config;
    guardStart(*this, first, [this, queued = std::move(queued)] {
        queueRuns(experiment_->undoStack(), *queue_, queued);
        responderOf(*this).reportDone(tr("%n run(s) added to the queue", nullptr, static_cast<int>(queued.size())));
    });
}

void BoardPanel::archive() {
    const BoardRow* row = model_->rowAt(table_->currentIndex().row());
    if (!row || row->isBaseline()) return;
    RunEditMenu(*theme_, *runs_, experiment_->undoStack()).turnArchive(chosenRuns());
}

void BoardPanel::addActions() {
    const auto add = [this](const QString& text, const QKeySequence& key, auto act, const char* windowKey = "") {
        QAction* action = table_->addAction(text, key, this, [this, act] {
            if (const QString id = runId(); !id.isEmpty()) act(id);
        });
        action->setShortcutContext(Qt::WidgetShortcut);
        action->setProperty(kWindowKey, QByteArray(windowKey));
    };
    add(tr("Choose or take out"), {}, [this](const QString& id) { turnPicked(id); });
    add(tr("Details"), {}, [this](const QString& id) { openDrawer(id); });
    add(tr("Open on Train"), QKeySequence(Qt::ALT | Qt::Key_Return),
        [this](const QString& id) { responderOf(*this).ask(Command(QStringLiteral("open-run"), id)); });
    add(tr("Make it the base"), {}, [this](const QString&) { actOnKey(Qt::Key_B); });
    add(tr("Ask the verdict about it"), {}, [this](const QString&) { actOnKey(Qt::Key_V); });
    add(tr("Train more epochs..."), {}, [this](const QString& id) { Q_EMIT moreAsked(id, *anchor()); });
    add(tr("Run again..."), {},
        [this](const QString& id) { responderOf(*this).ask(Command(QStringLiteral("again"), id)); });
    add(tr("Export..."), {}, [this](const QString& id) { ExportDialog::open(*theme_, *runs_, id, this); });
    add(
        tr("Rename"), {}, [this](const QString&) { responderOf(*this).ask(QStringLiteral("rename-run")); },
        "rename-run");
    add(tr("Archive"), QKeySequence::Delete, [this](const QString&) { archive(); });
    table_->actions().back()->setProperty(kInEditMenu, true);
    add(
        tr("Delete"), {}, [this](const QString&) { responderOf(*this).ask(QStringLiteral("delete-run")); },
        "delete-run");
    table_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(table_, &QTableView::customContextMenuRequested, this, &BoardPanel::contextMenu);
}

void BoardPanel::contextMenu(const QPoint& position) {
    if (runId().isEmpty()) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    // The keys of those that the window has too are the window's: here they are only shown.
    for (QAction* action : table_->actions()) {
        if (action->property(kInEditMenu).toBool()) continue;
        const QByteArray key = action->property(kWindowKey).toByteArray();
        if (key.isEmpty())
            menu->addAction(action);
        else
            menu->addAction(action->text(), commandShortcut(QString::fromLatin1(key)), action, &QAction::trigger);
    }
    menu->addSeparator();
    RunEditMenu(*theme_, *runs_, experiment_->undoStack()).fill(*menu, chosenRuns(), *anchor());
    menu->addSeparator();
    menu->addAction(tr("Export the listed rows..."), this, &BoardPanel::askExport);
    menu->popup(table_->viewport()->mapToGlobal(position));
}

void BoardPanel::openDrawer(const QString& runId) {
    const BoardRow* row = board_->board().find(runId.toStdString());
    if (!row) return;
    drawer_->show(row->key, runId);
    if (isDrawerOpen_) return;
    isDrawerOpen_ = true;
    Q_EMIT ownColumnChanged();
}

void BoardPanel::closeDrawer() {
    if (!isDrawerOpen_) return;
    isDrawerOpen_ = false;
    drawer_->clear();
    Q_EMIT ownColumnChanged();
    table_->setFocus();
}

QWidget* BoardPanel::ownColumn() const { return isDrawerOpen_ ? drawer_ : nullptr; }

void BoardPanel::setCompact(bool compact) {
    verdict_->setFixedWidth(qRound((compact ? kVerdictCompact : kVerdict) * theme_->textScale()));
}

void BoardPanel::showEmpty() {
    const bool isEmpty = board_->runs().empty();
    empty_->setVisible(isEmpty);
    splitter_->widget(1)->setVisible(!isEmpty);
    if (isDrawerOpen_ && board_->board().rowOf(drawer_->runId().toStdString()) < 0) closeDrawer();
}

/// All rows are seen up to 60 % of the height, until a person sizes the parts.
void BoardPanel::fitRows() {
    constexpr double kUpperShare = 0.6;
    constexpr int kMinRows = 4;
    // Tray, lines and frame of the card: as they wish, for a page that was never shown has no sizes yet.
    const int around = splitter_->widget(0)->sizeHint().height() - table_->sizeHint().height();
    const int rows = around + table_->heightOf(std::max(kMinRows, model_->rowCount()));
    splitter_->setLeast(0, std::min(rows, qRound(kUpperShare * splitter_->height())));
}

void BoardPanel::resizeEvent(QResizeEvent* event) {
    ComparePanel::resizeEvent(event);
    fitRows();
}

void BoardPanel::setShown(bool shown) { views_->setShown(shown); }

QString BoardPanel::runId() const {
    if (isDrawerOpen_ && !drawer_->runId().isEmpty()) return drawer_->runId();
    return table_->currentRun();
}

bool BoardPanel::choosesOther() const { return table_->currentIndex().isValid() && runId().isEmpty(); }

QStringList BoardPanel::chosenRuns() const {
    if (const QString run = table_->namedRun(); !run.isEmpty()) return {run};
    const int line = table_->currentIndex().row();
    if (const BoardSeed* seed = model_->seedAt(line)) return {fromUtf8(seed->run)};
    const BoardRow* row = model_->rowAt(line);
    return row && !row->isBaseline() ? toStringList(row->group.ids) : QStringList();
}

void BoardPanel::choose(const QString& runId) {
    if (runId != table_->currentRun()) table_->selectRun(runId);
}

void BoardPanel::showPlace(const Place& place) {
    views_->showView(place.view);
    if (place.view == QLatin1String("verdict")) verdict_->setFocus();
    wanted_ = place;
    goToRun();
}

void BoardPanel::goToRun() {
    if (wanted_.run.isEmpty() || !board_->board().find(wanted_.run.toStdString())) return;
    const Place place = std::exchange(wanted_, {});
    table_->selectRun(place.run);
    if (place.view != QLatin1String("details")) return;
    openDrawer(place.run);
    if (place.field.isEmpty()) return;
    if (!drawer_->isVisible()) Q_EMIT ownColumnChanged();  // its column is folded away
    drawer_->showField(place.field);
}

std::optional<PopoverAnchor> BoardPanel::anchor() const { return table_->anchor(); }

void BoardPanel::askExport() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the listed rows"), QStringLiteral("runs.csv"),
                                                      tr("CSV (*.csv);;Markdown (*.md)"));
    if (path.isEmpty()) return;
    std::vector<int> columns;
    const QHeaderView* heads = table_->horizontalHeader();
    for (int place = 0; place < heads->count(); ++place)
        if (const int column = heads->logicalIndex(place);
            model_->columns()[static_cast<std::size_t>(column)].kind != BoardColumn::Kind::Axis)
            columns.push_back(column);
    const bool isMarkdown = QFileInfo(path).suffix().compare(QLatin1String("md"), Qt::CaseInsensitive) == 0;
    writeInBackground(*this, path, isMarkdown ? boardMarkdown(*model_, columns) : boardCsv(*model_, columns));
}

}  // namespace gatelab
