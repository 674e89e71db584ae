// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/label_places.h"

#include <algorithm>
#include <limits>

namespace gatelab {

namespace {

constexpr double kGap = 7, kDot = 5, kEdge = 2;
constexpr int kFarthest = 3;  ///< a name that would stand farther away is seen under the pointer only

/// The places for one name, the best first.
std::vector<QRectF> candidates(QPointF at, QSizeF size, const QRectF& plot) {
    std::vector<QRectF> places;
    const double left = std::clamp(at.x() - size.width() / 2, plot.left() + kEdge,
                                   std::max(plot.left() + kEdge, plot.right() - size.width() - kEdge));
    for (int away = 0; away < kFarthest; ++away) {
        const double step = away * size.height();
        places.emplace_back(QPointF(left, at.y() + kGap + step), size);
        places.emplace_back(QPointF(left, at.y() - kGap - size.height() - step), size);
        for (const double sign : {1.0, -1.0}) {
            places.emplace_back(QPointF(at.x() + kGap, at.y() - size.height() / 2 + sign * step), size);
            places.emplace_back(QPointF(at.x() - kGap - size.width(), at.y() - size.height() / 2 + sign * step), size);
        }
    }
    return places;
}

}  // namespace

std::vector<QRectF> placeLabels(const std::vector<QPointF>& points, const std::vector<QSizeF>& sizes,
                                const QRectF& plot, const std::vector<QPointF>& curves) {
    std::vector<QRectF> placed(points.size()), taken;
    for (const QPointF& point : points) taken.emplace_back(point.x() - kDot, point.y() - kDot, 2 * kDot, 2 * kDot);
    for (std::size_t i = 0; i < points.size(); ++i) {
        auto fewest = std::numeric_limits<std::ptrdiff_t>::max();
        for (const QRectF& place : candidates(points[i], sizes[i], plot)) {
            if (!plot.contains(place) ||
                std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(place); }))
                continue;
            const auto covered = std::ranges::count_if(curves, [&](const QPointF& at) { return place.contains(at); });
            if (covered >= fewest) continue;
            placed[i] = place;
            fewest = covered;
            if (covered == 0) break;
        }
        if (!placed[i].isEmpty()) taken.push_back(placed[i]);
    }
    return placed;
}

}  // namespace gatelab
