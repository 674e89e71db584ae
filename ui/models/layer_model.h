// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/architecture.h"
#include "models/column_table.h"

namespace gatelab {

struct LayerRow {
    LayerInfo layer;
    double activations = 0;  ///< bytes
    bool isTotal = false;
};

/// The layer table: one row per layer with its output shape, parameters, multiply-adds and kept activations, and a last
/// row of totals. GUI thread.
class LayerModel : public ColumnTable<LayerRow> {
    Q_OBJECT
public:
    enum Column { Layer, Output, Parameters, MultiplyAdds, Activations, ColumnCount };
    using ColumnTable::ColumnTable;

    /// `activations`: MemoryForecast::layers.
    void show(const Architecture& architecture, const std::vector<double>& activations);

private:
    [[nodiscard]] TableColumns columns() const override;
    [[nodiscard]] QVariant cell(const LayerRow& row, int column, int role) const override;
};

/// "[96, 64, 32]".
QString shapeText(const std::vector<std::int64_t>& shape);

}  // namespace gatelab
