// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/runs/runs_table.h"

#include "common/command_shortcuts.h"
#include "common/file_job.h"
#include "common/preferences.h"
#include "common/responder.h"
#include "common/texts.h"
#include "models/run_export.h"
#include "models/run_groups.h"
#include "models/run_table_model.h"
#include "pages/compare/runs/column_menu.h"
#include "pages/compare/runs/group_delegate.h"
#include "pages/compare/runs/run_table_columns.h"
#include "pages/run_edit_menu.h"
#include "runs/experiment_model.h"
#include "runs/run_commands.h"
#include "widgets/empty_state.h"
#include "widgets/filter_line.h"
#include "widgets/find_line.h"
#include "widgets/list_box.h"
#include "widgets/tables/table_style.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>
#include <limits>

namespace gatelab {

namespace {

const QString kFilter = QStringLiteral("compare/filter"), kGroup = QStringLiteral("compare/group");
constexpr int kUsualStep = 1000;
constexpr const char* kWindowKey = "windowKey";  ///< of what the window offers too

}  // namespace

RunsTable::RunsTable(Theme& theme, ExperimentModel& experiment, RunController& runs, Preferences& preferences,
                     QWidget* parent)
    : Card(tr("Runs"), {}, parent),
      theme_(&theme),
      experiment_(&experiment),
      runs_(&runs),
      preferences_(&preferences),
      model_(new RunTableModel(theme, runs, this)),
      problem_(makeLabel({}, "error")),
      group_(new ListBox),
      columnMenu_(new ColumnMenu(
          model_->columns(), [this] { return columns_->seen(); }, tr("Default columns"), this)),
      columnButton_(new QPushButton(theme.icon(QStringLiteral("table")), tr("Columns"))),
      table_(new QTableView) {
    setBodyPadding(0);
    QStringList keys;
    for (const RunColumn& column : model_->columns().all()) keys << column.key;
    filter_ = new FilterLine(keys, RunFilter::comparisons());
    addHeader();
    addTable();
    addActions();
    connect(model_, &RunTableModel::renameAsked, this,
            [this](const QString& id, const QString& name) { renameRun(experiment_->undoStack(), *runs_, id, name); });
    connect(model_, &RunTableModel::editAsked, this, [this](const RunSummary& edited, const QString& what) {
        editRuns(experiment_->undoStack(), *runs_, {edited}, what);
    });
    filter_->setText(preferences.window(kFilter).toString());
    applyFilter(true);
}

/// The focus that leaves the filter with the widget is no end of typing.
RunsTable::~RunsTable() { filter_->disconnect(this); }

void RunsTable::addHeader() {
    filter_->setPlaceholderText(tr("Filter, e.g. test_mse < 0.04 and cell = lstm"));
    filter_->setAccessibleName(tr("Filter runs"));
    filter_->setProperty("compact", true);
    filter_->setProperty(kFindLine, true);
    filter_->setMinimumWidth(280);
    addHeaderWidget(filter_);
    connect(filter_, &QLineEdit::textChanged, this, [this] { applyFilter(false); });
    connect(filter_, &QLineEdit::editingFinished, this, [this] { applyFilter(true); });
    group_->setProperty("compact", true);
    group_->setAccessibleName(tr("Group by"));
    group_->setToolTip(
        tr("Runs that agree in it share a row: means, their number, and how sure the best validation is."));
    group_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    group_->setMinimumContentsLength(16);
    model_->setGroup(preferences_->window(kGroup).toString());
    fillGroups();
    model_->setGroup(group_->currentData().toString());  // none that is not offered
    connect(group_, &ListBox::opening, this, &RunsTable::fillGroups);
    addHeaderWidget(group_);
    connect(group_, &QComboBox::currentIndexChanged, this, [this] {
        model_->setGroup(group_->currentData().toString());
        preferences_->setWindow(kGroup, model_->group());
        columns_->restore();
    });
    columnButton_->setProperty("compact", true);
    columnButton_->setMenu(columnMenu_);
    setStyleProperty(columnButton_, "menu", true);
    columnMenu_->setStepsOffered();
    connect(columnMenu_, &ColumnMenu::turned, this, [this](const QString& key, bool on) {
        QStringList keys = columns_->seen();
        if (on)
            keys << key;
        else
            keys.removeAll(key);
        columns_->show(keys);
        if (on) columns_->seek(key);
    });
    connect(columnMenu_, &ColumnMenu::stepRequested, this, &RunsTable::askStep);
    connect(columnMenu_, &ColumnMenu::usualRequested, this, [this] { columns_->showUsual(); });
    addHeaderWidget(columnButton_);
    problem_->setWordWrap(true);
    problem_->setContentsMargins(12, 2, 12, 4);
    problem_->hide();
    body()->addWidget(problem_);
}

void RunsTable::groupBySettings() {
    fillGroups();
    if (model_->group().isEmpty()) group_->setCurrentIndex(group_->findData(RunTableModel::kBySettings));
}

void RunsTable::fillGroups() {
    const QSignalBlocker quiet(group_);
    group_->clear();
    group_->addItem(tr("Not grouped"), QString());
    group_->addItem(tr("By all settings but seed"), RunTableModel::kBySettings);
    const std::vector<const RunSummary*> runs = model_->listedRuns();
    std::vector<const RunColumn*> apart, alike;
    for (const RunColumn& column : model_->columns().all()) {
        const bool figure = column.group == RunColumn::Group::Figures && column.isText() &&
                            column.key != QLatin1String("name") && column.key != QLatin1String("note");
        if (figure || column.group == RunColumn::Group::Settings)
            (tellsApart(column, runs) ? apart : alike).push_back(&column);
    }
    for (const auto* columns : {&apart, &alike}) {
        if (!apart.empty() && !columns->empty()) group_->insertSeparator(group_->count());
        for (const RunColumn* column : *columns) group_->addItem(tr("By %1").arg(column->label), column->key);
    }
    group_->setCurrentIndex(std::max(0, group_->findData(model_->group())));
}

void RunsTable::addTable() {
    if (const QStringList keys = RunTableColumns::kept(*preferences_); !keys.isEmpty()) model_->setShownColumns(keys);
    table_->setModel(model_);
    styleTable(*table_);
    table_->setTextElideMode(Qt::ElideRight);
    auto* groups = new GroupDelegate(table_);
    table_->setItemDelegateForColumn(0, groups);
    connect(groups, &GroupDelegate::turned, this, [this](const QModelIndex& group) { turnGroup(group.row()); });
    table_->setAccessibleName(tr("Runs"));
    table_->setSortingEnabled(true);
    table_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    table_->setContextMenuPolicy(Qt::CustomContextMenu);
    columns_ = new RunTableColumns(*theme_, *runs_, *preferences_, *model_, *table_, *this);
    connect(table_, &QTableView::customContextMenuRequested, this, &RunsTable::contextMenu);
    connect(table_, &QTableView::doubleClicked, this, &RunsTable::openCurrent);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (choosing_) return;
        noteChoice();
        Q_EMIT currentChanged(currentId(), true);
    });
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsTable::noteChoice);
    connect(table_, &QTableView::pressed, this, [this] {
        noteChoice();  // the row may be the current one already, in the place of a deleted run
        Q_EMIT currentChanged(currentId(), true);
    });
    connect(model_, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        kept_ = currentId();
        keptRow_ = table_->currentIndex().row();
    });
    connect(model_, &QAbstractItemModel::modelReset, this, &RunsTable::chooseAgain);
    body()->addWidget(table_);
    auto* none = new EmptyState(*theme_, QStringLiteral("search"), tr("No run matches the filter."));
    none->hide();
    none->addButton(tr("Clear the filter"), {}, filter_, &QLineEdit::clear);
    connect(model_, &RunTableModel::listChanged, this, [this, none] {
        const bool isEmpty = model_->rowCount() == 0 && !runs_->runs().empty() && !filter_->text().isEmpty();
        none->setVisible(isEmpty);
        table_->setVisible(!isEmpty);
    });
    connect(model_, &RunTableModel::listChanged, this, &RunsTable::showCount);
    connect(model_, &QAbstractItemModel::modelReset, this, &RunsTable::showCount);
    body()->addWidget(none);
}

