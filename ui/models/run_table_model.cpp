// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_table_model.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "config/architecture.h"
#include "config/setting_predicates.h"
#include "models/run_figures.h"
#include "models/run_groups.h"
#include "runs/run_actions.h"
#include "store/record/run_folder.h"
#include "store/value_at_point.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <unordered_map>

namespace gatelab {

const QString RunTableModel::kBySettings = QStringLiteral("settings");

namespace {
const QString kName = QStringLiteral("name");
/// Runs by which a column is called empty: the scores of thousands would have to be unpacked
constexpr std::size_t kLookedAt = 100;
constexpr int kStarGap = 3;
}  // namespace

RunTableModel::RunTableModel(Theme& theme, RunController& runs, QObject* parent)
    : QAbstractTableModel(parent), theme_(&theme), runs_(&runs), list_(runs), job_(new BackgroundJob(this)) {
    setShownColumns(RunColumns::usual({}));
    connect(runs_, &RunController::runsChanged, this, &RunTableModel::refresh);
    connect(runs_, &RunController::runsChanged, this, &RunTableModel::readSteps);
    // Figures of the run that goes on; its place in the order stays until the list is read anew.
    connect(runs_, &RunController::runProgressed, this, [this](const QString& id) {
        for (const int row : {rowOf(id), memberRowOf(id)}) {
            if (row < 0) continue;
            rows_[static_cast<std::size_t>(row)].texts.clear();
            Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
        }
    });
    refresh();
}

void RunTableModel::refresh() { apply(list_.make()); }

void RunTableModel::sort(int column, Qt::SortOrder order) {
    if (column == sortColumn_ && order == list_.sortOrder) return;  // a view asks again for what is so already
    list_.sortOrder = order;
    setSortColumn(column);
    refresh();
}

void RunTableModel::setSortColumn(int column) {
    sortColumn_ = column;
    const bool isInterval = !list_.group.isEmpty() && column == static_cast<int>(shown_.size());
    list_.sortKey = isInterval ? list_.columns.find(QStringLiteral("best_validation")) : columnAt(column);
}

void RunTableModel::setShownColumns(const QStringList& keys) {
    beginResetModel();
    shown_ = {list_.columns.find(kName)};
    for (const QString& key : keys)
        if (const RunColumn* column = list_.columns.findOrAdd(key);
            column && std::find(shown_.begin(), shown_.end(), column) == shown_.end())
            shown_.push_back(column);
    for (RunRow& row : rows_) row.texts.clear();
    setSortColumn(-1);  // another column has its place
    endResetModel();
    Q_EMIT listChanged();  // with what is known; a figure at a step is read first
    readSteps();
}

void RunTableModel::readSteps() {
    if (job_->running() || !runs_->workspace()) return;
    std::vector<const RunColumn*> columns = shown_;
    columns.insert(columns.end(), asked_.begin(), asked_.end());
    for (const RunColumn* column : columns) {
        if (!column->atStep) continue;
        std::vector<std::string> wanted;
        for (const RunSummary& run : runs_->runs())
            if ((column->atStep->isEpoch ? run.epoch : run.step) >= column->atStep->step &&
                !column->atStep->values.contains(run.id))
                wanted.push_back(run.id);
        if (wanted.empty()) continue;
        using Values = std::map<std::string, double>;
        job_->run<Values>(
            [wanted, at = column->atStep, folder = runsFolderIn(runs_->workspace()->folder()),
             curve = column->atStep->curve, step = column->atStep->step,
             isEpoch = column->atStep->isEpoch](const Progress& progress) {
                Values values;
                for (std::size_t i = 0;
                     i < wanted.size() && progress(static_cast<double>(i) / static_cast<double>(wanted.size())); ++i) {
                    const auto value = isEpoch ? readValueAtEpoch(folder / wanted[i], curve, static_cast<double>(step))
                                               : readValueAtStep(folder / wanted[i], curve, step);
                    values[wanted[i]] = value.ok() ? *value : std::numeric_limits<double>::quiet_NaN();
                }
                return values;
            },
            [this, at = column->atStep](Values values) {
                at->values.merge(values);
                refresh();
                readSteps();
            });
        return;
    }
}

QStringList RunTableModel::shownColumns() const {
    QStringList keys;
    for (const RunColumn* column : shown_) keys << column->key;
    return keys;
}

QString RunTableModel::setFilter(const QString& expression, bool finished) {
    const auto added = list_.columns.addAtSteps(expression);
    for (const RunColumn* column : added)
        if (std::ranges::find(asked_, column) == asked_.end()) asked_.push_back(column);
    RunFilter filter(expression, list_.columns);
    const bool isOpen = !finished && !filter.openWord().isEmpty();
    QString problem = filter.problem();
    const std::vector<RunSummary>& runs = runs_->runs();
    if (isOpen && !runs.empty() &&
        std::none_of(runs.begin(), runs.end(), [&](const RunSummary& run) { return filter.matches(run); }))
        problem = tr("No run matches the word \"%1\"; after a column a comparison is missing.").arg(filter.openWord());
    if (problem.isEmpty() && (finished || !filter.endsInWord())) whole_ = filter, wholeText_ = expression.trimmed();
    isMistaken_ = !problem.isEmpty();
    list_.filter = problem.isEmpty() && (!isOpen || filter.isOneWord()) ? filter : whole_;
    refresh();
    if (!added.empty()) readSteps();
    return problem;
}

void RunTableModel::setGroup(const QString& key) {
    if (key == list_.group) return;
    beginResetModel();
    list_.group = key;
    if (sortColumn_ >= static_cast<int>(shown_.size())) setSortColumn(-1);  // only groups have it
    list_.open.clear();
    rows_ = list_.make();
    endResetModel();
    Q_EMIT listChanged();
}

int RunTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int RunTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(shown_.size()) + (list_.group.isEmpty() ? 0 : kGroupColumns);
}

