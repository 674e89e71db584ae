// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <vector>

namespace gatelab {

/// Where the names of points stand so that none covers another name or another point: below its point where there is
/// room, else above, beside, or some lines away; of those places the one that covers the fewest of the points in
/// `curves`. One rectangle per point, in the order of the points, inside `plot`; an empty one where no place is left.
/// Pixels. Any thread.
std::vector<QRectF> placeLabels(const std::vector<QPointF>& points, const std::vector<QSizeF>& sizes,
                                const QRectF& plot, const std::vector<QPointF>& curves = {});

}  // namespace gatelab
