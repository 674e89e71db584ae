// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetricsF>
#include <QPainter>
#include <QPointF>
#include <QString>
#include <vector>

namespace gatelab {

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
