// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_table_model.h"

#include "config/architecture.h"
#include "pages/run_actions.h"
#include "texts.h"

#include <QDateTime>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool isNumber(int column) { return column != RunTableModel::Name && column != RunTableModel::State && column != RunTableModel::Tags; }

QPixmap marker(int slot, const QColor& colour) {
    constexpr int side = 12, scale = 2;
    QPixmap pixmap(side * scale, side * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    Theme::drawMarker(painter, QPointF(side / 2.0, side / 2.0), slot, colour, 9);
    return pixmap;
}

}  // namespace

double testScore(const RunSummary& run, const char* method, const char* scale, const char* metric) {
    for (const TestScore& score : run.scores)
        if (score.method == method && score.scale == scale && score.metric == metric) return score.value;
    return kNaN;
}

RunTableModel::RunTableModel(Theme& theme, RunController& runs, QObject* parent) : QAbstractTableModel(parent), theme_(&theme), runs_(&runs) {
    connect(runs_, &RunController::runsChanged, this, &RunTableModel::refresh);
    refresh();
}

void RunTableModel::refresh() {
    std::vector<std::string> ids;
    for (const RunSummary& run : runs_->runs()) ids.push_back(run.id);
    if (ids == ids_) {
        // Only contents changed: selection and scroll position stay.
        if (!ids_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    ids_ = std::move(ids);
    endResetModel();
    Q_EMIT checkedChanged();
}

int RunTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(ids_.size()); }

int RunTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString RunTableModel::idAt(int row) const { return row < 0 || row >= rowCount() ? QString() : fromUtf8(ids_[static_cast<std::size_t>(row)]); }

const RunSummary* RunTableModel::runAt(int row) const {
    // The list and the ids agree outside of resets; in between a row may be gone.
    const auto& runs = runs_->runs();
    const auto at = static_cast<std::size_t>(row);
    if (at < runs.size() && runs[at].id == ids_[at]) return &runs[at];
    return runs_->findRun(fromUtf8(ids_[at]));
}

double RunTableModel::number(const RunSummary& run, int column) const {
    switch (column) {
        case BestValidation: return run.bestEpoch >= 0 ? run.bestValidation : kNaN;
        case BestEpoch: return run.bestEpoch >= 0 ? static_cast<double>(run.bestEpoch) : kNaN;
        case TestMse: return testScore(run, "model", "standardised", "mse");
        case TestMae: return testScore(run, "model", "standardised", "mae");
        case SamplesPerSecond: {
            const auto found = run.lastValues.find(metric(MetricId::SamplesPerSecond).key);
            return found == run.lastValues.end() ? kNaN : found->second;
        }
        case Time: return run.seconds;
        case Seed: return static_cast<double>(run.config.seed);
        case Created: return run.created;
        default: return kNaN;
    }
}

QString RunTableModel::text(const RunSummary& run, int column) const {
    const double value = number(run, column);
    switch (column) {
        case Name: return fromUtf8(run.name);
        case State: return run.problem.empty() ? stateLabel(run.state) : tr("damaged");
        case Tags: return fromUtf8(run.tags);
        case Time: return formatDuration(value);
        case Created: return QDateTime::fromSecsSinceEpoch(static_cast<qint64>(value)).toString(QStringLiteral("yyyy-MM-dd HH:mm"));
        case Seed:
        case BestEpoch: return std::isnan(value) ? QStringLiteral("-") : formatCount(static_cast<qint64>(value));
        default: return formatNumber(value);
    }
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    if (role == IdRole) return idAt(index.row());
    const RunSummary* run = runAt(index.row());
    if (!run) return {};
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole: return text(*run, column);
        case Qt::EditRole: return column == Name ? QVariant(fromUtf8(run->name)) : QVariant();
        case Qt::TextAlignmentRole: return QVariant(Qt::AlignVCenter | (isNumber(column) ? Qt::AlignRight : Qt::AlignLeft));
        case Qt::CheckStateRole: return column == Name ? QVariant(checked_.contains(idAt(index.row())) ? Qt::Checked : Qt::Unchecked) : QVariant();
        case Qt::DecorationRole: return column == Name ? QVariant(marker(run->colour, theme_->runColour(run->colour))) : QVariant();
        case Qt::ToolTipRole: return run->problem.empty() ? fromUtf8(modelName(run->config) + ", " + run->dataName) : fromUtf8(run->problem);
        case SortRole: return isNumber(column) ? QVariant(number(*run, column)) : QVariant(text(*run, column));
        case TextRole: return QStringList{fromUtf8(run->name), fromUtf8(run->tags), fromUtf8(run->note), fromUtf8(run->dataName), fromUtf8(modelName(run->config)),
                                          stateLabel(run->state)}.join(QLatin1Char('\n'));
        default: return {};
    }
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::ToolTipRole && (section == TestMse || section == TestMae)) return tr("On the test part, on the scale standardised by the training part.");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Name: return tr("Run");
        case BestValidation: return tr("Best validation");
        case BestEpoch: return tr("Epoch");
        case TestMse: return tr("Test MSE");
        case TestMae: return tr("Test MAE");
        case SamplesPerSecond: return tr("Samples/s");
        case Time: return tr("Time");
        case Seed: return tr("Seed");
        case State: return tr("State");
        case Created: return tr("Started");
        case Tags: return tr("Tags");
        default: return {};
    }
}

Qt::ItemFlags RunTableModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == Name) flags |= Qt::ItemIsEditable | Qt::ItemIsUserCheckable;
    return flags;
}

bool RunTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || index.column() != Name) return false;
    const QString id = idAt(index.row());
    if (role == Qt::CheckStateRole) {
        if (value.toInt() == Qt::Checked) checked_.insert(id);
        else checked_.remove(id);
        Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
        Q_EMIT checkedChanged();
        return true;
    }
    if (role != Qt::EditRole) return false;
    Q_EMIT renameAsked(id, value.toString().trimmed());
    return true;
}

QStringList RunTableModel::checked() const {
    QStringList ids;
    for (int row = 0; row < rowCount(); ++row)
        if (checked_.contains(idAt(row))) ids << idAt(row);
    return ids;
}

void RunTableModel::setChecked(const QStringList& ids) {
    checked_ = QSet<QString>(ids.begin(), ids.end());
    if (!ids_.empty()) Q_EMIT dataChanged(index(0, Name), index(rowCount() - 1, Name), {Qt::CheckStateRole});
    Q_EMIT checkedChanged();
}

void RunTableFilter::setWords(const QString& words) {
    words_ = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool RunTableFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    if (words_.isEmpty()) return true;
    const QString all = sourceModel()->index(row, 0, parent).data(RunTableModel::TextRole).toString();
    return std::all_of(words_.begin(), words_.end(), [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

bool RunTableFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const QVariant a = left.data(RunTableModel::SortRole), b = right.data(RunTableModel::SortRole);
    if (a.typeId() != QMetaType::Double) return QString::localeAwareCompare(a.toString(), b.toString()) < 0;
    const double x = a.toDouble(), y = b.toDouble();
    if (std::isnan(x) || std::isnan(y)) return std::isnan(x) != std::isnan(y) && (std::isnan(y) == (sortOrder() == Qt::AscendingOrder));
    return x < y;
}

}  // namespace gatelab
