// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/layer_model.h"

#include "base/units.h"
#include "common/texts.h"
#include "common/theme.h"

#include <QStringList>

namespace gatelab {

namespace {

/// As the card beside the table tells them: a small layer is not nothing.
QString figure(double value) { return formatNumber(value, 3); }

/// Layers without weights or products show a dash, not a misleading 0.
auto ofComputing(QString (*text)(const LayerRow& row)) {
    return [text](const LayerRow& row) {
        return row.layer.kind == LayerInfo::Kind::Window ? QStringLiteral("-") : text(row);
    };
}

}  // namespace

QString shapeText(const std::vector<std::int64_t>& shape) {
    QStringList sizes;
    for (const std::int64_t size : shape) sizes << QString::number(size);
    return QLatin1Char('[') + sizes.join(QStringLiteral(", ")) + QLatin1Char(']');
}

void LayerModel::show(const Architecture& architecture, const std::vector<double>& activations) {
    std::vector<LayerRow> rows;
    LayerRow total;
    total.isTotal = true;
    total.layer.kind = LayerInfo::Kind::Head;
    total.layer.parameters = architecture.parameters;
    total.layer.multiplyAdds = architecture.multiplyAdds;
    for (const LayerInfo& layer : architecture.layers) {
        rows.push_back({layer, rows.size() < activations.size() ? activations[rows.size()] : 0});
        total.activations += rows.back().activations;
    }
    if (!rows.empty()) rows.push_back(std::move(total));
    updateRows(std::move(rows));
}

LayerModel::TableColumns LayerModel::columns() const {
    return {
        {tr("Layer"),
         [](const LayerRow& row) { return row.isTotal ? tr("Total") : translated(row.layer.name); },
         {},
         Qt::AlignLeft},
        {tr("Output"), [](const LayerRow& row) { return row.isTotal ? QString() : shapeText(row.layer.output); },
         tr("Output shape of the layer: time, batch, feature."), Qt::AlignLeft},
        {tr("Parameters"), ofComputing([](const LayerRow& row) { return formatCount(row.layer.parameters); })},
        {tr("Multiply-adds, M"), ofComputing([](const LayerRow& row) { return figure(row.layer.multiplyAdds / 1e6); }),
         tr("Multiply-adds (MACs) of the forward pass of one window, in millions.")},
        {tr("Activations, MiB"), ofComputing([](const LayerRow& row) { return figure(row.activations / kMiB); }),
         tr("Memory that LibTorch keeps for the backward pass, for a whole batch. The total is the forecast at the "
            "right; the window counts to the data there.")},
    };
}

QVariant LayerModel::cell(const LayerRow& row, int column, int role) const {
    return role == Qt::FontRole && row.isTotal ? heavier() : ColumnTable::cell(row, column, role);
}

}  // namespace gatelab
