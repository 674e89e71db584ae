// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/parallel/parallel_painter.h"

#include "charts/chart_content.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <set>

namespace gatelab {

namespace {

constexpr double kTop = 34, kBottom = 16, kSide = 70, kReach = 8, kTickRoom = 14;
constexpr std::size_t kFewValues = 6;

ChartScale scaleOf(const ParallelAxis& axis, std::size_t index, const std::vector<ParallelLine>& lines) {
    if (!axis.categories.isEmpty())
        return {-0.5, std::max(0.5, static_cast<double>(axis.categories.size()) - 0.5), false};
    DataRange range;
    for (const ParallelLine& line : lines)
        if (const double value = line.values[index]; std::isfinite(value) && (!axis.logarithmic || value > 0))
            range.add(value);
    return niceScale(range.valid() ? range.low : 0, range.valid() ? range.high : 1, axis.logarithmic, false);
}

/// Its values, rising; nothing where they are many.
std::vector<double> fewValues(std::size_t index, const std::vector<ParallelLine>& lines) {
    std::set<double> values;
    for (const ParallelLine& line : lines) {
        if (std::isfinite(line.values[index])) values.insert(line.values[index]);
        if (values.size() > kFewValues) return {};
    }
    return {values.begin(), values.end()};
}

}  // namespace

void ParallelPainter::set(std::vector<ParallelAxis> newAxes, std::vector<ParallelLine> newLines) {
    // Ranges belong to columns: they stay while the columns do.
    const bool same = std::equal(newAxes.begin(), newAxes.end(), axes.begin(), axes.end(),
                                 [](const ParallelAxis& a, const ParallelAxis& b) { return a.title == b.title; });
    if (!same) brushes.assign(newAxes.size(), std::nullopt);
    axes = std::move(newAxes);
    lines = std::move(newLines);
    scales.clear();
    marks_.clear();
    for (std::size_t i = 0; i < axes.size(); ++i) {
        scales.push_back(scaleOf(axes[i], i, lines));
        marks_.push_back(fewValues(i, lines));
    }
}

bool ParallelPainter::isInside(const ParallelLine& line) const {
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (brushes[i] && !(line.values[i] >= brushes[i]->first && line.values[i] <= brushes[i]->second)) return false;
    return true;
}

QStringList ParallelPainter::inside() const {
    QStringList keys;
    for (const ParallelLine& line : lines)
        if (isInside(line)) keys << line.key;
    return keys;
}

QRectF ParallelPainter::area() const { return QRectF(QPointF(), size).adjusted(kSide, kTop, -kSide, -kBottom); }

QPointF ParallelPainter::position(std::size_t axis, double value) const {
    const QRectF box = area();
    const double x = axes.size() < 2
                         ? box.center().x()
                         : box.left() + box.width() * static_cast<double>(axis) / static_cast<double>(axes.size() - 1);
    return {x, box.bottom() - scales[axis].share(value) * box.height()};
}

double ParallelPainter::valueAt(std::size_t axis, double y) const {
    const QRectF box = area();
    return scales[axis].value(std::clamp((box.bottom() - y) / std::max(1.0, box.height()), 0.0, 1.0));
}

std::optional<std::size_t> ParallelPainter::axisAt(QPointF at) const {
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (std::abs(position(i, scales[i].low).x() - at.x()) <= kReach) return i;
    return std::nullopt;
}

QString ParallelPainter::lineAt(QPointF at) const {
    QString key;
    double best = kReach;
    for (const ParallelLine& line : lines) {
        for (std::size_t i = 0; i + 1 < axes.size(); ++i) {
            const QPointF a = position(i, line.values[i]), b = position(i + 1, line.values[i + 1]);
            if (at.x() < a.x() || at.x() > b.x() || !std::isfinite(a.y()) || !std::isfinite(b.y())) continue;
            const double distance =
                std::abs(a.y() + (b.y() - a.y()) * (at.x() - a.x()) / std::max(1.0, b.x() - a.x()) - at.y());
            if (distance < best) best = distance, key = line.key;
        }
    }
    return key;
}

QPolygonF ParallelPainter::points(const ParallelLine& line) const {
    QPolygonF points;
    for (std::size_t i = 0; i < axes.size(); ++i) points << position(i, line.values[i]);
    return points;
}

std::vector<ParallelStroke> ParallelPainter::strokes() const {
    // Many lines are drawn thinner.
    const float alpha = lines.size() > 400 ? 0.2F : lines.size() > 60 ? 0.5F : 0.85F;
    std::vector<ParallelStroke> strokes;
    strokes.reserve(lines.size());
    for (const bool marked : {false, true})
        for (const ParallelLine& line : lines) {
            if (isInside(line) != marked) continue;
            QColor colour = marked ? line.colour : theme_.palette().hatch;
            colour.setAlphaF(marked ? alpha : alpha * 0.5F);
            if (!line.isChosen || !marked) strokes.push_back({points(line), colour});
        }
    constexpr double kChosen = 2, kHalo = 2;
    for (const ParallelLine& line : lines) {
        if (!line.isChosen || !isInside(line)) continue;
        strokes.push_back({points(line), theme_.palette().surface, kChosen + 2 * kHalo});
        strokes.push_back({points(line), line.colour, kChosen});
    }
    return strokes;
}

std::vector<ChartTick> ParallelPainter::ticks(std::size_t axis) const {
    const ChartScale& scale = scales[axis];
    std::vector<ChartTick> own;
    for (const double value : marks_[axis]) {
        if (scale.logarithmic && value <= 0) continue;
        if (!own.empty() && std::abs(position(axis, value).y() - position(axis, own.back().value).y()) < kTickRoom) {
            own.clear();  // they would be written over one another
            break;
        }
        own.push_back({value, axes[axis].counted || axes[axis].isSet ? formatSetting(value) : formatNumber(value)});
    }
    if (!own.empty()) return own;
    const int wanted = std::clamp(static_cast<int>(area().height() / 50), 2, 6);
    const double closest = axes[axis].counted ? closestCounted(scale.low, scale.high) : 0;
    return scale.logarithmic ? logTicks(scale.low, scale.high, wanted, closest)
                             : linearTicks(scale.low, scale.high, wanted, closest);
}

void ParallelPainter::paintAxis(QPainter& painter, std::size_t axis) const {
    const Palette& p = theme_.palette();
    const QRectF box = area();
    const double x = std::floor(position(axis, scales[axis].low).x()) + 0.5;
    painter.setPen(QPen(p.axis, 1));
    painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()));
    if (const auto& range = brushes[axis]) {
        const double low = position(axis, range->first).y(), high = position(axis, range->second).y();
        QColor fill = p.accent;
        fill.setAlphaF(0.2F);
        painter.setBrush(fill);
        painter.setPen(QPen(p.accent, 1));
        painter.drawRect(QRectF(x - 6, high, 12, low - high));
    }
    painter.setFont(theme_.font(11));
    const auto label = [&](double value, const QString& text) {
        const double y = position(axis, value).y();
        const QRectF place(x + 5, y - 8, kSide * 1.4, 16);
        // Nothing strikes it through.
        painter.fillRect(
            QRectF(place.left() - 1, place.top() + 2, painter.fontMetrics().horizontalAdvance(text) + 3, 12),
            p.surface);
        painter.setPen(p.muted);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    if (!axes[axis].categories.isEmpty()) {
        for (qsizetype i = 0; i < axes[axis].categories.size(); ++i)
            label(static_cast<double>(i), axes[axis].categories[i]);
    } else {
        for (const ChartTick& tick : ticks(axis))
            if (!tick.label.isEmpty()) label(tick.value, tick.label);
    }
    painter.setFont(theme_.font(12, 500));
    painter.setPen(p.text);
    // Up to the middle between two axes; the outer ones begin and end at the edge.
    const double half = axes.size() < 2 ? box.width() / 2 : box.width() / static_cast<double>(axes.size() - 1) / 2;
    const double left = std::max(0.0, x - half), right = std::min<double>(size.width(), x + half);
    const QString title =
        painter.fontMetrics().elidedText(axes[axis].title, Qt::ElideRight, static_cast<int>(right - left - 6));
    const double wide = painter.fontMetrics().horizontalAdvance(title) + 2;
    const double from = std::clamp(x - wide / 2, left + 2, std::max(left + 2, right - wide - 2));
    painter.drawText(QRectF(from, 6, wide, 18), Qt::AlignLeft | Qt::AlignVCenter, title);
}

bool paintStrokes(QPainter& painter, const std::vector<ParallelStroke>& strokes, const Progress& progress) {
    painter.setRenderHint(QPainter::Antialiasing);
    for (const ParallelStroke& stroke : strokes) {
        if (!report(progress, -1)) return false;
        painter.setPen(QPen(stroke.colour, stroke.width));
        QPolygonF piece;
        const auto flush = [&] {
            if (piece.size() > 1)
                painter.drawPolyline(piece);
            else if (piece.size() == 1)
                painter.drawEllipse(piece.front(), 2, 2);
            piece.clear();
        };
        for (const QPointF& at : stroke.points) {
            if (std::isfinite(at.y()))
                piece << at;
            else
                flush();
        }
        flush();
    }
    return true;
}

}  // namespace gatelab
