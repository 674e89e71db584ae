// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_marks.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace gatelab {

namespace {

constexpr double kArrow = 4, kReach = 5, kPointReach = 8;
/// Marks closer than this, in pixels, share one.
constexpr double kCell = 6;
constexpr double kLabelGap = 6, kBeside = 4;

/// The names of the points under a point of the picture, the nearest first.
QString namesUnder(const ChartContent& c, const ChartGeometry& g, QPointF at) {
    std::multimap<double, QString> near;
    for (const ChartPoint& point : c.points) {
        const QPointF away = QPointF(g.xPixel(c, point.x), g.yPixel(c, point.y)) + point.spread - at;
        const double distance = std::hypot(away.x(), away.y());
        if (distance <= kPointReach && !point.label.isEmpty()) near.emplace(distance, point.label);
    }
    QStringList names;
    for (const auto& [distance, name] : near) names << name;
    return names.join(QLatin1Char('\n'));
}

/// x of a marker of this kind in pixels; NaN where it is not shown.
double shownAt(const ChartMarker& marker, ChartMarker::Kind kind, const ChartContent& c, const ChartGeometry& g) {
    const double x = std::floor(g.xPixel(c, marker.x)) + 0.5;
    return marker.kind == kind && x >= g.plot.left() && x <= g.plot.right() ? x : std::nan("");
}

void addOutside(std::vector<EdgeMark>& marks, const ChartContent& c, const ChartGeometry& g) {
    struct Farthest {
        std::size_t line, sample;
        double pixel;
    };
    // Above first, then below.
    std::map<std::pair<bool, long>, Farthest> cells;
    for (std::size_t k = 0; k < c.lines.size(); ++k) {
        const ChartLine& line = c.lines[k];
        if (!c.shows(k) || line.isArea()) continue;
        for (std::size_t i = 0; i < line.x.size() && i < line.y.size(); ++i) {
            const double x = g.xPixel(c, line.x[i]), y = line.y[i];
            const bool below = y < c.y.low;
            if (!(x >= g.plot.left() && x <= g.plot.right()) || !std::isfinite(g.yPixel(c, y)) ||
                !(below || y > c.y.high))
                continue;
            const auto [cell, fresh] = cells.try_emplace({below, std::lround(x / kCell)}, Farthest{k, i, x});
            const double before = c.lines[cell->second.line].y[cell->second.sample];
            if (!fresh && (below ? y < before : y > before)) cell->second = {k, i, x};
        }
    }
    for (const auto& [cell, farthest] : cells) {
        const bool below = cell.first;
        const ChartLine& line = c.lines[farthest.line];
        const QString text = QCoreApplication::translate(
                                 "LineChart", "%1: %2 at %3, outside the axis. The chart's menu scales to all values.")
                                 .arg(nameOf(c.lines, farthest.line), formatNumber(line.y[farthest.sample]),
                                      c.xText(line.x[farthest.sample]));
        marks.push_back({below ? EdgeMark::Kind::Below : EdgeMark::Kind::Above,
                         {farthest.pixel, below ? g.plot.bottom() : g.plot.top()},
                         text,
                         line.colour});
    }
}

}  // namespace

std::vector<EdgeMark> edgeMarks(const ChartContent& content, const ChartGeometry& geometry) {
    std::vector<EdgeMark> marks;
    if (content.outliersMarked) addOutside(marks, content, geometry);
    return marks;
}

void paintEdgeMarks(QPainter& painter, const ChartContent& content, const ChartGeometry& geometry) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (const EdgeMark& mark : edgeMarks(content, geometry)) {
        const double inwards = mark.kind == EdgeMark::Kind::Above ? 1.5 * kArrow : -1.5 * kArrow;
        painter.setBrush(mark.colour);
        painter.drawPolygon(
            QPolygonF({mark.at, mark.at + QPointF(-kArrow, inwards), mark.at + QPointF(kArrow, inwards)}));
    }
}

void paintBest(QPainter& painter, const ChartContent& content, const Theme& theme, const ChartGeometry& geometry) {
    painter.setPen(QPen(theme.palette().envelope, 1));
    for (const ChartMarker& marker : content.markers)
        if (const double x = shownAt(marker, ChartMarker::Kind::Best, content, geometry); !std::isnan(x))
            painter.drawLine(QPointF(x, geometry.plot.top()), QPointF(x, geometry.plot.bottom()));
}

std::vector<MarkerLabel> markerLabels(const ChartContent& content, const Theme& theme, const ChartGeometry& geometry) {
    std::vector<std::pair<double, const ChartMarker*>> shown;
    for (const ChartMarker& marker : content.markers)
        for (const ChartMarker::Kind kind : {ChartMarker::Kind::Change, ChartMarker::Kind::Stop})
            if (const double x = shownAt(marker, kind, content, geometry); !std::isnan(x) && !marker.label.isEmpty())
                shown.emplace_back(x, &marker);
    std::stable_sort(shown.begin(), shown.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const QFontMetricsF metrics(theme.font(11));
    const QRectF& strip = geometry.strip;
    std::vector<MarkerLabel> labels;
    double free = strip.right();
    for (auto one = shown.rbegin(); one != shown.rend(); ++one) {
        const double width =
            std::min(std::ceil(metrics.horizontalAdvance(one->second->onPicture())) + 1, strip.width());
        // A change moves to the left of its line for the one behind it, no farther; at the left end it may not.
        const bool isStop = one->second->kind == ChartMarker::Kind::Stop;
        const double wanted = isStop ? one->first - kLabelGap - width : one->first + kBeside;
        const double left = std::max(strip.left(), std::min(wanted, free - width));
        if (left + width > free || left + width < one->first - kLabelGap) continue;
        labels.push_back({QRectF(left, strip.top(), width, strip.height()), one->second});
        free = left - kLabelGap;
    }
    std::reverse(labels.begin(), labels.end());
    return labels;
}

QString markText(const ChartContent& content, const Theme& theme, const ChartGeometry& geometry, QPointF at) {
    if (!content.note().isEmpty()) return {};
    if (const QString names = namesUnder(content, geometry, at); !names.isEmpty()) return names;
    QString text;
    double best = kReach;
    const auto offer = [&](QPointF place, const QString& says) {
        // A mark reaches into the plot, and is smaller than a hand is steady.
        const bool near = std::abs(place.y() - at.y()) <= 1.5 * kArrow + kReach;
        if (const double distance = std::abs(place.x() - at.x()); near && distance <= best)
            best = distance, text = says;
    };
    for (const EdgeMark& mark : edgeMarks(content, geometry)) offer(mark.at, mark.text);
    for (const MarkerLabel& label : markerLabels(content, theme, geometry))
        if (label.box.contains(at)) return label.marker->label;
    const QRectF reach = geometry.plot.united(geometry.strip);
    if (!text.isEmpty() || at.y() < reach.top() || at.y() > reach.bottom()) return text;
    for (const ChartMarker& marker : content.markers)
        for (const ChartMarker::Kind kind :
             {ChartMarker::Kind::Best, ChartMarker::Kind::Change, ChartMarker::Kind::Stop})
            if (const double x = shownAt(marker, kind, content, geometry); !std::isnan(x))
                offer({x, at.y()}, marker.label);
    return text;
}

}  // namespace gatelab