const RunColumn* RunTableModel::columnAt(int section) const {
    return section >= 0 && section < static_cast<int>(shown_.size()) ? shown_[static_cast<std::size_t>(section)]
                                                                     : nullptr;
}

QString RunTableModel::cellText(const RunRow& row, int column) const {
    const RunColumn* shown = columnAt(column);
    if (!list_.isGroup(row)) return shown ? list_.text(row, *shown) : QString();
    row.texts.resize(static_cast<std::size_t>(columnCount()));
    std::optional<QString>& known = row.texts[static_cast<std::size_t>(column)];
    if (!known) known = shown ? list_.text(row, *shown) : list_.intervalText(row);
    return *known;
}

bool RunTableModel::isBase(const RunRow& row) const {
    return !base_.empty() &&
           std::ranges::any_of(list_.runsOf(row), [this](const RunSummary* run) { return run->id == base_; });
}

void RunTableModel::setBase(const QString& runId) {
    if (runId.toStdString() == base_) return;
    base_ = runId.toStdString();
    if (!rows_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0));
}

QVariant RunTableModel::ticked(const RunRow& row) const {
    int count = 0;
    const auto runs = list_.runsOf(row);
    for (const RunSummary* run : runs) count += checked_.contains(run->id) ? 1 : 0;
    return count == 0 ? Qt::Unchecked : count == static_cast<int>(runs.size()) ? Qt::Checked : Qt::PartiallyChecked;
}

