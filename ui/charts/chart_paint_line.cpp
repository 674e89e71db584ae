// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_paint.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {
namespace {

using Style = ChartLine::Style;

/// Part of the segment a-b inside the box (Liang and Barsky); false when none is.
bool clipSegment(const QRectF& box, QPointF& a, QPointF& b) {
    double from = 0, to = 1;
    const QPointF d = b - a;
    const auto edge = [&](double direction, double distance) {
        if (direction == 0) return distance >= 0;
        const double t = distance / direction;
        if (direction < 0)
            from = std::max(from, t);
        else
            to = std::min(to, t);
        return from <= to;
    };
    if (!edge(-d.x(), a.x() - box.left()) || !edge(d.x(), box.right() - a.x()) || !edge(-d.y(), a.y() - box.top()) ||
        !edge(d.y(), box.bottom() - a.y()))
        return false;
    b = a + d * to;
    a += d * from;
    return true;
}

/// How far lines are followed: the rasteriser's numbers are small. In SVG to the edge of the plot, because Qt 6.4
/// writes no clipping there.
QRectF reachOf(const QPainter& painter, const ChartGeometry& g) {
    return painter.paintEngine()->type() == QPaintEngine::SVG ? g.plot : g.plot.adjusted(-2000, -2000, 2000, 2000);
}

/// Part of a polygon inside the box (Sutherland and Hodgman).
QPolygonF clipPolygon(QPolygonF points, const QRectF& box) {
    const auto cut = [&points](const auto& depth) {  // of a point: not below 0 on the side that stays
        QPolygonF kept;
        for (qsizetype i = 0; i < points.size(); ++i) {
            const QPointF a = points[i], b = points[(i + 1) % points.size()];
            const double from = depth(a), to = depth(b);
            if (from >= 0) kept << a;
            if ((from >= 0) != (to >= 0)) kept << a + (b - a) * (from / (from - to));
        }
        points = std::move(kept);
    };
    cut([&box](QPointF p) { return p.x() - box.left(); });
    cut([&box](QPointF p) { return box.right() - p.x(); });
    cut([&box](QPointF p) { return p.y() - box.top(); });
    cut([&box](QPointF p) { return box.bottom() - p.y(); });
    return points;
}

/// Calls `draw` with every unbroken stretch of a line in pixels, cut off at the box.
template <class Draw>
void forEachStretch(const ChartContent& c, const ChartGeometry& g, const QRectF& box, const std::vector<double>& xs,
                    const std::vector<double>& ys, const Draw& draw) {
    QPolygonF points;
    points.reserve(static_cast<qsizetype>(xs.size()));
    QPointF before;
    bool connected = false;
    const auto flush = [&] {
        if (!points.isEmpty()) draw(points);
        points.clear();
    };
    for (std::size_t i = 0; i < xs.size() && i < ys.size(); ++i) {
        const QPointF at(g.xPixel(c, xs[i]), g.yPixel(c, ys[i]));
        if (!std::isfinite(at.x()) || !std::isfinite(at.y())) {
            flush();
            connected = false;
            continue;
        }
        const bool inside = box.contains(at);
        if (inside && (!connected || !points.isEmpty())) {
            points.append(at);
        } else if (connected) {
            QPointF a = before, b = at;
            const bool visible = clipSegment(box, a, b);
            if (visible && points.isEmpty()) points.append(a);
            if (visible) points.append(b);
            if (!inside) flush();
        }
        before = at;
        connected = true;
    }
    flush();
}

void paintBand(QPainter& painter, const ChartContent& c, const ChartGeometry& g, const ChartLine& line) {
    QColor fill = line.colour;
    if (!line.isHatched) fill.setAlphaF(0.14F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QBrush(fill, line.isHatched ? Qt::BDiagPattern : Qt::SolidPattern));
    QPolygonF lower, upper;
    const auto flush = [&] {
        if (lower.size() > 1) {
            std::reverse(upper.begin(), upper.end());
            painter.drawPolygon(clipPolygon(lower + upper, reachOf(painter, g)));
        }
        lower.clear(), upper.clear();
    };
    for (std::size_t i = 0; i < line.x.size() && i < line.y2.size(); ++i) {
        // Where a log axis cannot show the lower edge, the band reaches down to the end of the axis.
        const bool endless = c.y.logarithmic && line.y[i] <= 0;
        const double x = g.xPixel(c, line.x[i]), a = endless ? g.plot.bottom() : g.yPixel(c, line.y[i]),
                     b = g.yPixel(c, line.y2[i]);
        if (std::isfinite(x) && std::isfinite(a) && std::isfinite(b))
            lower << QPointF(x, a), upper << QPointF(x, b);
        else
            flush();
    }
    flush();
}

/// Cells without seams: edges lie between pixels. Columns narrower than a pixel share one.
void paintCellText(QPainter& painter, const QRectF& cell, const QString& text, const QColor& ground) {
    const QFontMetricsF metrics(painter.font());
    if (text.isEmpty() || cell.width() < metrics.horizontalAdvance(text) + 4 || cell.height() < metrics.height())
        return;
    painter.setPen(qGray(ground.rgb()) < 140 ? Qt::white : Qt::black);
    painter.drawText(cell, Qt::AlignCenter, text);
}

void paintHeat(QPainter& painter, const ChartContent& c, const ChartGeometry& g, const ChartLine& line) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    double drawnTo = g.plot.left();
    for (std::size_t i = 0; i < line.x.size() && i < line.cells.size(); ++i) {
        const bool last = i + 1 == line.x.size();
        const double left = g.xPixel(c, line.x[i]),
                     right = std::round(std::min(g.plot.right(), g.xPixel(c, last ? line.heatEnd() : line.x[i + 1])));
        const std::vector<double>& cells = line.cells[i];
        const double low = g.yPixel(c, line.y[i]), high = g.yPixel(c, line.y2[i]);
        if (!(right > drawnTo) || !std::isfinite(left) || !std::isfinite(low) || !std::isfinite(high) || cells.empty())
            continue;
        const double from = std::round(std::max(left, drawnTo));
        for (std::size_t k = 0; k < cells.size(); ++k) {
            const auto edge = [&](std::size_t cell) {
                return std::round(low + (high - low) * static_cast<double>(cell) / static_cast<double>(cells.size()));
            };
            const auto shade = static_cast<std::size_t>(
                std::lround(std::clamp(cells[k], 0.0, 1.0) * static_cast<double>(line.ramp.size() - 1)));
            const QRectF cell =
                QRectF(from, edge(k + 1), right - from, std::max(1.0, edge(k) - edge(k + 1))).intersected(g.plot);
            if (cells[k] > 0) painter.fillRect(cell, line.ramp[shade]);
            if (i < line.texts.size() && k < line.texts[i].size())
                paintCellText(painter, cell, line.texts[i][k], cells[k] > 0 ? line.ramp[shade] : line.ramp.front());
        }
        drawnTo = right;
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

/// Smallest and largest y of the points that share a pixel column.
struct Extent {
    double x, top, bottom;  ///< pixels: top is the smaller number
};

/// A stretch of buckets: pairs of points above each other. Drawn as a zigzag it costs its whole length in blended
/// pixels. Columns are at least a pixel apart: closer ones would make a shape that folds back over itself and cancels
/// out.
std::vector<Extent> extents(const QPolygonF& points, qsizetype begin, qsizetype end) {
    std::vector<Extent> result;
    for (qsizetype i = begin; i < end; ++i) {
        const QPointF at = points[i];
        if (!result.empty() && at.x() < result.back().x + 1)
            result.back().top = std::min(result.back().top, at.y()),
            result.back().bottom = std::max(result.back().bottom, at.y());
        else
            result.push_back({at.x(), at.y(), at.y()});
    }
    return result;
}

constexpr double kMarker = 7;  ///< pixels across
/// So many samples are dots on their line, unless they lie closer, in pixels.
constexpr std::size_t kMostDots = 40;
constexpr double kSampleApart = 5;
constexpr qsizetype kLongStretch = 8;
/// Columns of neighbouring buckets lie no farther apart, in pixels; what does is two points with a line between them.
constexpr double kNeighbours = 4.5;
/// More than this of zigzag in one chart, in pixels, and smooth edges would be paid for with a jerking view; an edge
/// costs as much as kEdge pixels of length.
constexpr double kCrowd = 40000, kEdge = 5;

bool isZigzag(const QPolygonF& points) {
    if (points.size() < kLongStretch) return false;
    qsizetype pairs = 0;
    for (qsizetype i = 1; i < points.size(); ++i) pairs += points[i].x() == points[i - 1].x() ? 1 : 0;
    return 3 * pairs >= points.size();
}

/// Neighbours without a value in common are joined by what a line of this width from one to the other covers of their
/// columns; with hard edges, which would leave so thin a piece out, half-way.
void joinColumns(std::vector<Extent>& columns, double width, bool hard) {
    for (std::size_t i = 1; i < columns.size(); ++i) {
        Extent &a = columns[i - 1], &b = columns[i];
        const double gap = std::max(b.top - a.bottom, a.top - b.bottom);
        if (gap <= 0) continue;
        const double reach = hard ? gap / 2 : std::min(gap / 2, width / 2 * std::hypot(1, gap / (b.x - a.x)));
        if (b.top > a.bottom)
            a.bottom += reach, b.top -= reach;
        else
            a.top -= reach, b.bottom += reach;
    }
}

/// A stretch of neighbouring columns of the zigzag as one filled shape with the same outline: through the smallest and
/// largest value of every bucket. With hard edges on the screen column by column: the rasteriser sorts the edges of a
/// shape anew in every row, which takes several times as long.
void paintEnvelope(QPainter& painter, const QPolygonF& points, qsizetype begin, qsizetype end, const QColor& colour,
                   double width, bool hard) {
    std::vector<Extent> columns = extents(points, begin, end);
    joinColumns(columns, width, hard);
    if (hard && painter.paintEngine()->type() == QPaintEngine::Raster) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const Extent& column = columns[i];
            const double right = i + 1 < columns.size() ? columns[i + 1].x : column.x + 1;
            painter.fillRect(
                QRectF(QPointF(column.x - 0.5, column.top - 0.5), QPointF(right - 0.5, column.bottom - 0.5 + width)),
                colour);
        }
        return;
    }
    // A pixel wide at its end, as a line would be: a spike of one step must not taper away.
    QPolygonF shape;
    shape.reserve(static_cast<qsizetype>(4 * columns.size()));
    for (const Extent& column : columns)
        shape << QPointF(column.x - 0.5, column.top - 0.5) << QPointF(column.x + 0.5, column.top - 0.5);
    for (auto column = columns.rbegin(); column != columns.rend(); ++column)
        shape << QPointF(column->x + 0.5, column->bottom - 0.5 + width)
              << QPointF(column->x - 0.5, column->bottom - 0.5 + width);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(shape, Qt::WindingFill);
}

