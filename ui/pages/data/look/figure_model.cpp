// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/look/figure_model.h"

#include "common/theme.h"

namespace gatelab {

FigureModel::TableColumns FigureModel::columns() const {
    const auto figure = [](double ValueFigures::*member) {
        return [member](const FigureRow& row) { return QVariant(formatNumber(row.figures.*member)); };
    };
    return {{tr("Part"), [](const FigureRow& row) { return QVariant(row.name); }, {}, Qt::AlignLeft},
            {tr("Rows"), [](const FigureRow& row) { return QVariant(formatCount(row.rows)); }},
            {tr("Missing"), [](const FigureRow& row) { return QVariant(formatCount(row.figures.missing)); }},
            {tr("Mean"), figure(&ValueFigures::mean)},
            {tr("SD"), figure(&ValueFigures::deviation), tr("Standard deviation, divided by n")},
            {tr("RMS"), figure(&ValueFigures::rms), tr("Root of the mean square")},
            {tr("Lowest"), figure(&ValueFigures::low)},
            {tr("Lower quartile"), figure(&ValueFigures::lowerQuartile),
             tr("A quarter of the values lies below; of at most 200 000 values, evenly spread")},
            {tr("Median"), figure(&ValueFigures::median)},
            {tr("Upper quartile"), figure(&ValueFigures::upperQuartile),
             tr("A quarter of the values lies above; of at most 200 000 values, evenly spread")},
            {tr("Highest"), figure(&ValueFigures::high)},
            {tr("Skewness"), figure(&ValueFigures::skewness), tr("Above 0: a longer tail upwards")}};
}

}  // namespace gatelab
