// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/runs_model.h"

#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "config/architecture.h"
#include "config/field_use.h"
#include "models/run_columns.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"

#include <QDateTime>
#include <algorithm>
#include <cmath>

namespace gatelab {

RunsModel::RunsModel(RunController& runs, QObject* parent) : QAbstractListModel(parent), runs_(runs) {
    connect(&runs_, &RunController::runsChanged, this, &RunsModel::refresh);
    connect(&runs_, &RunController::ticked, this, [this] {
        if (const auto live = runs_.live()) refreshProgress(live->id);
    });
    connect(&runs_, &RunController::runProgressed, this, &RunsModel::refreshProgress);
    refresh();
}

/// Same rows: only their contents changed, so selection and scroll position stay.
void RunsModel::refresh() {
    const auto& runs = runs_.runs();
    archived_ = static_cast<int>(std::ranges::count_if(runs, &RunSummary::archived));
    std::vector<Row> rows;
    for (const bool starred : {true, false})
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (runs[i].starred == starred && (archivedShown_ || !runs[i].archived)) rows.push_back({runs[i].id, i});
    if (rows == rows_) {
        rows_ = std::move(rows);
        if (!rows_.empty()) Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

void RunsModel::setArchivedShown(bool on) {
    archivedShown_ = on;
    refresh();
}

void RunsModel::refreshProgress(const QString& runId) {
    if (const auto row = indexOf(runId); row.isValid())
        Q_EMIT dataChanged(row, row, {ShareRole, ValueRole, UnitRole, StateRole});
}

int RunsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QModelIndex RunsModel::indexOf(const QString& runId) const {
    const auto found = std::ranges::find(rows_, runId.toStdString(), &Row::id);
    return found == rows_.end() ? QModelIndex() : index(static_cast<int>(found - rows_.begin()));
}

QString RunsModel::describe(const RunSummary& run) const {
    QStringList lines{shownRunName(run)};
    lines
        << QDateTime::fromSecsSinceEpoch(static_cast<qint64>(run.created)).toString(QStringLiteral("yyyy-MM-dd HH:mm"));
    if (!run.dataName.empty()) lines << fromUtf8(run.dataName);
    lines << tr("%1, epoch %2 of %3").arg(translated(modelName(run.config))).arg(run.epoch).arg(run.epochs);
    if (!run.problem.empty()) lines << translated(run.problem);
    return lines.join(QLatin1Char('\n'));
}

QString RunsModel::resultText(const RunSummary& listed, const RunSummary& run) const {
    const QString name = shownRunName(listed);
    const ShortResult result = shortResult(run);
    return run.bestEpoch < 0 && !hasValidation(run.config)
               ? tr("%1, no validation part, %2 %3").arg(name, result.unit, result.value)
               : tr("%1, best validation %2").arg(name, bestValidationText(run));
}

QString RunsModel::detailOf(const RunSummary& run) const {
    const QDateTime began = QDateTime::fromSecsSinceEpoch(static_cast<qint64>(run.created));
    const QString when =
        began.toString(began.date() == QDate::currentDate() ? QStringLiteral("HH:mm") : QStringLiteral("MM-dd HH:mm"));
    return run.dataName.empty() ? when : tr("%1, %2").arg(when, fromUtf8(run.dataName));
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= static_cast<int>(rows_.size())) return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    const QString id = fromUtf8(row.id);
    // Mostly the run is where it was; searching the list for each of 10,000 rows would be felt.
    const auto& list = runs_.runs();
    const RunSummary* listed = row.at < list.size() && list[row.at].id == row.id ? &list[row.at] : runs_.findRun(id);
    if (!listed) return {};
    const auto live = runs_.live();
    const bool isLive = live && live->id == id;
    const RunSummary& run = isLive ? live->summary : *listed;
    switch (role) {
        case Qt::DisplayRole:
            return shownRunName(*listed);
        case Qt::EditRole:
            return fromUtf8(listed->name);
        case Qt::ToolTipRole:
            return describe(run);
        case IdRole:
            return id;
        case SlotRole:
            return listed->colour;
        case StateRole:
            return static_cast<int>(isLive ? runs_.state() : run.state);
        case TitleRole:
            return shownRunName(*listed);
        case DetailRole:
            return detailOf(*listed);
        case ValueRole:
            return shortResult(run).value;
        case UnitRole:
            return shortResult(run).unit;
        case ShareRole: {
            // Of a run that another process trains the list knows the epochs.
            if (!isLive && isGoingOn(run.state) && run.epochs > 0)
                return std::clamp(static_cast<double>(run.epoch) / static_cast<double>(run.epochs), 0.0, 1.0);
            if (!isLive || live->plan.totalSteps <= 0) return -1.0;
            return std::clamp(static_cast<double>(run.step) / static_cast<double>(live->plan.totalSteps), 0.0, 1.0);
        }
        case SortRole:
            return id;
        case StarRole:
            return listed->starred;
        case Qt::AccessibleTextRole:
            return resultText(*listed, run);
        default:
            return {};
    }
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable | Qt::ItemNeverHasChildren
                           : Qt::NoItemFlags;
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const QString name = value.toString().trimmed();
    if (role != Qt::EditRole || !index.isValid() || name.isEmpty()) return false;
    Q_EMIT renameAsked(index.data(IdRole).toString(), name);
    return true;
}

}  // namespace gatelab
