// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/study_model.h"

#include "common/field_text.h"
#include "common/texts.h"
#include "lab/memory_study_report.h"

namespace gatelab {

namespace {

/// "64" as people read it.
QString valueText(const StudyRow& row) {
    const Field* field = findField(row.factor);
    if (!field) return formatCount(row.rows);
    const QString value = displayValue(*field, row.value);
    return row.instead.empty() ? value : QStringLiteral("%1 (%2)").arg(value, fromUtf8(row.instead));
}

}  // namespace

void StudyModel::setStudy(const MemoryStudy& study) {
    const bool isSame = study.rows.size() == study_.rows.size() && !study_.rows.empty();
    if (!isSame) beginResetModel();
    study_ = study;
    if (isSame)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Peak));
    else
        endResetModel();
}

int StudyModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(study_.rows.size());
}

int StudyModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString StudyModel::text(const StudyRow& row, int column) {
    switch (column) {
        case Factor:
            return translated(studyFactorTitle(row.factor));
        case Value:
            return valueText(row);
        case Forecast:
            return formatNumber(row.peak.forecast, 4);
        case Measured:
            return formatNumber(row.peak.measured, 4);
        case Error:
            return formatNumber(row.peak.errorPercent(), 2);
        default:
            return translated(row.obstacle().empty() ? studyPeak(row) : row.obstacle());
    }
}

QVariant StudyModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const StudyRow& row = study_.rows[static_cast<std::size_t>(index.row())];
    const bool isText = index.column() == Factor || index.column() == Peak;
    if (role == Qt::DisplayRole) return text(row, index.column());
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | (isText ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::ForegroundRole && !row.obstacle().empty()) return theme_->palette().disabled;
    if (role == Qt::FontRole && row.present) return theme_->font(13, 600);
    if (role == Qt::ToolTipRole && row.present) return tr("The experiment as it is");
    if (role == Qt::ToolTipRole && !row.obstacle().empty()) return translated(row.obstacle());
    return {};
}

QVariant StudyModel::headerData(int section, Qt::Orientation orientation, int role) const {
    static constexpr struct {
        const char *head, *tip;
    } kColumns[] = {
        {QT_TR_NOOP("Varied"), QT_TR_NOOP("What is varied; everything else stays as it is")},
        {QT_TR_NOOP("Value"), QT_TR_NOOP("The present value is written bold")},
        {QT_TR_NOOP("Estimate, MiB"), QT_TR_NOOP("Highest memory of all tensors, from formulas")},
        {QT_TR_NOOP("Measured, MiB"), QT_TR_NOOP("Highest memory of all tensors in a few steps and a validation")},
        {QT_TR_NOOP("Error, %"), QT_TR_NOOP("How much too high the estimate was")},
        {QT_TR_NOOP("Peak lies in"), QT_TR_NOOP("The part of the run with the highest memory, where it was measured, "
                                                "and what most of that is held for")},
    };
    static_assert(std::size(kColumns) == ColumnCount);
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
    const bool isText = section == Factor || section == Peak;
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | (isText ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::DisplayRole) return tr(kColumns[section].head);
    return role == Qt::ToolTipRole ? QVariant(tr(kColumns[section].tip)) : QVariant();
}

}  // namespace gatelab