void RunsTable::applyFilter(bool finished) {
    const QString problem = model_->setFilter(filter_->text(), finished);
    filter_->setProblem(problem);
    if (problem.isEmpty()) filter_->setToolTip(RunFilter::help());
    const QString listed = model_->wholeFilter().isEmpty()
                               ? tr("Until then all runs are listed.")
                               : tr("Until then the runs of \"%1\" are listed.").arg(model_->wholeFilter());
    problem_->setText(problem.isEmpty() ? QString() : problem + QLatin1Char(' ') + listed);
    problem_->setVisible(!problem.isEmpty());
    preferences_->setWindow(kFilter, filter_->text());
}

void RunsTable::addActions() {
    const auto add = [this](const QString& text, const QKeySequence& key, auto act, const char* windowKey = "") {
        QAction* action = table_->addAction(text, key, this, [this, act] {
            if (const QString id = currentId(); !id.isEmpty()) act(id);
        });
        action->setShortcutContext(Qt::WidgetShortcut);
        action->setProperty(kWindowKey, QByteArray(windowKey));
    };
    add(tr("Open"), QKeySequence(Qt::Key_Return), [this](const QString&) { openCurrent(); });
    add(tr("Tick or untick"), QKeySequence(Qt::Key_Space), [this](const QString&) { tickChosen(); });
    add(tr("Everything about this run"), QKeySequence(Qt::ALT | Qt::Key_Return), [this](const QString& id) {
        responderOf(*this).ask(Command::show({QStringLiteral("compare"), QStringLiteral("details"), id}));
    });
    add(tr("Train more epochs..."), {}, [this](const QString& id) { Q_EMIT moreAsked(id, anchor()); });
    add(tr("Run again..."), {},
        [this](const QString& id) { responderOf(*this).ask(Command(QStringLiteral("again"), id)); });
    add(
        tr("Rename"), {}, [this](const QString&) { editName(); }, "rename-run");
    add(tr("Compare only the chosen runs"), {}, [this](const QString&) { model_->choose(chosenIds()); });
    add(tr("Use as base of the comparison"), {}, [this](const QString& id) { Q_EMIT baseRequested(id); });
    add(tr("Delete"), QKeySequence::Delete, [this](const QString& id) {
        Q_EMIT currentChanged(id, true);
        responderOf(*this).ask(QStringLiteral("delete-run"));
    });
}