int RunTableModel::slotAt(int row) const {
    if (row < 0 || row >= rowCount()) return 0;
    const RunRow& at = rows_[static_cast<std::size_t>(row)];
    if (list_.isGroup(at)) return at.slot;
    const auto runs = list_.runsOf(at);
    return runs.empty() ? 0 : sharedSlot(runs);
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    if (role == IdRole) return idAt(index.row());
    const RunRow& row = rows_[static_cast<std::size_t>(index.row())];
    const RunColumn* column = columnAt(index.column());
    const bool isName = index.column() == 0;
    switch (role) {
        case Qt::DisplayRole:
            return isName && isBase(row) ? tr("%1 (base)").arg(cellText(row, 0)) : cellText(row, index.column());
        case Qt::EditRole:
            if (isName && !list_.isGroup(row) && !list_.runsOf(row).empty())
                return fromUtf8(list_.runsOf(row).front()->name);
            return column ? QVariant(cellText(row, index.column())) : QVariant();
        case Qt::ForegroundRole:
            return isMistaken_ ? QVariant(theme_->palette().muted) : QVariant();
        case Qt::TextAlignmentRole:
            return QVariant(Qt::AlignVCenter | (column && column->isText() ? Qt::AlignLeft : Qt::AlignRight));
        case Qt::CheckStateRole:
            return isName ? ticked(row) : QVariant();
        case Qt::DecorationRole:
            return isName ? QVariant(decoration(index.row())) : QVariant();
        case GroupRole:
            return isGroup(index.row());
        case ExactRole:
            return exactValue(row, index.column());
        case Qt::AccessibleDescriptionRole:
            if (isName && isStarred(row)) return tr("starred");
            return isGroup(index.row()) && !isName ? QVariant(RunRows::tip(list_.runsOf(row), column)) : QVariant();
        case Qt::ToolTipRole: {
            const auto runs = list_.runsOf(row);
            if (runs.empty() || list_.isGroup(row)) return RunRows::tip(runs, column);
            if (column && column->isLoss && isForecast(*runs[0]->config))
                return tr("%1, %2").arg(lossName(runs[0]->config), lossScale(runs[0]->config));
            return runs[0]->problem.empty()
                       ? tr("%1, %2").arg(translated(modelName(runs[0]->config)), fromUtf8(runs[0]->dataName))
                       : translated(runs[0]->problem);
        }
        default:
            return {};
    }
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const RunColumn* column = columnAt(section);
    switch (role) {
        case Qt::TextAlignmentRole:
            return QVariant(Qt::AlignVCenter | (column && column->isText() ? Qt::AlignLeft : Qt::AlignRight));
        case Qt::ToolTipRole:
            return column ? QVariant(headTip(*column)) : QVariant();
        case Qt::DisplayRole:
            return column ? headText(*column) : tr("± 95 %");
        case ExactRole:
            if (column && column->kind == RunColumn::Kind::Duration) return tr("%1, s").arg(headText(*column));
            if (column && column->kind == RunColumn::Kind::Bytes) return tr("%1, bytes").arg(headText(*column));
            return headerData(section, orientation, Qt::DisplayRole);
        default:
            return {};
    }
}

QString RunTableModel::headText(const RunColumn& column) const {
    return list_.group.isEmpty() || !column.hasMean() ? column.label : tr("%1, mean").arg(column.label);
}

QString RunTableModel::headTip(const RunColumn& column) const {
    const QString help = column.help.isEmpty() ? column.label : column.help,
                  mixed = column.isLoss ? RunRows::mixedNote(listedRuns()) : QString();
    return tr("%1\nIn filters: %2").arg(mixed.isEmpty() ? help : help + QLatin1Char('\n') + mixed, column.key);
}

Qt::ItemFlags RunTableModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid()) return flags;
    if (index.column() == 0) flags |= Qt::ItemIsUserCheckable;
    const RunColumn* column = columnAt(index.column());
    const bool editable = column && (column->key == kName || column->key == QLatin1String("tags") ||
                                     column->key == QLatin1String("note"));
    if (editable && !isGroup(index.row())) flags |= Qt::ItemIsEditable;
    return flags;
}

bool RunTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return false;
    const auto runs = list_.runsOf(rows_[static_cast<std::size_t>(index.row())]);
    if (role == Qt::CheckStateRole && index.column() == 0) {
        for (const RunSummary* run : runs) {
            if (value.toInt() == Qt::Checked)
                checked_.insert(run->id);
            else
                checked_.erase(run->id);
        }
        // The group that it belongs to, and those that belong to it.
        Q_EMIT dataChanged(list_.group.isEmpty() ? index : this->index(0, 0),
                           list_.group.isEmpty() ? index : this->index(rowCount() - 1, 0), {Qt::CheckStateRole});
        Q_EMIT checkedChanged();
        Q_EMIT chosenByHand();
        return true;
    }
    if (role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable) || runs.size() != 1) return false;
    const QString text = value.toString().trimmed(), key = columnAt(index.column())->key;
    if (key == kName) {
        Q_EMIT renameAsked(idAt(index.row()), text);
        return true;
    }
    RunSummary edited = *runs.front();
    (key == QLatin1String("tags") ? edited.tags : edited.note) = text.toStdString();
    Q_EMIT editAsked(edited, key == QLatin1String("tags") ? tr("tags") : tr("note"));
    return true;
}

QStringList RunTableModel::checked() const {
    QStringList ids;
    for (const RunSummary& run : runs_->runs())
        if (checked_.contains(run.id)) ids << fromUtf8(run.id);
    return ids;
}

