// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_brush.h"

#include "common/texts.h"
#include "lesson/rich_text.h"

#include <QPainter>

namespace gatelab {

StageBrush::StageBrush(const Theme& theme, const StageContent& content, const StageDrawing& drawing,
                       const StageLayout& layout, double scale)
    : theme_(theme), palette_(theme.palette()), content_(content), drawing_(drawing), layout_(layout), scale_(scale) {}

QFont StageBrush::font(int px, int weight) const {
    QFont made = theme_.font(px, weight);
    made.setPixelSize(stageLetters(px, scale_));
    return made;
}

double StageBrush::yOf(const QRectF& plot, std::size_t row, double value) const {
    return plot.bottom() - plot.height() * content_.axes[row].share(value);
}

QColor StageBrush::untrained(const StageHalf& half, std::size_t row, const QColor& grey) const {
    const StageLayout::Row* placed = layout_.ofRow(row);
    if (placed == nullptr || !placed->isShared()) return grey;
    const QColor own = theme_.runColour(half.slot), ground = palette_.surface;
    const auto pale = [](int one, int other) { return (one + other) / 2; };
    return {pale(own.red(), ground.red()), pale(own.green(), ground.green()), pale(own.blue(), ground.blue())};
}

QString StageBrush::valueText(std::size_t row, double value) const {
    const LessonRow& one = content_.picture.rows[row];
    const bool isShare = one.quantity.starts_with("gradient") || one.quantity == "product" || one.quantity == "made_of";
    return formatWritten(fromUtf8(figureWords(value, isShare ? "percent" : one.format)));
}

QPolygonF StageBrush::lineOf(const QRectF& plot, const StageAxis& axis, std::int64_t steps, std::int64_t first,
                             const std::vector<double>& values) {
    QPolygonF points;
    for (std::size_t i = 0; i < values.size(); ++i)
        points << QPointF(stepX(plot, steps, static_cast<double>(first) + static_cast<double>(i)),
                          plot.bottom() - plot.height() * axis.share(values[i]));
    return points;
}

void StageBrush::paintEdged(QPainter& painter, const QPolygonF& line, const QPen& pen) const {
    painter.setPen(stagePen(palette_.surface, pen.widthF() + 2));
    painter.drawPolyline(line);
    painter.setPen(pen);
    painter.drawPolyline(line);
}

void hatch(QPainter& painter, const QPainterPath& inside, const QColor& colour) {
    painter.save();
    painter.setClipPath(inside, Qt::IntersectClip);
    painter.setPen(stagePen(colour, 1));
    const QRectF box = inside.boundingRect();
    for (double x = box.left() - box.height(); x < box.right(); x += 8)
        painter.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()));
    painter.restore();
}

QPen stagePen(const QColor& colour, double width, Qt::PenStyle style) {
    return QPen(colour, width, style, Qt::FlatCap, Qt::MiterJoin);
}

}  // namespace gatelab