void RunsTable::tickChosen() {
    const QStringList chosen = chosenIds();
    QStringList ticked = model_->checked();
    const QSet<QString> wanted(chosen.begin(), chosen.end()), before(ticked.begin(), ticked.end());
    const bool takesAway = before.contains(wanted);
    ticked.removeIf([&wanted](const QString& id) { return wanted.contains(id); });
    model_->choose(takesAway ? ticked : ticked + chosen);
}

void RunsTable::showCount() {
    const auto listed = static_cast<qint64>(model_->listedRuns().size()),
               all = static_cast<qint64>(runs_->runs().size());
    setTitle(tr("Runs"), listed == all ? formatCount(all) : tr("%1 of %2").arg(formatCount(listed), formatCount(all)));
}

void RunsTable::filterBy(const QString& expression) {
    filter_->setText(expression);
    applyFilter(true);
}

void RunsTable::sortBy(const QString& column) {
    QStringList keys = columns_->seen();
    if (!keys.contains(column)) {
        keys.insert(1, column);  // beside the name
        columns_->show(keys);
    }
    columns_->seek(column);
    table_->sortByColumn(static_cast<int>(model_->shownColumns().indexOf(column)), Qt::DescendingOrder);
}

void RunsTable::openCurrent() {
    if (const int row = table_->currentIndex().row(); model_->isGroup(row))
        turnGroup(row);
    else if (row >= 0)
        responderOf(*this).ask(Command(QStringLiteral("open-run"), currentId()));
}

void RunsTable::turnGroup(int row) { model_->setOpen(row, !model_->isOpen(row)); }

void RunsTable::editName() {
    const QModelIndex name = table_->currentIndex().siblingAtColumn(0);
    if (name.flags().testFlag(Qt::ItemIsEditable)) table_->edit(name);  // a group has none
}

PopoverAnchor RunsTable::anchor() const {
    return {table_->viewport(), table_->visualRect(table_->currentIndex().siblingAtColumn(0))};
}

QStringList RunsTable::chosenIds() const {
    QStringList ids;
    for (const QModelIndex& row : table_->selectionModel()->selectedRows()) ids << model_->idsAt(row.row());
    ids.removeDuplicates();  // a group and one of its runs
    return ids.isEmpty() && table_->currentIndex().isValid() ? model_->idsAt(table_->currentIndex().row()) : ids;
}

void RunsTable::noteChoice() {
    if (choosing_) return;
    wanted_ = currentId();
    wasMember_ = model_->isMember(table_->currentIndex().row());
    chosen_.clear();
    for (const QModelIndex& row : table_->selectionModel()->selectedRows())
        if (!model_->isGroup(row.row())) chosen_.insert(model_->idAt(row.row()));
}

