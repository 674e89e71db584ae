// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_table_model.h"

#include "common/background_job.h"
#include "common/list_text.h"
#include "common/texts.h"
#include "config/architecture.h"
#include "models/difference_model.h"
#include "models/run_figures.h"
#include "models/run_groups.h"
#include "runs/run_actions.h"
#include "runs/run_names.h"
#include "store/run_folder.h"
#include "store/value_at.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace gatelab {

const QString RunTableModel::kBySettings = QStringLiteral("settings");

namespace {
const QString kName = QStringLiteral("name");
/// Runs by which a column is called empty: the scores of thousands would have to be unpacked
constexpr std::size_t kLookedAt = 100;
}  // namespace

RunTableModel::RunTableModel(Theme& theme, RunController& runs, QObject* parent)
    : QAbstractTableModel(parent), theme_(&theme), runs_(&runs), job_(new BackgroundJob(this)) {
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

void RunTableModel::refresh() {
    apply(makeRows());
    RunNames::of(*runs_).announce();
}

void RunTableModel::sort(int column, Qt::SortOrder order) {
    if (column == sortColumn_ && order == sortOrder_) return;  // a view asks again for what is so already
    sortColumn_ = column;
    sortOrder_ = order;
    refresh();
}

void RunTableModel::setShownColumns(const QStringList& keys) {
    beginResetModel();
    shown_ = {columns_.find(kName)};
    for (const QString& key : keys)
        if (const RunColumn* column = columns_.findOrAdd(key);
            column && std::find(shown_.begin(), shown_.end(), column) == shown_.end())
            shown_.push_back(column);
    for (Row& row : rows_) row.texts.clear();
    sortColumn_ = -1;  // another column has its place
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
    const auto added = columns_.addAtSteps(expression);
    for (const RunColumn* column : added)
        if (std::ranges::find(asked_, column) == asked_.end()) asked_.push_back(column);
    RunFilter filter(expression, columns_);
    const bool isOpen = !finished && !filter.openWord().isEmpty();
    QString problem = filter.problem();
    const std::vector<RunSummary>& runs = runs_->runs();
    if (isOpen && !runs.empty() &&
        std::none_of(runs.begin(), runs.end(), [&](const RunSummary& run) { return filter.matches(run); }))
        problem = tr("No run matches the word \"%1\"; after a column a comparison is missing.").arg(filter.openWord());
    if (problem.isEmpty() && (finished || !filter.endsInWord())) whole_ = filter, wholeText_ = expression.trimmed();
    isMistaken_ = !problem.isEmpty();
    filter_ = problem.isEmpty() && (!isOpen || filter.isOneWord()) ? filter : whole_;
    refresh();
    if (!added.empty()) readSteps();
    return problem;
}

void RunTableModel::setGroup(const QString& key) {
    if (key == group_) return;
    beginResetModel();
    group_ = key;
    if (sortColumn_ >= static_cast<int>(shown_.size())) sortColumn_ = -1;  // only groups have it
    open_.clear();
    rows_ = makeRows();
    endResetModel();
    Q_EMIT listChanged();
}

int RunTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int RunTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(shown_.size()) + (group_.isEmpty() ? 0 : kGroupColumns);
}

const RunColumn* RunTableModel::columnAt(int section) const {
    return section >= 0 && section < static_cast<int>(shown_.size()) ? shown_[static_cast<std::size_t>(section)]
                                                                     : nullptr;
}

double RunTableModel::number(const Row& row, const RunColumn& column) const {
    std::vector<double> values;
    const auto runs = members(row);
    // The mean of different quantities says nothing.
    if (column.isLoss && !haveSameMeasure(runs)) return std::numeric_limits<double>::quiet_NaN();
    // What a run has reached on its way is no result beside those that have ended.
    const bool anyEnded = std::ranges::any_of(runs, [](const RunSummary* run) { return !isGoingOn(run->state); });
    for (const RunSummary* run : runs)
        if (!anyEnded || !isGoingOn(run->state)) values.push_back(column.number(*run));
    return meanOf(values);
}