QStringList RunTableModel::checkedAndListed() const {
    std::unordered_set<std::string> listed;
    for (const RunSummary* run : listedRuns())
        if (checked_.contains(run->id)) listed.insert(run->id);
    QStringList ids = checked();
    ids.removeIf([&](const QString& id) { return !listed.contains(id.toStdString()); });
    return ids;
}

void RunTableModel::setChecked(const QStringList& ids) {
    checked_.clear();
    for (const QString& id : ids) checked_.insert(id.toStdString());
    if (!rows_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0), {Qt::CheckStateRole});
    Q_EMIT checkedChanged();
}

void RunTableModel::choose(const QStringList& ids) {
    setChecked(ids);
    Q_EMIT chosenByHand();
}

void RunTableModel::check(const QStringList& ids) {
    QStringList all = ids;
    for (const std::string& id : checked_) all << fromUtf8(id);
    setChecked(all);
}

QString RunTableModel::idAt(int row) const {
    return row < 0 || row >= rowCount() ? QString() : fromUtf8(rows_[static_cast<std::size_t>(row)].id);
}

QStringList RunTableModel::idsAt(int row) const {
    QStringList ids;
    if (row < 0 || row >= rowCount()) return ids;
    for (const RunSummary* run : list_.runsOf(rows_[static_cast<std::size_t>(row)])) ids << fromUtf8(run->id);
    return ids;
}

QStringList RunTableModel::checkedAt(int row) const {
    QStringList ids;
    if (row < 0 || row >= rowCount() || checked_.empty()) return ids;
    for (const RunSummary* run : list_.runsOf(rows_[static_cast<std::size_t>(row)]))
        if (checked_.contains(run->id)) ids << fromUtf8(run->id);
    return ids;
}

QString RunTableModel::titleAt(int row) const {
    return row < 0 || row >= rowCount() ? QString() : list_.title(rows_[static_cast<std::size_t>(row)]);
}

std::vector<bool> RunTableModel::filledColumns() const {
    std::vector<const RunSummary*> runs = listedRuns();
    runs.resize(std::min(runs.size(), kLookedAt));
    std::vector<bool> filled;
    for (const RunColumn* column : shown_)
        filled.push_back(!column->number || std::ranges::any_of(runs, [column](const RunSummary* run) {
            return !std::isnan(column->number(*run));
        }));
    return filled;
}

bool RunTableModel::isGroup(int row) const {
    return row >= 0 && row < rowCount() && list_.isGroup(rows_[static_cast<std::size_t>(row)]);
}

bool RunTableModel::isMember(int row) const {
    return row >= 0 && row < rowCount() && rows_[static_cast<std::size_t>(row)].isMember;
}

bool RunTableModel::isOpen(int row) const { return isGroup(row) && isMember(row + 1); }

void RunTableModel::setOpen(int row, bool open) {
    if (!isGroup(row) || isOpen(row) == open) return;
    const auto at = static_cast<std::size_t>(row);
    const auto first = rows_.begin() + row + 1;
    if (list_.runsOf(rows_[at]).empty()) return;  // a newer list is on its way
    const int count = static_cast<int>(rows_[at].runs.size());
    for (const RunSummary* run : list_.runsOf(rows_[at])) {
        if (open)
            list_.open.insert(run->id);
        else
            list_.open.erase(run->id);
    }
    if (open) {
        std::vector<RunRow> within = list_.membersOf(rows_[at]);
        beginInsertRows({}, row + 1, row + count);
        rows_.insert(first, std::make_move_iterator(within.begin()), std::make_move_iterator(within.end()));
        endInsertRows();
    } else {
        beginRemoveRows({}, row + 1, row + count);
        rows_.erase(first, first + count);
        endRemoveRows();
    }
    Q_EMIT dataChanged(index(row, 0), index(row, 0), {Qt::DecorationRole});
}

bool RunTableModel::isStarred(const RunRow& row) const {
    const auto runs = list_.runsOf(row);
    return !list_.isGroup(row) && !runs.empty() && runs.front()->starred;
}

