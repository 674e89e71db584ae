// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/look/part_distributions.h"
#include "models/column_table.h"

#include <QCoreApplication>

namespace gatelab {

/// Figures of some rows of a column, by name: the whole, what is visible, the parts.
struct FigureRow {
    QString name;
    std::int64_t rows = 0;
    ValueFigures figures;
};

class FigureModel : public ColumnTable<FigureRow> {
    Q_DECLARE_TR_FUNCTIONS(FigureModel)
public:
    using ColumnTable::ColumnTable;
    void setFigures(std::vector<FigureRow> rows) { updateRows(std::move(rows)); }

private:
    [[nodiscard]] TableColumns columns() const override;
};

}  // namespace gatelab