QString RunTableModel::mixedNote(const std::vector<const RunSummary*>& runs) const {
    if (haveSameMeasure(runs)) return {};
    QStringList losses;
    for (const RunSummary* run : runs)
        if (const QString loss = lossName(run->config); !losses.contains(loss)) losses << loss;
    return losses.size() > 1
               ? tr("These runs were trained on different losses (%1): the numbers are no common measure.")
                     .arg(listText(losses))
               : tr("These runs were trained on different data, targets or scales: the numbers are no common measure.");
}

QString RunTableModel::titleOf(const Row& row) const {
    const auto runs = members(row);
    if (runs.empty()) return {};
    if (!isGroup(row)) return RunNames::of(*runs_).name(*runs.front());
    if (const RunColumn* grouping = columns_.find(group_)) return grouping->display(*runs.front());
    return sharedTitle(RunNames::of(*runs_), runs);
}

QString RunTableModel::text(const Row& row, const RunColumn& column) const {
    const auto runs = members(row);
    if (runs.empty()) return {};
    if (column.key == kName && isGroup(row))
        return runs.size() == 1 ? tr("%1 (1 run)").arg(titleOf(row))
                                : tr("%1 (%2 runs)").arg(titleOf(row), formatCount(static_cast<qint64>(runs.size())));
    if (column.key == kName) return titleOf(row);
    if (runs.size() == 1) return column.display(*runs.front());
    const QString first = column.display(*runs.front());
    const bool common =
        std::all_of(runs.begin(), runs.end(), [&](const RunSummary* run) { return column.display(*run) == first; });
    if (common && (!column.isLoss || haveSameMeasure(runs))) return first;
    if (column.key == QLatin1String("seed")) {
        std::vector<std::int64_t> seeds;
        for (const RunSummary* run : runs) seeds.push_back(run->config->seed);
        return rangesText(std::move(seeds));
    }
    return column.hasMean() ? column.format(number(row, column)) : tr("several");
}

/// The runs whose spread is told; one that goes on has not reached its best.
std::vector<const RunSummary*> RunTableModel::sampleOf(std::vector<const RunSummary*> runs) {
    std::erase_if(runs, [](const RunSummary* run) { return isGoingOn(run->state); });
    std::vector<std::int64_t> seeds;
    for (const RunSummary* run : runs) seeds.push_back(run->config->seed);
    const std::vector<bool> isFirst = firstOfSeed(seeds);
    std::vector<const RunSummary*> sample;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (isFirst[i]) sample.push_back(runs[i]);
    return sample;
}

QString RunTableModel::intervalText(const Row& row) const {
    std::vector<double> values;
    if (const auto runs = members(row); haveSameMeasure(runs))
        for (const RunSummary* run : sampleOf(runs))
            values.push_back(columns_.find(QStringLiteral("best_validation"))->number(*run));
    return formatNumber(halfInterval95(values), 2);
}

QString RunTableModel::cellText(const Row& row, int column) const {
    const RunColumn* shown = columnAt(column);
    if (!isGroup(row)) return shown ? text(row, *shown) : QString();
    row.texts.resize(static_cast<std::size_t>(columnCount()));
    std::optional<QString>& known = row.texts[static_cast<std::size_t>(column)];
    if (!known) known = shown ? text(row, *shown) : intervalText(row);
    return *known;
}

bool RunTableModel::isBase(const Row& row) const {
    return !base_.empty() &&
           std::ranges::any_of(members(row), [this](const RunSummary* run) { return run->id == base_; });
}

void RunTableModel::setBase(const QString& runId) {
    if (runId.toStdString() == base_) return;
    base_ = runId.toStdString();
    if (!rows_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0));
}

QVariant RunTableModel::ticked(const Row& row) const {
    int count = 0;
    const auto runs = members(row);
    for (const RunSummary* run : runs) count += checked_.contains(run->id) ? 1 : 0;
    return count == 0 ? Qt::Unchecked : count == static_cast<int>(runs.size()) ? Qt::Checked : Qt::PartiallyChecked;
}