QVariant RunTableModel::exactValue(const RunRow& row, int column) const {
    const RunColumn* shown = columnAt(column);
    const QString text = cellText(row, column);
    const bool isNumber =
        shown && shown->number && shown->kind != RunColumn::Kind::Time && (!list_.isGroup(row) || shown->hasMean());
    if (!isNumber) return text == QLatin1String("-") ? QString() : text;
    const double value = list_.number(row, *shown);
    // What the cell says behind its number, as of another scale, the file says too.
    if (const QString figure = shown->format(value);
        shown->group == RunColumn::Group::Figures && !shown->isFlag && text != figure && text.startsWith(figure))
        return QString(QString::number(value, 'g', QLocale::FloatingPointShortest) + text.mid(figure.size()));
    return value;
}

/// Of a group behind its arrow, of its runs further in. Where any run has a star there is room for one at all, so that
/// names stand in line.
QPixmap RunTableModel::decoration(int row) const {
    const QPixmap marker = theme_->marker(slotAt(row));
    const QSizeF size = marker.deviceIndependentSize();
    const int left = list_.group.isEmpty() ? 0 : isMember(row) ? 2 * kArrowRoom : kArrowRoom;
    const double star = hasStars_ && !isGroup(row) ? size.width() + kStarGap : 0;
    if (left == 0 && star == 0) return marker;
    QPixmap pixmap(
        QSizeF((left + size.width() + star) * marker.devicePixelRatio(), size.height() * marker.devicePixelRatio())
            .toSize());
    pixmap.setDevicePixelRatio(marker.devicePixelRatio());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    if (isGroup(row))
        theme_->icon(isOpen(row) ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"))
            .paint(&painter, QRectF({}, size).toRect());
    painter.drawPixmap(QPointF(left, 0), marker);
    const QRectF place(QPointF(left + size.width() + kStarGap, 0), size);
    if (isStarred(rows_[static_cast<std::size_t>(row)]))
        theme_->icon(QStringLiteral("star"), Ink::Muted).paint(&painter, place.toRect());
    return pixmap;
}

/// Selection and scroll position stay with their runs: rows that are the same only change their contents, rows in
/// another order move.
void RunTableModel::apply(std::vector<RunRow> rows) {
    hasStars_ = std::ranges::any_of(runs_->runs(), &RunSummary::starred);
    if (std::equal(rows.begin(), rows.end(), rows_.begin(), rows_.end(),
                   [](const RunRow& a, const RunRow& b) { return a.id == b.id && a.isMember == b.isMember; })) {
        rows_ = std::move(rows);
        if (!rows_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        Q_EMIT listChanged();
        return;
    }
    const auto keyOf = [](const RunRow& row) { return row.isMember ? row.id + "/" : row.id; };
    std::unordered_map<std::string, int> places;
    for (std::size_t i = 0; i < rows.size(); ++i) places.emplace(keyOf(rows[i]), static_cast<int>(i));
    const bool sameRuns =
        rows.size() == rows_.size() &&
        std::all_of(rows_.begin(), rows_.end(), [&](const RunRow& row) { return places.contains(keyOf(row)); });
    if (sameRuns) {
        Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
        const QModelIndexList before = persistentIndexList();
        QModelIndexList after;
        for (const QModelIndex& old : before)
            after << createIndex(places.at(keyOf(rows_[static_cast<std::size_t>(old.row())])), old.column());
        rows_ = std::move(rows);
        changePersistentIndexList(before, after);
        Q_EMIT layoutChanged({}, VerticalSortHint);
    } else {
        beginResetModel();
        rows_ = std::move(rows);
        endResetModel();
        Q_EMIT checkedChanged();
    }
    Q_EMIT listChanged();
}

int RunTableModel::rowOf(const QString& runId) const {
    for (int row = 0; row < rowCount(); ++row)
        if (idsAt(row).contains(runId)) return row;
    return -1;
}

int RunTableModel::memberRowOf(const QString& runId) const {
    if (list_.open.empty()) return -1;
    for (int row = 0; row < rowCount(); ++row)
        if (isMember(row) && idAt(row) == runId) return row;
    return -1;
}

std::vector<const RunSummary*> RunTableModel::listedRuns() const {
    std::vector<const RunSummary*> all;
    for (const RunRow& row : rows_) {
        if (row.isMember) continue;  // its group has it
        const auto runs = list_.runsOf(row);
        all.insert(all.end(), runs.begin(), runs.end());
    }
    return all;
}

}  // namespace gatelab
