// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_line.h"
#include "charts/chart_scale.h"
#include "common/theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <functional>
#include <vector>

namespace gatelab {

/// Where the names of points stand so that none covers another name or another point: above its point where there is
/// room, else below, beside, or some lines away; of those places the one that covers the fewest of the points in
/// `curves`. One rectangle per point, in the order of the points, inside `plot`; an empty one where no place is left.
/// Pixels. Any thread.
std::vector<QRectF> placeLabels(const std::vector<QPointF>& points, const std::vector<QSizeF>& sizes,
                                const QRectF& plot, const std::vector<QPointF>& curves = {});

/// What stands at each point, so that a name belongs to one place: of points that lie on one another one has the name
/// of all of them, their tags one after the other, else its own and how many there are besides; the rest have none.
/// `at`: where the points are, pixels. Any thread.
std::vector<QString> pointNames(const std::vector<const ChartPoint*>& points, const std::vector<QPointF>& at);

/// Labels of an axis that would touch one another or reach beyond `limit` lose their text: a strong one takes the place
/// of the plain one before it. How many stay. `pixel`: where a value is; in `area` the first and the last are moved
/// inwards when they are painted.
int thinTicks(std::vector<ChartTick>& ticks, const std::function<double(double)>& pixel, const Theme& theme,
              const QRectF& area, double limit);

/// How the names below an axis of things stand, so that each thing has its own: side by side in one line, else in lines
/// within their own room, else upright. Where even that is too narrow they are in one line, and some are left out.
/// Pixels.
struct AxisNames {
    enum class Way { Line, Lines, Upright };
    Way way = Way::Line;
    double room = 0;    ///< of each name, along the axis
    double height = 0;  ///< of all; 0 of one line
};
/// `most`: the height that there is for them.
AxisNames arrangeNames(const std::vector<QString>& names, double room, double most, const QFontMetricsF& metrics);
/// One name of Way::Lines or Way::Upright whose upper end is at `top`, in the painter's font.
void paintAxisName(QPainter& painter, const AxisNames& names, const QString& name, QPointF top);

}  // namespace gatelab
