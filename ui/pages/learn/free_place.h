// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <vector>

namespace gatelab {

/// Where a label of this size covers the fewest of the points that are to be seen, else as near to `near` (its left
/// edge and middle) as it may; inside `plot`, in pixels.
QRectF freePlace(const QRectF& plot, const QSizeF& size, const std::vector<QPointF>& seen, const QPointF& near);

}  // namespace gatelab