/// Two pixels wide: a second 1 px line, because a 2 px pen strokes 40 times slower.
void paintPolyline(QPainter& painter, QPolygonF points, const QPen& pen, bool thick) {
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(points);
    if (!thick) return;
    points.translate(0, 1);
    painter.drawPolyline(points);
}

/// Filled where columns are neighbours, a line where x goes on farther: between them there is nothing to fill.
void paintZigzag(QPainter& painter, const QPolygonF& points, const QPen& pen, bool thick, bool crowd) {
    painter.setRenderHint(QPainter::Antialiasing, !crowd);
    qsizetype begin = 0;
    for (qsizetype i = 1; i <= points.size(); ++i) {
        const bool apart = i == points.size() || points[i].x() - points[i - 1].x() > kNeighbours;
        if (!apart) continue;
        if (i - begin > 1) paintEnvelope(painter, points, begin, i, pen.color(), thick ? 2 : 1, crowd);
        if (i < points.size()) paintPolyline(painter, QPolygonF({points[i - 1], points[i]}), pen, thick);
        begin = i;
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

bool hasDots(const ChartContent& c, const ChartGeometry& g, const ChartLine& line) {
    if (!line.isSampled || line.x.size() < 2 || line.x.size() > kMostDots) return false;
    return std::abs(g.xPixel(c, line.x.back()) - g.xPixel(c, line.x.front())) >=
           kSampleApart * static_cast<double>(line.x.size() - 1);
}

/// Whether a chart full of such lines is too much for smooth edges. By all stretches: the pieces of a resumed run look
/// alike.
bool isCrowd(const std::vector<QPolygonF>& stretches, std::size_t lines) {
    double length = 0;
    for (const QPolygonF& points : stretches) {
        length += kEdge * static_cast<double>(points.size());
        for (qsizetype i = 1; i < points.size(); ++i) length += std::abs(points[i].y() - points[i - 1].y());
    }
    return length * static_cast<double>(lines) > kCrowd;
}

}  // namespace

QPen linePen(const ChartLine& line, bool strong) {
    QColor colour = line.colour;
    if (line.style == Style::Raw) colour.setAlphaF(strong ? 0.45F : 0.25F);
    QPen pen(colour, 1);
    pen.setJoinStyle(Qt::BevelJoin);
    if (line.style == Style::Dashed) pen.setDashPattern({6, 3});
    if (line.style == Style::Dotted) pen.setDashPattern({2, 2});
    if (line.style == Style::DashDotted) pen.setDashPattern({8, 3, 2, 3});
    return pen;
}

void paintLine(QPainter& painter, const ChartContent& c, const ChartGeometry& g, const ChartLine& line, bool strong) {
    if (line.style == Style::Band) return paintBand(painter, c, g, line);
    if (line.style == Style::Heat) return paintHeat(painter, c, g, line);
    if (line.style == Style::Silent) return;
    const QPen pen = linePen(line, strong);
    const bool thick = line.style == Style::Smooth || (strong && line.style == Style::Plain);
    const auto dot = [&](QPointF at, double radius) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(pen.color());
        painter.drawEllipse(at, radius, radius);
    };
    // A dot on the edge of the plot (the first epoch) is seen whole.
    const auto overEdge = [&](const QPolygonF& points, const auto& draw) {
        painter.save();
        painter.setClipRect(g.plot.adjusted(-kMarker, -kMarker, kMarker, kMarker));
        const QRectF reach = g.plot.adjusted(-0.5, -0.5, 0.5, 0.5);
        for (const QPointF& at : points)
            if (reach.contains(at)) draw(at);
        painter.restore();
    };
    if (line.style == Style::Dots) {
        QPolygonF places;
        for (std::size_t i = 0; i < line.x.size() && i < line.y.size(); ++i)
            if (const QPointF at = g.place(c, line, i); std::isfinite(at.x()) && std::isfinite(at.y())) places << at;
        return overEdge(places, [&](QPointF at) {
            line.slot >= 0 ? Theme::drawMarker(painter, at, line.slot, line.colour, kMarker) : dot(at, 2);
        });
    }
    std::vector<QPolygonF> stretches;
    forEachStretch(c, g, reachOf(painter, g), line.x, line.y,
                   [&stretches](const QPolygonF& points) { stretches.push_back(points); });
    const bool crowd = !g.isPicture && isCrowd(stretches, c.lines.size());
    for (const QPolygonF& points : stretches) {
        if (points.size() == 1)
            overEdge(points, [&](QPointF at) { dot(at, line.style == Style::Raw ? 1 : 1.75); });
        else if (pen.style() == Qt::SolidLine && isZigzag(points))
            paintZigzag(painter, points, pen, thick, crowd);
        else
            paintPolyline(painter, points, pen, thick);
    }
    if (!hasDots(c, g, line)) return;
    // Of the line itself: a stretch that is cut off ends between samples.
    QPolygonF samples;
    for (std::size_t i = 0; i < line.x.size(); ++i)
        if (const QPointF at(g.xPixel(c, line.x[i]), g.yPixel(c, line.y[i]) + (thick ? 0.5 : 0));
            std::isfinite(at.x()) && std::isfinite(at.y()))
            samples << at;
    overEdge(samples, [&](QPointF at) { dot(at, thick ? 2.5 : 2); });
}