int RunTableModel::slotAt(int row) const {
    if (row < 0 || row >= rowCount()) return 0;
    const Row& at = rows_[static_cast<std::size_t>(row)];
    if (isGroup(at)) return at.slot;
    const auto runs = members(at);
    return runs.empty() ? 0 : sharedSlot(runs);
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    if (role == IdRole) return idAt(index.row());
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    const RunColumn* column = columnAt(index.column());
    const bool isName = index.column() == 0;
    switch (role) {
        case Qt::DisplayRole:
            return isName && isBase(row) ? tr("%1 (base)").arg(cellText(row, 0)) : cellText(row, index.column());
        case Qt::EditRole:
            if (isName && !isGroup(row) && !members(row).empty()) return fromUtf8(members(row).front()->name);
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
            return isGroup(index.row()) && !isName ? QVariant(groupTip(members(row), column)) : QVariant();
        case Qt::ToolTipRole: {
            const auto runs = members(row);
            if (runs.empty() || isGroup(row)) return groupTip(runs, column);
            if (column && column->isLoss && runs[0]->config->task == "forecast")
                return tr("%1, %2").arg(lossName(runs[0]->config), lossScale(runs[0]->config));
            return runs[0]->problem.empty()
                       ? tr("%1, %2").arg(fromUtf8(modelName(runs[0]->config)), fromUtf8(runs[0]->dataName))
                       : translated(runs[0]->problem);
        }
        default:
            return {};
    }
}

QString RunTableModel::groupTip(const std::vector<const RunSummary*>& runs, const RunColumn* column) const {
    if (runs.empty()) return {};
    // The column without a number is that of the interval, which is of the best validation loss.
    const QString mixed = !column || column->isLoss ? mixedNote(runs) : QString();
    if (!mixed.isEmpty()) return tr("Not averaged. %1").arg(mixed);
    if (!column)
        return sampleOf(runs).size() < 2
                   ? tr("Runs of two seeds or more are needed: repeats of one seed say nothing of the others.")
                   : QString();
    const auto all = static_cast<qint64>(runs.size());
    if (column->key == kName)
        return all == 1 ? tr("1 run; the arrow shows it.") : tr("%1 runs; the arrow shows them.").arg(formatCount(all));
    if (!column->hasMean()) return {};
    const auto with = static_cast<qint64>(
        std::ranges::count_if(runs, [column](const RunSummary* run) { return std::isfinite(column->number(*run)); }));
    return with == all ? tr("Mean of %1 runs").arg(formatCount(all))
                       : tr("Mean of %1 of %2 runs: the others have no value").arg(formatCount(with), formatCount(all));
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
    return group_.isEmpty() || !column.hasMean() ? column.label : tr("%1, mean").arg(column.label);
}

QString RunTableModel::headTip(const RunColumn& column) const {
    const QString help = column.help.isEmpty() ? column.label : column.help,
                  mixed = column.isLoss ? mixedNote(listedRuns()) : QString();
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
    const auto runs = members(rows_[static_cast<std::size_t>(index.row())]);
    if (role == Qt::CheckStateRole && index.column() == 0) {
        for (const RunSummary* run : runs) {
            if (value.toInt() == Qt::Checked)
                checked_.insert(run->id);
            else
                checked_.erase(run->id);
        }
        // The group that it belongs to, and those that belong to it.
        Q_EMIT dataChanged(group_.isEmpty() ? index : this->index(0, 0),
                           group_.isEmpty() ? index : this->index(rowCount() - 1, 0), {Qt::CheckStateRole});
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
    for (const RunSummary* run : members(rows_[static_cast<std::size_t>(row)])) ids << fromUtf8(run->id);
    return ids;
}

QStringList RunTableModel::checkedAt(int row) const {
    QStringList ids;
    if (row < 0 || row >= rowCount() || checked_.empty()) return ids;
    for (const RunSummary* run : members(rows_[static_cast<std::size_t>(row)]))
        if (checked_.contains(run->id)) ids << fromUtf8(run->id);
    return ids;
}

QString RunTableModel::titleAt(int row) const {
    return row < 0 || row >= rowCount() ? QString() : titleOf(rows_[static_cast<std::size_t>(row)]);
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

}  // namespace gatelab
