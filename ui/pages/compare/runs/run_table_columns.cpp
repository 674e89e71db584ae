// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/runs/run_table_columns.h"

#include "common/preferences.h"
#include "common/texts.h"
#include "models/run_table_model.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr int kNameWidth = 220, kMaxName = 360, kPadding = 10;
const QString kColumns = QStringLiteral("compare/shown"), kUsual = QStringLiteral("compare/usual"),
              kHeader = QStringLiteral("compare/header"), kHeaderOf = QStringLiteral("compare/headerOf"),
              kSort = QStringLiteral("compare/sort");

}  // namespace

RunTableColumns::RunTableColumns(Theme& theme, RunController& runs, Preferences& preferences, RunTableModel& model,
                                 QTableView& table, QWidget& card)
    : QObject(&card),
      theme_(&theme),
      runs_(&runs),
      preferences_(&preferences),
      model_(&model),
      table_(&table),
      card_(&card) {
    QHeaderView* heads = table_->horizontalHeader();
    heads->setSectionsMovable(true);
    heads->setFirstSectionMovable(false);   // the name with the box for its tick
    heads->setResizeContentsPrecision(50);  // not all of ten thousand rows
    restore();
    const auto keepChosen = [this] {
        if (restoring_) return;  // what the program chose is not the user's
        fitsNames_ = false;
        keep();
    };
    for (QWidget* watched : std::initializer_list<QWidget*>{card_, table_->viewport(), heads->viewport()})
        watched->installEventFilter(this);
    connect(heads, &QHeaderView::sectionResized, this, [this, keepChosen] {
        if (headsHeld_) keepChosen();  // with the window the last one changes, too
    });
    // Told only after the mouse button is up
    connect(heads, &QHeaderView::sectionMoved, this, keepChosen);
    connect(heads, &QHeaderView::sortIndicatorChanged, this, &RunTableColumns::keepSort);
    connect(model_, &RunTableModel::listChanged, this, [this] {
        // Columns are as wide as the first rows need, once there are any.
        if (!sized_ && card_->isVisible() && model_->rowCount() > 0) restore();
        hide();
    });
    connect(model_, &QAbstractItemModel::modelReset, this, &RunTableColumns::hide);
    // Another run may be marked as the base
    connect(model_, &QAbstractItemModel::dataChanged, this, &RunTableColumns::fitNames);
    connect(runs_, &RunController::runsChanged, this, &RunTableColumns::followUsual);
    followUsual();
}

QStringList RunTableColumns::kept(const Preferences& preferences) {
    const QStringList chosen = preferences.window(kColumns).toStringList();
    return chosen.isEmpty() ? preferences.window(kUsual).toStringList() : chosen;
}

bool RunTableColumns::eventFilter(QObject* watched, QEvent* event) {
    const QEvent::Type type = event->type();
    if (watched == card_) {
        // Before it is shown the window's style, and with it the padding of the cells, is not known.
        if (type == QEvent::Show && !sized_) restore();
    } else if (watched == table_->horizontalHeader()->viewport()) {
        if (type == QEvent::MouseButtonPress || type == QEvent::MouseButtonDblClick) headsHeld_ = true;
        if (type == QEvent::MouseButtonRelease) headsHeld_ = false;
    } else if (type == QEvent::Resize) {
        fitNames();
    }
    return QObject::eventFilter(watched, event);
}

void RunTableColumns::restore() {
    // Sorting below tells of a changed list, which asks again
    sized_ = sized_ || (card_->isVisible() && model_->rowCount() > 0);
    restoring_ = true;
    longestName_ = 0;
    const bool isKept =
        model_->group().isEmpty() && preferences_->window(kHeaderOf).toStringList() == model_->shownColumns();
    const bool restored =
        isKept && table_->horizontalHeader()->restoreState(preferences_->window(kHeader).toByteArray());
    if (!restored) place();
    // An older program let it be dragged away
    table_->horizontalHeader()->moveSection(table_->horizontalHeader()->visualIndex(0), 0);
    restoreSort();
    if (!restored) size();
    fitsNames_ = !restored;
    hide();
    restoring_ = false;
}

