// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/class_scores.h"
#include "common/theme.h"
#include "models/column_table.h"

namespace gatelab {

/// Which class was taken for which: one row per true class, which is its head, with how often it occurs, its precision,
/// recall and F1, and then one column per answer, which is its head, tinted by its share of the row. Heads may be cut:
/// they say the whole name under the pointer. GUI thread.
class ConfusionModel : public NumberedTable {
    Q_OBJECT
public:
    explicit ConfusionModel(const Theme& theme, QObject* parent = nullptr) : ColumnTable(parent), theme_(&theme) {}
    void setMatrix(const ConfusionMatrix& matrix);

private:
    [[nodiscard]] TableColumns columns() const override;
    [[nodiscard]] QVariant cell(const std::size_t& truth, int column, int role) const override;
    [[nodiscard]] QVariant rowHead(const std::size_t& truth, int role) const override;
    const Theme* theme_;
    ConfusionMatrix matrix_;
    std::vector<ClassScore> scores_;
};

}  // namespace gatelab
