// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare_view.h"

#include "pages/chart_table.h"
#include "texts.h"

#include <QComboBox>

namespace gatelab {

void fillColumnBox(QComboBox& box, const RunColumns& columns, bool texts) {
    auto group = RunColumn::Group::Figures;
    for (const RunColumn& column : columns.all()) {
        if (column.isText() && !texts) continue;
        if (column.group != group) box.insertSeparator(box.count());
        group = column.group;
        box.addItem(column.label, column.key);
    }
    box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box.setMinimumContentsLength(14);
    box.setProperty("compact", true);
}

void fillMetricBox(QComboBox& box) {
    // The validation loss is what most comparisons are about.
    for (const MetricId first : {MetricId::ValidationLoss, MetricId::TrainLoss}) box.addItem(translated(metric(first).label), QString::fromLatin1(metric(first).key));
    for (const Metric& row : metrics()) {
        if (row.id == MetricId::ValidationLoss || row.id == MetricId::TrainLoss || row.perLayer) continue;
        const QString unit = translated(row.unit), label = translated(row.label);
        box.addItem(unit.isEmpty() || unit == label ? label : QStringLiteral("%1, %2").arg(label, unit), QString::fromLatin1(row.key));
    }
    box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box.setMinimumContentsLength(14);
    box.setProperty("compact", true);
}

namespace {

const ChartRow* chartOf(MetricId id) {
    for (const ChartRow& row : chartRows())
        for (const ChartCurve& curve : chartCurves(row))
            if (curve.metric == id) return &row;
    return nullptr;
}

}  // namespace

MetricId chosenMetric(const QComboBox& box) {
    const Metric* row = findMetric(box.currentData().toString().toStdString());
    return row ? row->id : MetricId::ValidationLoss;
}

bool drawnLogarithmic(MetricId id) {
    const ChartRow* row = chartOf(id);
    return row && row->logY;
}

bool drawnFromZero(MetricId id) {
    const ChartRow* row = chartOf(id);
    return row && row->fromZero;
}

}  // namespace gatelab