void paintSample(QPainter& painter, const ChartLine& line, QPointF left) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double y = std::floor(left.y());
    if (line.isHatched) {
        painter.setPen(QPen(line.colour, 1));
        painter.setBrush(QBrush(line.colour, Qt::BDiagPattern));
        painter.drawRect(QRectF(left.x(), y - 4, 15, 8));
    } else if (line.style == Style::Band) {
        QColor fill = line.colour;
        fill.setAlphaF(0.3F);
        painter.fillRect(QRectF(left.x(), y - 4, 16, 8), fill);
    } else if (line.style != Style::Dots) {
        QPen pen = linePen(line);
        // Gaps on both sides of the middle, where the marker would hide one.
        if (line.style == Style::Dashed) pen.setDashOffset(4);
        painter.setPen(pen);
        painter.drawLine(QPointF(left.x(), y), QPointF(left.x() + 15, y));
        if (line.style == Style::Smooth) painter.drawLine(QPointF(left.x(), y + 1), QPointF(left.x() + 15, y + 1));
    }
    // Between dashes a smaller one: they tell curves of one slot apart.
    const double size = linePen(line).style() == Qt::SolidLine ? 8 : 5;
    if (line.slot >= 0) Theme::drawMarker(painter, QPointF(left.x() + 8, y + 0.5), line.slot, line.colour, size);
    painter.restore();
}

}  // namespace gatelab
