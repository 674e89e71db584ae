// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/belt/belt.h"
#include "pages/learn/belt/belt_layout.h"

#include <QCoreApplication>
#include <QPainter>

#include <vector>

namespace gatelab {

/// Draws what stands above and below the belt: the series with both forecasts, what is left of a memory, all units.
/// Lives as long as one drawing. GUI thread.
class BeltCharts {
    Q_DECLARE_TR_FUNCTIONS(BeltCharts)
public:
    BeltCharts(QPainter& painter, const Theme& theme, const Belt& belt, const BeltLayout& layout)
        : p_(painter), theme_(theme), belt_(belt), l_(layout) {}

    void paintSeries();
    void paintLeft(std::size_t pointed);  ///< `pointed`: the bar whose numbers are said, from 1
    void paintUnits();

private:
    void paintLegend(const QColor& blue);
    void paintDifference(const std::vector<double>& now, const std::vector<double>& own, const QRectF& where,
                         double low, double high);

    QPainter& p_;
    const Theme& theme_;
    const Belt& belt_;
    const BeltLayout& l_;
};

}  // namespace gatelab
