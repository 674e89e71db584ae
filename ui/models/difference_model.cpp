// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/difference_model.h"

#include "form/field_text.h"

#include <string_view>

namespace gatelab {

namespace {

/// The name of a run is no setting that could explain a result.
bool isSetting(const Field& field) { return std::string_view(field.key) != "name" && std::string_view(field.key) != "notes"; }

}  // namespace

DifferenceModel::DifferenceModel(Theme& theme, QObject* parent) : QAbstractTableModel(parent), theme_(&theme) {}

void DifferenceModel::setRuns(std::vector<Run> runs) {
    beginResetModel();
    runs_ = std::move(runs);
    rebuild();
    endResetModel();
}

void DifferenceModel::setHideIdentical(bool on) {
    beginResetModel();
    hideIdentical_ = on;
    rebuild();
    endResetModel();
}

void DifferenceModel::rebuild() {
    rows_.clear();
    differing_ = 0;
    if (runs_.empty()) return;
    for (const Field& field : fields()) {
        if (!isSetting(field)) continue;
        bool any = false;
        for (std::size_t run = 1; run < runs_.size(); ++run) any = any || differs(field, run);
        differing_ += any ? 1 : 0;
        if (any || !hideIdentical_) rows_.push_back(&field);
    }
}

bool DifferenceModel::differs(const Field& field, std::size_t run) const {
    return run > 0 && fieldValue(runs_[run].config, field) != fieldValue(runs_.front().config, field);
}

int DifferenceModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }

int DifferenceModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(runs_.size()) + 1; }

QVariant DifferenceModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Field& field = *rows_[static_cast<std::size_t>(index.row())];
    if (index.column() == 0) {
        if (role == Qt::DisplayRole) return translated(field.label);
        if (role == Qt::ToolTipRole) return fieldToolTip(field);
        return {};
    }
    const auto run = static_cast<std::size_t>(index.column()) - 1;
    if (role == Qt::DisplayRole) {
        const QString value = displayValue(field, fieldValue(runs_[run].config, field));
        const QString unit = translated(field.unit);
        return unit.isEmpty() ? value : tr("%1 %2").arg(value, unit);
    }
    if (role == Qt::BackgroundRole && differs(field, run)) return theme_->palette().infoTint;
    if (role == Qt::AccessibleDescriptionRole && differs(field, run)) return tr("differs from the base");
    return {};
}

QVariant DifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | Qt::AlignLeft);
    if (role != Qt::DisplayRole) return {};
    if (section == 0) return tr("Setting");
    const QString& name = runs_[static_cast<std::size_t>(section) - 1].name;
    return section == 1 ? tr("%1 (base)").arg(name) : name;
}

}  // namespace gatelab
