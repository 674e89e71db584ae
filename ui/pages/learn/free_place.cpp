// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/free_place.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

QRectF freePlace(const QRectF& plot, const QSizeF& size, const std::vector<QPointF>& seen, const QPointF& near) {
    constexpr int kAcross = 24, kDown = 12;
    constexpr double kEdge = 8, kOfOne = 60;  // px; one that is covered weighs as much as so many px further away
    const double acrossMost = std::max(0.0, plot.width() - size.width()),
                 downMost = std::max(0.0, plot.height() - size.height());
    QRectF best(plot.topLeft(), size);
    double least = INFINITY;
    for (int i = 0; i <= kAcross; ++i)
        for (int j = 0; j <= kDown; ++j) {
            const QRectF one(QPointF(plot.left() + acrossMost * i / kAcross, plot.top() + downMost * j / kDown), size);
            const QRectF kept = one.adjusted(-kEdge, -kEdge, kEdge, kEdge);
            const auto covered =
                std::ranges::count_if(seen, [&kept](const QPointF& point) { return kept.contains(point); });
            const double cost = kOfOne * static_cast<double>(covered) + std::abs(one.left() - near.x()) +
                                std::abs(one.center().y() - near.y());
            if (cost < least) least = cost, best = one;
        }
    return best;
}

}  // namespace gatelab