void RunTableColumns::size() {
    table_->ensurePolished();
    if (model_->rowCount() > 0) table_->resizeColumnsToContents();
    // Room for what the cells will hold later: a run that trains is called finished in the end.
    const auto hold = [this](const char* key, const QStringList& texts) {
        const qsizetype column = model_->shownColumns().indexOf(QLatin1String(key));
        if (column < 0) return;
        int widest = table_->columnWidth(static_cast<int>(column));
        for (const QString& text : texts)
            widest =
                std::max(widest, table_->fontMetrics().horizontalAdvance(text) + 2 * table_->fontMetrics().height());
        table_->setColumnWidth(static_cast<int>(column), widest);
        held_[static_cast<int>(column)] = widest;
    };
    held_.clear();
    hold("state", {stateLabel(RunState::Preparing), stateLabel(RunState::Finished), stateLabel(RunState::Interrupted)});
    hold("started", {QStringLiteral("2000-00-00 00:00")});
}

/// As wide as the longest name, as far as the other columns leave room, and up to a limit also where they do not. A
/// filter makes it no narrower: nothing moves while a person types.
void RunTableColumns::fitNames() {
    if (!fitsNames_ || !card_->isVisible()) return;
    const QAbstractItemView* cells = table_;
    QHeaderView* heads = table_->horizontalHeader();
    // With a box and a mark before the text the hint leaves out the style sheet's padding.
    longestName_ = std::max({longestName_, cells->sizeHintForColumn(0) + 2 * kPadding, heads->sectionSizeHint(0)});
    int others = 0, last = heads->count() - 1, lastNeed = 0;
    while (last > 0 && heads->isSectionHidden(heads->logicalIndex(last))) --last;
    for (int place = 0; place <= last; ++place) {
        const int column = heads->logicalIndex(place);
        if (column == 0 || heads->isSectionHidden(column)) continue;
        // The last one has what is left over; that is the room.
        if (place == last)
            lastNeed =
                std::max({cells->sizeHintForColumn(column), heads->sectionSizeHint(column), held_.value(column)});
        others += place < last ? heads->sectionSize(column) : lastNeed;
    }
    const double scale = theme_->textScale();
    const int least = std::clamp(longestName_, qRound(kNameWidth * scale), qRound(kMaxName * scale));
    const bool before = std::exchange(restoring_, true);
    table_->setColumnWidth(0, std::clamp(longestName_, least, std::max(least, table_->viewport()->width() - others)));
    // What is left over may be too little for its head.
    const bool hasRoom = table_->columnWidth(0) + others <= table_->viewport()->width();
    heads->setStretchLastSection(hasRoom);
    if (!hasRoom && last > 0) table_->setColumnWidth(heads->logicalIndex(last), lastNeed);
    restoring_ = before;
}

void RunTableColumns::place() {
    QHeaderView* heads = table_->horizontalHeader();
    for (int column = 0; column < model_->columnCount(); ++column)
        heads->moveSection(heads->visualIndex(column), column);
    const auto shown = static_cast<int>(model_->shownColumns().size());
    if (model_->columnCount() == shown) return;
    const auto best = static_cast<int>(model_->shownColumns().indexOf(QStringLiteral("best_validation")));
    heads->moveSection(shown, best < 0 ? 1 : heads->visualIndex(best) + 1);
}

void RunTableColumns::keep() {
    if (!model_->group().isEmpty()) return;
    preferences_->setWindow(kHeader, table_->horizontalHeader()->saveState());
    preferences_->setWindow(kHeaderOf, model_->shownColumns());
}

