// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/architecture.h"

#include <QAbstractTableModel>
#include <vector>

namespace gatelab {

/// The layer table: one row per layer with its output shape, parameters, multiply-adds and kept activations, and a last
/// row of totals. GUI thread.
class LayerModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Layer, Output, Parameters, MultiplyAdds, Activations, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    /// `activations`: MemoryForecast::layers.
    void show(const Architecture& architecture, const std::vector<double>& activations);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(int row, int column) const;
    [[nodiscard]] QString totalText(int column) const;
    Architecture architecture_;
    std::vector<double> activations_;
};

/// "[96, 64, 32]".
QString shapeText(const std::vector<std::int64_t>& shape);

}  // namespace gatelab
