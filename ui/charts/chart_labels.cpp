// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_labels.h"

#include "common/list_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QCoreApplication>
#include <QStringList>

namespace gatelab {

namespace {

constexpr double kGap = 7, kDot = 5, kEdge = 2, kApart = 8;
constexpr int kFarthest = 3;  ///< a name that would stand farther away is seen under the pointer only

/// The places for one name, the best first.
std::vector<QRectF> candidates(QPointF at, QSizeF size, const QRectF& plot) {
    std::vector<QRectF> places;
    const double left = std::clamp(at.x() - size.width() / 2, plot.left() + kEdge,
                                   std::max(plot.left() + kEdge, plot.right() - size.width() - kEdge));
    for (int away = 0; away < kFarthest; ++away) {
        const double step = away * size.height();
        places.emplace_back(QPointF(left, at.y() - kGap - size.height() - step), size);
        places.emplace_back(QPointF(left, at.y() + kGap + step), size);
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

namespace {

constexpr double kCrowd = 16;  ///< names are as high: nearer points cannot each have one beside it

QString nameOfCrowd(const std::vector<const ChartPoint*>& points) {
    if (points.size() == 1) return points.front()->label;
    if (std::ranges::any_of(points, [](const ChartPoint* point) { return point->tag.isEmpty(); }))
        return QCoreApplication::translate("LineChart", "%1 and %2 more")
            .arg(points.front()->label)
            .arg(points.size() - 1);
    QStringList tags;
    for (const ChartPoint* point : points) tags << point->tag;
    return listText(tags);
}

}  // namespace

std::vector<QString> pointNames(const std::vector<const ChartPoint*>& points, const std::vector<QPointF>& at) {
    std::vector<std::vector<std::size_t>> crowds;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i]->label.isEmpty()) continue;
        const auto near = [&](const std::vector<std::size_t>& crowd) {
            return std::hypot(at[i].x() - at[crowd.front()].x(), at[i].y() - at[crowd.front()].y()) < kCrowd;
        };
        const auto found = std::ranges::find_if(crowds, near);
        if (found != crowds.end())
            found->push_back(i);
        else
            crowds.push_back({i});
    }
    std::vector<QString> names(points.size());
    for (const auto& crowd : crowds) {
        std::vector<const ChartPoint*> members;
        for (const std::size_t i : crowd) members.push_back(points[i]);
        names[crowd.front()] = nameOfCrowd(members);
    }
    return names;
}

int thinTicks(std::vector<ChartTick>& ticks, const std::function<double(double)>& pixel, const Theme& theme,
              const QRectF& area, double limit) {
    const QFontMetricsF plain(theme.font(11)), strong(theme.font(11, 500));
    std::vector<std::pair<ChartTick*, double>> kept;  // and where each ends
    for (ChartTick& tick : ticks) {
        if (tick.label.isEmpty()) continue;
        const double width = (tick.strong ? strong : plain).horizontalAdvance(tick.label);
        const double left =
            std::clamp(pixel(tick.value) - width / 2, area.left(), std::max(area.left(), area.right() - width));
        const auto fits = [&] { return kept.empty() || left >= kept.back().second + kApart; };
        while (tick.strong && !fits() && !kept.back().first->strong && left + width <= limit) {
            kept.back().first->label.clear();
            kept.pop_back();
        }
        if (fits() && left + width <= limit)
            kept.emplace_back(&tick, left + width);
        else
            tick.label.clear();
    }
    return static_cast<int>(kept.size());
}

namespace {

constexpr double kMaxLines = 3;
constexpr int kWrapped = Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap;

}  // namespace

AxisNames arrangeNames(const std::vector<QString>& names, double room, double most, const QFontMetricsF& metrics) {
    AxisNames result{AxisNames::Way::Line, room, 0};
    double widest = 0, tallest = 0;
    bool isWrapped = room > kApart;
    for (const QString& name : names) {
        widest = std::max(widest, metrics.horizontalAdvance(name));
        // A word that is too long reaches out of its room.
        const QRectF lines =
            metrics.boundingRect(QRectF(0, 0, std::max(1.0, room - kApart), HUGE_VALF), kWrapped, name);
        tallest = std::max(tallest, lines.height());
        isWrapped = isWrapped && lines.width() <= room - kApart;
    }
    if (widest + kApart <= room) return result;
    if (isWrapped && tallest <= std::min(most, kMaxLines * metrics.lineSpacing())) {
        result.way = AxisNames::Way::Lines;
        result.height = std::ceil(tallest);
    } else if (metrics.height() <= room) {
        result.way = AxisNames::Way::Upright;
        result.height = std::ceil(std::min(most, widest + 1));
    }
    return result;
}

void paintAxisName(QPainter& painter, const AxisNames& names, const QString& name, QPointF top) {
    if (names.way == AxisNames::Way::Lines) {
        painter.drawText(QRectF(top.x() - names.room / 2 + kApart / 2, top.y(), names.room - kApart, names.height + 1),
                         kWrapped, name);
        return;
    }
    painter.save();
    painter.translate(top.x(), top.y() + names.height);
    painter.rotate(-90);
    const double half = painter.fontMetrics().height() / 2.0;
    painter.drawText(QRectF(0, -half, names.height, 2 * half), Qt::AlignRight | Qt::AlignVCenter,
                     QFontMetricsF(painter.font()).elidedText(name, Qt::ElideRight, names.height));
    painter.restore();
}

}  // namespace gatelab
