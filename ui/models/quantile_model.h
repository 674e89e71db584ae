// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/spread_scores.h"

#include <QAbstractTableModel>
#include <vector>

namespace gatelab {

/// Forecast quantiles against what came: one row per level with the share of truths below it, which should be the
/// level, and its pinball loss. GUI thread.
class QuantileModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;
    void setScores(std::vector<QuantileScore> scores);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<QuantileScore> scores_;
};

}  // namespace gatelab
