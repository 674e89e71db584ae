// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/quantile_model.h"

#include "common/theme.h"

#include <utility>

namespace gatelab {

void QuantileModel::setScores(std::vector<QuantileScore> scores) {
    beginResetModel();
    scores_ = std::move(scores);
    endResetModel();
}

int QuantileModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(scores_.size());
}

int QuantileModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : 3; }

QVariant QuantileModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | Qt::AlignRight);
    if (role != Qt::DisplayRole) return {};
    const QuantileScore& score = scores_[static_cast<std::size_t>(index.row())];
    return formatNumber(index.column() == 0 ? score.level : index.column() == 1 ? score.below : score.pinball);
}

QVariant QuantileModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | Qt::AlignRight);
    if (role == Qt::ToolTipRole && section == 1)
        return tr("Share of the truths that are not above the forecast quantile; it should be the quantile itself");
    if (role != Qt::DisplayRole) return {};
    return section == 0 ? tr("Quantile") : section == 1 ? tr("Truths below") : tr("Pinball");
}

}  // namespace gatelab
