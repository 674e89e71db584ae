// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/layer_model.h"

#include "base/units.h"
#include "common/texts.h"
#include "common/theme.h"

#include <QFont>
#include <QStringList>
#include <numeric>

namespace gatelab {

namespace {

/// Layers without weights or products show a dash, not a misleading 0.
bool computes(const LayerInfo& layer) { return layer.kind != LayerInfo::Kind::Window; }

/// As the card beside the table tells them: a small layer is not nothing.
QString figure(double value) { return formatNumber(value, 3); }

}  // namespace

QString shapeText(const std::vector<std::int64_t>& shape) {
    QStringList sizes;
    for (const std::int64_t size : shape) sizes << QString::number(size);
    return QLatin1Char('[') + sizes.join(QStringLiteral(", ")) + QLatin1Char(']');
}

void LayerModel::show(const Architecture& architecture, const std::vector<double>& activations) {
    const bool sameRows = architecture.layers.size() == architecture_.layers.size();
    if (!sameRows) beginResetModel();
    architecture_ = architecture;
    activations_ = activations;
    activations_.resize(architecture_.layers.size());
    if (!sameRows)
        endResetModel();
    else if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int LayerModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || architecture_.layers.empty() ? 0 : static_cast<int>(architecture_.layers.size()) + 1;
}

int LayerModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString LayerModel::text(int row, int column) const {
    const LayerInfo& layer = architecture_.layers[static_cast<std::size_t>(row)];
    switch (column) {
        case Layer:
            return translated(layer.name);
        case Output:
            return shapeText(layer.output);
        case Parameters:
            return computes(layer) ? formatCount(layer.parameters) : QStringLiteral("-");
        case MultiplyAdds:
            return computes(layer) ? figure(layer.multiplyAdds / 1e6) : QStringLiteral("-");
        default:
            return computes(layer) ? figure(activations_[static_cast<std::size_t>(row)] / kMiB) : QStringLiteral("-");
    }
}

QString LayerModel::totalText(int column) const {
    switch (column) {
        case Layer:
            return tr("Total");
        case Output:
            return {};
        case Parameters:
            return formatCount(architecture_.parameters);
        case MultiplyAdds:
            return figure(architecture_.multiplyAdds / 1e6);
        default:
            return figure(std::accumulate(activations_.begin(), activations_.end(), 0.0) / kMiB);
    }
}

QVariant LayerModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const bool total = index.row() == rowCount() - 1;
    if (role == Qt::DisplayRole) return total ? totalText(index.column()) : text(index.row(), index.column());
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (index.column() >= Parameters ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::FontRole && total) {
        QFont bold;
        bold.setWeight(QFont::DemiBold);
        return bold;
    }
    return {};
}

QVariant LayerModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section >= Parameters ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::ToolTipRole) {
        if (section == Output) return tr("Output shape of the layer: time, batch, feature.");
        if (section == MultiplyAdds) return tr("Multiply-adds (MACs) of the forward pass of one window, in millions.");
        if (section == Activations)
            return tr(
                "Memory that LibTorch keeps for the backward pass, for a whole batch. The total is the forecast at the "
                "right; the window counts to the data there.");
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Layer:
            return tr("Layer");
        case Output:
            return tr("Output");
        case Parameters:
            return tr("Parameters");
        case MultiplyAdds:
            return tr("Multiply-adds, M");
        case Activations:
            return tr("Activations, MiB");
        default:
            return {};
    }
}

}  // namespace gatelab
