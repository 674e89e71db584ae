// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_paint.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr double kReach = 8;

double length(QPointF d) { return std::hypot(d.x(), d.y()); }

double segmentDistance(QPointF p, QPointF a, QPointF b) {
    const QPointF d = b - a;
    const double square = QPointF::dotProduct(d, d);
    const double share = square > 0 ? std::clamp(QPointF::dotProduct(p - a, d) / square, 0.0, 1.0) : 0;
    return length(p - (a + d * share));
}

}  // namespace

ChartHit hitLine(const ChartContent& content, const ChartGeometry& g, QPointF at) {
    ChartHit hit;
    double best = kReach;
    if (!g.plot.adjusted(-kReach, -kReach, kReach, kReach).contains(at)) return hit;
    for (std::size_t k = 0; k < content.lines.size(); ++k) {
        const ChartLine& line = content.lines[k];
        if (line.key.isEmpty() || line.isArea() || !content.shows(k)) continue;
        QPointF before;
        bool joined = false;
        for (std::size_t i = 0; i < line.x.size() && i < line.y.size(); ++i) {
            const QPointF here = g.place(content, line, i);
            const bool finite = std::isfinite(here.x()) && std::isfinite(here.y());
            const bool segment = finite && joined && line.style != ChartLine::Style::Dots;
            const double distance = !finite   ? HUGE_VAL
                                    : segment ? segmentDistance(at, before, here)
                                              : length(at - here);
            if (distance < best) {
                best = distance;
                const bool nearer = segment && length(at - before) < length(at - here);
                hit = {line.key, static_cast<int>(nearer ? i - 1 : i)};
            }
            before = here, joined = finite;
        }
    }
    return hit;
}

double snappedX(const ChartContent& content, const ChartGeometry& g, double pixel, double from) {
    constexpr double kSnap = 24;
    const double start = std::isnan(from) ? from : g.xPixel(content, from), x = g.xValue(content, pixel);
    if (pixel == start) return from;
    double best = std::isnan(from) ? x : from, distance = std::isnan(from) ? kSnap : HUGE_VAL;
    for (std::size_t k = 0; k < content.lines.size(); ++k) {
        const ChartLine& line = content.lines[k];
        if (line.name.isEmpty() || !content.shows(k) || line.isArea()) continue;
        for (std::size_t i = 0; i < line.x.size() && i < line.y.size(); ++i) {
            const double at = g.xPixel(content, line.x[i]);
            const bool beyond = std::isnan(start) || (pixel > start ? at > start : at < start);
            if (!beyond || !std::isfinite(line.y[i]) || at < g.plot.left() - 0.5 || at > g.plot.right() + 0.5) continue;
            if (std::abs(at - pixel) < distance) distance = std::abs(at - pixel), best = line.x[i];
        }
    }
    // Away from all samples steps are whole nevertheless.
    return best == x && content.xCounted && content.x.high - content.x.low > 20 ? std::round(x) : best;
}

}  // namespace gatelab