void RunsTable::chooseAgain() {
    if (wanted_.isEmpty()) return;
    int row = wasMember_ ? model_->memberRowOf(wanted_) : -1;
    if (row < 0) row = model_->rowOf(wanted_);
    const bool isBack = row >= 0;
    if (row < 0 && !kept_.isEmpty()) row = model_->rowOf(kept_);
    if (row < 0 && keptRow_ >= 0 && !runs_->findRun(wanted_) && !runs_->findRun(kept_))
        row = std::min(keptRow_, model_->rowCount() - 1);
    choosing_ = true;
    table_->setAutoScroll(false);  // what a person looks at stays where it is
    if (row >= 0) table_->setCurrentIndex(model_->index(row, 0));
    if (isBack && chosen_.size() > 1) {
        QItemSelection rows;
        for (int i = 0; i < model_->rowCount(); ++i)
            if (!model_->isGroup(i) && chosen_.contains(model_->idAt(i)))
                rows.append(QItemSelectionRange(model_->index(i, 0), model_->index(i, model_->columnCount() - 1)));
        table_->selectionModel()->select(rows, QItemSelectionModel::Select);
    }
    table_->setAutoScroll(true);
    choosing_ = false;
    if (currentId() != kept_) Q_EMIT currentChanged(currentId(), false);
}

QString RunsTable::currentId() const {
    if (!table_->currentIndex().isValid()) return {};
    const int row = table_->currentIndex().row();
    return model_->isGroup(row) && model_->idsAt(row).contains(wanted_) ? wanted_ : model_->idAt(row);
}

void RunsTable::select(const QString& runId) {
    const int group = model_->rowOf(runId);
    if (group < 0) return;
    const int member = model_->memberRowOf(runId), row = member < 0 ? group : member;
    const bool isOther = currentId() != runId;
    wanted_ = runId;
    const QModelIndex index = model_->index(row, 0);
    const bool isThere = row == table_->currentIndex().row();
    table_->setCurrentIndex(index);
    table_->scrollTo(index);
    if (isThere && isOther) Q_EMIT currentChanged(runId, false);  // another run of the same group
}

void RunsTable::askExport() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the listed runs"), QStringLiteral("runs.csv"),
                                                      tr("CSV (*.csv);;Markdown (*.md)"));
    if (path.isEmpty()) return;
    std::vector<int> columns;
    const QHeaderView* heads = table_->horizontalHeader();
    for (int place = 0; place < heads->count(); ++place)
        if (const int column = heads->logicalIndex(place); !heads->isSectionHidden(column)) columns.push_back(column);
    const bool isMarkdown = QFileInfo(path).suffix().compare(QLatin1String("md"), Qt::CaseInsensitive) == 0;
    writeInBackground(*this, path, isMarkdown ? runsMarkdown(*model_, columns) : runsCsv(*model_, columns));
}

void RunsTable::contextMenu(const QPoint& position) {
    if (currentId().isEmpty()) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    // The keys of those that the window has too are the window's: here they are only shown.
    for (QAction* action : table_->actions()) {
        const QByteArray key = action->property(kWindowKey).toByteArray();
        if (key.isEmpty())
            menu->addAction(action);
        else
            menu->addAction(action->text(), commandShortcut(QString::fromLatin1(key)), action, &QAction::trigger);
    }
    menu->addSeparator();
    RunEditMenu(*theme_, *runs_, experiment_->undoStack()).fill(*menu, chosenIds(), anchor());
    menu->addSeparator();
    menu->addAction(tr("Export the listed runs..."), this, &RunsTable::askExport);
    menu->popup(table_->viewport()->mapToGlobal(position));
}

void RunsTable::askStep(const QString& curve) {
    auto* step = new QSpinBox;
    step->setRange(0, std::numeric_limits<int>::max());
    step->setValue(kUsualStep);
    step->selectAll();
    auto* popover = new Popover(tr("Metrics at a step"), step, tr("Show"), columnButton_);
    connect(popover, &Popover::accepted, this, [this, curve, step] {
        const QString key = QStringLiteral("%1@%2").arg(curve).arg(step->value());
        columns_->show(columns_->seen() << key);
        columns_->seek(key);
    });
    popover->open();
}

void RunsTable::setCompact(bool compact) { columns_->setCompact(compact); }

int RunsTable::heightOf(int rows) const {
    table_->ensurePolished();
    table_->horizontalHeader()->ensurePolished();
    const int inside = table_->horizontalHeader()->sizeHint().height() +
                       rows * table_->verticalHeader()->defaultSectionSize() +
                       table_->horizontalScrollBar()->sizeHint().height();
    return sizeHint().height() + inside + 2 * table_->frameWidth() -
           (table_->isHidden() ? 0 : table_->sizeHint().height());
}

}  // namespace gatelab
