// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/study_model.h"

#include "common/field_text.h"
#include "common/texts.h"
#include "lab/memory_study_report.h"
#include "models/lab_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

void StudyModel::setStudy(const MemoryStudy& study) {
    const bool same = study.rows.size() == study_.rows.size() && !study_.rows.empty();
    if (!same) beginResetModel();
    study_ = study;
    if (!same)
        endResetModel();
    else
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void StudyModel::setFigures(Figures figures) {
    if (figures == figures_) return;
    beginResetModel();
    figures_ = figures;
    endResetModel();
}

std::span<const MetricId> StudyModel::figures() const {
    return figures_ == Figures::Causes ? studyCauses() : figures_ == Figures::Phases ? studyPhases() : studyDevice();
}

int StudyModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(study_.rows.size());
}

int StudyModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0
                            : FixedColumns + static_cast<int>(figures().size()) + (figures_ == Figures::Phases ? 1 : 0);
}

bool StudyModel::isPeakPart(int column) const { return figures_ == Figures::Phases && column == columnCount() - 1; }

QString StudyModel::note(int row) const {
    const StudyRow& one = study_.rows[static_cast<std::size_t>(row)];
    return translated(one.supported() ? one.problem : one.reason);
}

int StudyModel::slot(int row) const {
    const auto keys = studyFactors();
    return static_cast<int>(std::ranges::find(keys, study_.rows[static_cast<std::size_t>(row)].factor) - keys.begin());
}

QString StudyModel::factorName(const StudyRow& row) { return translated(studyFactorTitle(row.factor)); }

QString StudyModel::valueName(const StudyRow& row) {
    if (const Field* field = findField(row.factor)) {
        const QString value = displayValue(*field, row.value);
        return row.instead.empty() ? value : QStringLiteral("%1 (%2)").arg(value, QString::fromStdString(row.instead));
    }
    return formatCount(row.rows);
}

QString StudyModel::metricName(MetricId id) {
    QString name = translated(metric(id).label);
    if (!name.isEmpty()) name[0] = name[0].toUpper();
    return name;
}

QString StudyModel::text(const StudyRow& row, int column) const {
    switch (column) {
        case Factor:
            return factorName(row);
        case Value:
            return valueName(row);
        case Forecast:
            return formatNumber(row.peak.forecast, 4);
        case Measured:
            return formatNumber(row.peak.measured, 4);
        case Error:
            return formatNumber(row.peak.errorPercent(), 2);
        default:
            break;
    }
    if (isPeakPart(column)) {
        const Text part = studyPeakPart(row);
        return *part.source ? translated(part) : QStringLiteral("-");
    }
    const MetricId id = figures()[static_cast<std::size_t>(column - FixedColumns)];
    const QString measured = formatNumber(row.measuredOf(id), 3);
    return figures_ == Figures::Causes ? tr("%1 / %2").arg(formatNumber(row.forecastOf(id), 3), measured) : measured;
}

QVariant StudyModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const StudyRow& row = study_.rows[static_cast<std::size_t>(index.row())];
    const QString why = note(index.row());
    // A reason stands where the figures would be.
    const bool reason = !why.isEmpty() && index.column() >= Forecast;
    if (role == Qt::DisplayRole)
        return reason ? (index.column() == Forecast ? QVariant(why) : QVariant()) : QVariant(text(row, index.column()));
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (index.column() == Factor || reason ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::ForegroundRole && !why.isEmpty()) return theme_->palette().disabled;
    if (role == Qt::FontRole && row.present) return theme_->font(13, 600);
    if (role == Qt::ToolTipRole)
        return !why.isEmpty() ? QVariant(why) : row.present ? QVariant(tr("The experiment as it is")) : QVariant();
    if (role == LabModel::ShareRole && index.column() == Measured && std::isfinite(row.peak.measured)) {
        double most = 0;
        for (const StudyRow& other : study_.rows)
            if (std::isfinite(other.peak.measured)) most = std::max(most, other.peak.measured);
        return most > 0 ? QVariant(row.peak.measured / most) : QVariant();
    }
    if (role == LabModel::BarColourRole) return theme_->runColour(slot(index.row()));
    return {};
}

QVariant StudyModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section == Factor ? Qt::AlignLeft : Qt::AlignRight));
    static const std::pair<const char*, const char*> heads[] = {
        {QT_TR_NOOP("Varied"), QT_TR_NOOP("What is varied; everything else stays as it is")},
        {QT_TR_NOOP("Value"), QT_TR_NOOP("The present value is written bold")},
        {QT_TR_NOOP("Estimate, MiB"), QT_TR_NOOP("Highest memory of all tensors, from formulas")},
        {QT_TR_NOOP("Measured, MiB"), QT_TR_NOOP("Highest memory of all tensors in a few steps and a validation")},
        {QT_TR_NOOP("Error, %"), QT_TR_NOOP("How much too high the estimate was")},
    };
    static_assert(std::size(heads) == FixedColumns);
    if (section < FixedColumns)
        return role == Qt::DisplayRole   ? QVariant(tr(heads[section].first))
               : role == Qt::ToolTipRole ? QVariant(tr(heads[section].second))
                                         : QVariant();
    if (isPeakPart(section)) {
        if (role == Qt::DisplayRole) return tr("Peak lies in");
        return role == Qt::ToolTipRole ? QVariant(tr("The part of the run with the highest memory: a phase of the "
                                                     "step, or the evaluation, which has no column of its own"))
                                       : QVariant();
    }
    const QString name = metricName(figures()[static_cast<std::size_t>(section - FixedColumns)]);
    if (role == Qt::DisplayRole) return name;
    if (role == Qt::ToolTipRole)
        return figures_ == Figures::Causes
                   ? tr("%1: forecast / measured, MiB, at the moment of the peak, which the causes add up to").arg(name)
                   : tr("%1: measured, MiB").arg(name);
    return {};
}

}  // namespace gatelab