void RunTableColumns::keepSort() {
    const QHeaderView* heads = table_->horizontalHeader();
    const QString key = model_->shownColumns().value(heads->sortIndicatorSection());
    if (restoring_ || key.isEmpty()) return;  // what only groups have comes and goes
    preferences_->setWindow(kSort, heads->sortIndicatorOrder() == Qt::AscendingOrder ? key : QLatin1Char('-') + key);
}

/// By key: other columns may be shown by now. Newest first until a person sorts.
void RunTableColumns::restoreSort() {
    QString key = preferences_->window(kSort, QStringLiteral("-started")).toString();
    const bool down = key.startsWith(QLatin1Char('-'));
    if (down) key.remove(0, 1);
    const qsizetype column = model_->shownColumns().indexOf(key);
    table_->sortByColumn(static_cast<int>(std::max<qsizetype>(0, column)),
                         column >= 0 && down ? Qt::DescendingOrder : Qt::AscendingOrder);
}

/// Until a person chooses columns: runs of other tasks have other scores.
void RunTableColumns::followUsual() {
    if (runs_->runs().empty() || isChosen()) return;
    const QStringList usual = RunColumns::usual(runs_->runs());
    if (usual == model_->shownColumns()) return;
    preferences_->setWindow(kUsual, usual);
    change(usual);
}

void RunTableColumns::show(const QStringList& keys) {
    preferences_->setWindow(kColumns, keys);
    change(keys);
}

void RunTableColumns::seek(const QString& key) {
    const auto column = static_cast<int>(model_->shownColumns().indexOf(key));
    if (column >= 0 && model_->rowCount() > 0) table_->scrollTo(model_->index(std::max(0, table_->rowAt(0)), column));
}

bool RunTableColumns::isChosen() const { return !preferences_->window(kColumns).toStringList().isEmpty(); }

std::vector<bool> RunTableColumns::empty() const {
    std::vector<bool> empty = model_->filledColumns();
    const bool isLeftOut = !isChosen() && model_->rowCount() > 0;
    std::transform(empty.begin(), empty.end(), empty.begin(),
                   [isLeftOut](bool filled) { return isLeftOut && !filled; });
    return empty;
}

QStringList RunTableColumns::seen() const {
    QStringList keys;
    const std::vector<bool> empty = this->empty();
    for (int place = 0; place < table_->horizontalHeader()->count(); ++place) {
        const auto column = static_cast<std::size_t>(table_->horizontalHeader()->logicalIndex(place));
        // The interval of groups has no key
        if (column < empty.size() && !empty[column]) keys << model_->shownColumns()[static_cast<qsizetype>(column)];
    }
    return keys;
}

void RunTableColumns::hide() {
    static const QStringList kWide{QStringLiteral("seed"), QStringLiteral("started"), QStringLiteral("tags")};
    const std::vector<bool> empty = this->empty();
    const QStringList shown = model_->shownColumns();
    const QAbstractItemView* cells = table_;
    const bool before = std::exchange(restoring_, true);
    for (int column = 0; column < static_cast<int>(shown.size()); ++column) {
        const bool wasHidden = table_->isColumnHidden(column);
        table_->setColumnHidden(
            column, empty[static_cast<std::size_t>(column)] || (isCompact_ && kWide.contains(shown[column])));
        // While it was hidden, nobody measured it: its first value shows it, and its head is whole.
        if (wasHidden && !table_->isColumnHidden(column))
            table_->setColumnWidth(
                column, std::max({table_->columnWidth(column), cells->sizeHintForColumn(column),
                                  table_->horizontalHeader()->sectionSizeHint(column), held_.value(column)}));
    }
    restoring_ = before;
    fitNames();
}

void RunTableColumns::showUsual() {
    preferences_->setWindow(kColumns, QStringList());
    followUsual();
    hide();
}

void RunTableColumns::change(const QStringList& keys) {
    model_->setShownColumns(keys);
    sized_ = false;
    restore();
}

void RunTableColumns::setCompact(bool compact) {
    isCompact_ = compact;
    hide();
}

}  // namespace gatelab
