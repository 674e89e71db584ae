// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/class_scores.h"
#include "common/theme.h"

#include <QAbstractTableModel>
#include <vector>

namespace gatelab {

/// Which class was taken for which: one row per true class, which is its head, with how often it occurs, its precision,
/// recall and F1, and then one column per answer, which is its head, tinted by its share of the row. Heads may be cut:
/// they say the whole name under the pointer. GUI thread.
class ConfusionModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit ConfusionModel(const Theme& theme, QObject* parent = nullptr)
        : QAbstractTableModel(parent), theme_(&theme) {}
    void setMatrix(const ConfusionMatrix& matrix);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const Theme* theme_;
    ConfusionMatrix matrix_;
    std::vector<ClassScore> scores_;
};

}  // namespace gatelab
