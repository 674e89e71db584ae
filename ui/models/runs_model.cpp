// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/runs_model.h"

#include "config/architecture.h"
#include "run_controller.h"
#include "texts.h"
#include "theme.h"

#include <QDateTime>
#include <algorithm>
#include <cmath>

namespace gatelab {

RunsModel::RunsModel(RunController& runs, QObject* parent) : QAbstractListModel(parent), runs_(runs) {
    connect(&runs_, &RunController::runsChanged, this, &RunsModel::refresh);
    connect(&runs_, &RunController::ticked, this, &RunsModel::refreshLive);
    refresh();
}

/// Same rows: only their contents changed, so selection and scroll position stay.
void RunsModel::refresh() {
    std::vector<std::string> ids;
    for (const auto& run : runs_.runs()) ids.push_back(run.id);
    if (ids == ids_) {
        if (!ids_.empty()) Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    ids_ = std::move(ids);
    endResetModel();
}

void RunsModel::refreshLive() {
    if (const auto live = runs_.live())
        if (const auto row = indexOf(live->id); row.isValid()) Q_EMIT dataChanged(row, row, {ShareRole, ValueRole, StateRole});
}

int RunsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(ids_.size()); }

QModelIndex RunsModel::indexOf(const QString& runId) const {
    const auto found = std::find(ids_.begin(), ids_.end(), runId.toStdString());
    return found == ids_.end() ? QModelIndex() : index(static_cast<int>(found - ids_.begin()));
}

QString RunsModel::describe(const RunSummary& run) {
    QStringList lines{fromUtf8(run.name)};
    lines << QDateTime::fromSecsSinceEpoch(static_cast<qint64>(run.created)).toString(QStringLiteral("yyyy-MM-dd HH:mm"));
    if (!run.dataName.empty()) lines << fromUtf8(run.dataName);
    lines << tr("%1, epoch %2 of %3").arg(fromUtf8(modelName(run.config))).arg(run.epoch).arg(run.epochs);
    if (!run.problem.empty()) lines << translated(run.problem);
    return lines.join(QLatin1Char('\n'));
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= static_cast<int>(ids_.size())) return {};
    const auto row = static_cast<std::size_t>(index.row());
    const QString id = fromUtf8(ids_[row]);
    // Mostly the controller's list has the same order; searching it for each of 10,000 rows would be felt.
    const auto& list = runs_.runs();
    const RunSummary* listed = row < list.size() && list[row].id == ids_[row] ? &list[row] : runs_.findRun(id);
    if (!listed) return {};
    const auto live = runs_.live();
    const bool isLive = live && live->id == id;
    const RunSummary& run = isLive ? live->summary : *listed;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole: return fromUtf8(listed->name);
    case Qt::ToolTipRole: return describe(run);
    case IdRole: return id;
    case SlotRole: return listed->colour;
    case StateRole: return static_cast<int>(isLive ? runs_.state() : run.state);
    case ValueRole: return run.bestEpoch < 0 ? QVariant() : QVariant(run.bestValidation);
    case ShareRole: {
        if (!isLive || live->plan.totalSteps <= 0) return -1.0;
        return std::clamp(static_cast<double>(run.step) / static_cast<double>(live->plan.totalSteps), 0.0, 1.0);
    }
    case SortRole: return id;
    case Qt::AccessibleTextRole: return tr("%1, best validation %2").arg(fromUtf8(listed->name), run.bestEpoch < 0 ? QStringLiteral("-") : formatNumber(run.bestValidation));
    default: return {};
    }
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable | Qt::ItemNeverHasChildren : Qt::NoItemFlags;
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const QString name = value.toString().trimmed();
    if (role != Qt::EditRole || !index.isValid() || name.isEmpty()) return false;
    Q_EMIT renameAsked(index.data(IdRole).toString(), name);
    return true;
}

}  // namespace gatelab
