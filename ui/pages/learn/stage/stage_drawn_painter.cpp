// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_drawn_painter.h"

#include "pages/learn/free_place.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace gatelab {

void StageDrawnPainter::paintDrawn(QPainter& painter, const QRectF& plot, std::int64_t cursor, bool hasFocus) const {
    const std::size_t row = content_.picture.ringed();
    const std::int64_t steps = content_.halves[static_cast<std::size_t>(content_.drawnHalf)].shown().steps;
    const auto place = [&](const QPointF& point) {
        return QPointF(stepX(plot, steps, point.x()), yOf(plot, row, point.y()));
    };
    QPolygonF line;
    for (const QPointF& point : drawing_.points()) line << place(point);
    const bool isCurve = drawing_.draw().kind == "curve" || (drawing_.steps().size() > 4);
    if (line.isEmpty() && content_.isDrawing) {  // where it begins
        const double y = yOf(plot, row, drawing_.startValue());
        painter.setPen(stagePen(palette_.accent, 1.5, Qt::DashLine));
        if (isCurve) painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        for (const std::int64_t step : drawing_.steps())
            if (!isCurve) line << QPointF(stepX(plot, steps, static_cast<double>(step)), y);
    }
    if (isCurve && line.size() > 1) paintEdged(painter, line, stagePen(palette_.text, 2, Qt::DashLine));
    painter.setFont(font(12, 600));
    for (int i = 0; i < line.size(); ++i) {
        const std::int64_t step = drawing_.steps()[static_cast<std::size_t>(
            std::min<qsizetype>(i, static_cast<qsizetype>(drawing_.steps().size()) - 1))];
        const bool isCursor = content_.isDrawing && step == cursor && (hasFocus || !isCurve);
        if (isCurve && !isCursor && !(content_.gap.isEmpty() ? false : step == content_.gapStep)) continue;
        painter.setPen(stagePen(isCursor && hasFocus ? palette_.accent : palette_.text, 2));
        painter.setBrush(palette_.surface);
        const double radius = std::min(6 * scale_, 9.0);  // what lies under it stays to be seen
        painter.drawEllipse(line[i], radius, radius);
        painter.setBrush(Qt::NoBrush);
        if (drawing_.points().empty()) continue;
        painter.setPen(palette_.text);
        QString text =
            QCoreApplication::translate("StagePainter", "you drew %1").arg(valueText(row, drawing_.valueAt(step)));
        // Circles close to each other have room for their numbers alone.
        const auto width = [&] { return painter.fontMetrics().horizontalAdvance(text) + 12; };
        const bool isMiddle = !isCurve && line.size() > 1;
        if (isMiddle && 1.3 * width() > line[1].x() - line[0].x()) text = valueText(row, drawing_.valueAt(step));
        const double wide = width();
        const double x =
            std::min(isMiddle ? line[i].x() - wide / 2 + 6 : line[i].x() + 10 * scale_, plot.right() - wide + 12);
        // Not on the way to what came.
        const std::vector<double> came =
            rowValues(content_.halves[static_cast<std::size_t>(content_.drawnHalf)].shown().rows[row]);
        const bool isBelow = line[i].y() - 28 * scale_ < plot.top() ||
                             (isMiddle && !content_.gap.isEmpty() && step <= static_cast<qint64>(came.size()) &&
                              came[static_cast<std::size_t>(step - 1)] > drawing_.valueAt(step));
        // Numbers that have no room beside each other stand one above and one below.
        const bool isCrowded = isMiddle && wide > line[1].x() - line[0].x();
        const double y = line[i].y() + ((isCrowded ? i % 2 != 0 : isBelow) ? 8 : -28) * scale_;
        painter.fillRect(QRectF(x - 4, y, wide, 20 * scale_), palette_.surface);
        painter.drawText(QRectF(x, y, wide, 20 * scale_), Qt::AlignLeft | Qt::AlignVCenter, text);
    }
}

/// The edge as a line with a handle; once it is measured, an arrow to where it came to.
void StageDrawnPainter::paintEdge(QPainter& painter, const QRectF& plot, bool hasFocus) const {
    const std::size_t row = content_.picture.ringed();
    if (!content_.isDrawing && drawing_.points().empty()) return;
    const double value = drawing_.points().empty() ? drawing_.startValue() : drawing_.points().front().y();
    const double x = edgeX(plot, content_.axes[row], drawing_.isFromRight(), value), y = plot.center().y();
    if (!content_.gap.isEmpty()) {
        const double to = edgeX(plot, content_.axes[row], drawing_.isFromRight(), content_.gapMeasure);
        QPainterPath between;
        between.addRect(QRectF(QPointF(std::min(x, to), plot.top()), QPointF(std::max(x, to), plot.bottom())));
        hatch(painter, between, palette_.hatch);
        painter.setPen(stagePen(palette_.text, 1.5));
        painter.drawLine(QPointF(x, y), QPointF(to, y));
        const double tip = to > x ? -6 : 6;
        if (std::abs(to - x) > 14) painter.drawPolyline(QPolygonF{{to + tip, y - 5}, {to, y}, {to + tip, y + 5}});
    }
    const QColor colour =
        content_.isDrawing && (hasFocus || drawing_.points().empty()) ? palette_.accent : palette_.text;
    painter.setPen(stagePen(palette_.surface, 5));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    painter.setPen(stagePen(colour, 2.5, Qt::DashLine));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    painter.setPen(stagePen(colour, 2));
    painter.setBrush(palette_.surface);
    const double radius = std::min(8 * scale_, 12.0);
    painter.drawEllipse(QPointF(x, y), radius, radius);
    painter.setBrush(Qt::NoBrush);
    if (drawing_.points().empty()) return;
    painter.setFont(font(12, 600));
    const QString text = QCoreApplication::translate("StagePainter", "you drew %1")
                             .arg(drawing_.isFromRight() ? QString::number(std::lround(value)) : valueText(row, value));
    const double wide = painter.fontMetrics().horizontalAdvance(text) + 12;
    const bool isLeft = x + radius + 6 + wide > plot.right();
    const QRectF place(isLeft ? x - radius - 6 - wide : x + radius + 6, plot.bottom() - 26 * scale_, wide, 20 * scale_);
    painter.fillRect(place, palette_.surface);
    painter.setPen(palette_.text);
    painter.drawText(place, Qt::AlignCenter, text);
}

/// Columns are buttons; a triangle stands above a clicked one.
void StageDrawnPainter::paintClicks(QPainter& painter, const QRectF& plot, std::int64_t cursor, bool hasFocus) const {
    const std::int64_t steps = content_.halves[static_cast<std::size_t>(content_.drawnHalf)].shown().steps;
    const double width = plot.width() / static_cast<double>(std::max<std::int64_t>(1, steps));
    const auto column = [&](std::int64_t step) {
        return QRectF(plot.left() + width * static_cast<double>(step - 1), plot.top(), width, plot.height());
    };
    if (content_.isDrawing && cursor >= 1 && cursor <= steps) {
        painter.setPen(stagePen(hasFocus ? palette_.accent : palette_.strong, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(column(cursor).adjusted(1, 1, -1, 0));
    }
    for (const QPointF& point : drawing_.points()) {
        const QRectF box = column(std::llround(point.x()));
        painter.setPen(stagePen(palette_.text, 1.5));
        painter.setBrush(Qt::NoBrush);
        if (content_.isDrawing) painter.drawRoundedRect(box.adjusted(1, 1, -1, 0), 3, 3);
        const double x = box.center().x(), y = plot.top() + 8 * scale_, half = std::min(8 * scale_, width * 0.45);
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette_.text);
        painter.drawPolygon(QPolygonF{{x - half, y}, {x + half, y}, {x, y + 1.6 * half}});
        painter.setBrush(Qt::NoBrush);
    }
}

void StageDrawnPainter::paintGap(QPainter& painter, const QRectF& plot, const StageHalf& half) const {
    const std::size_t row = content_.picture.ringed();
    const PictureFrame& frame = half.shown();
    const std::vector<double> values = rowValues(frame.rows[row]);
    QPointF at(plot.center().x(), plot.top() + 0.25 * plot.height());
    if (drawing_.isEdge()) {
        const bool isBack = drawing_.isFromRight();
        const double to = edgeX(plot, content_.axes[row], isBack, content_.gapMeasure);
        at = {to + 18 * scale_, plot.top() + 0.62 * plot.height()};
    } else if (!drawing_.isClicked() && !drawing_.points().empty()) {
        const bool isCurve = drawing_.steps().size() > 4;
        QPainterPath between;
        if (isCurve) {
            QPolygonF edge;
            for (const QPointF& point : drawing_.points())
                edge << QPointF(stepX(plot, frame.steps, point.x()), yOf(plot, row, point.y()));
            for (auto value = values.rbegin(); value != values.rend(); ++value) {
                const auto step = static_cast<double>(values.rend() - value);
                edge << QPointF(stepX(plot, frame.steps, step), yOf(plot, row, *value));
            }
            between.addPolygon(edge);
            between.closeSubpath();
            hatch(painter, between, palette_.hatch);
        }
        for (const QPointF& point : drawing_.points()) {
            const auto step = std::llround(point.x());
            if ((isCurve && step != content_.gapStep) || step < 1 || step > static_cast<qint64>(values.size()))
                continue;
            const double x = stepX(plot, frame.steps, point.x()), from = yOf(plot, row, point.y()),
                         to = yOf(plot, row, values[static_cast<std::size_t>(step - 1)]);
            painter.setPen(stagePen(palette_.text, 1.5));
            painter.drawLine(QPointF(x, from), QPointF(x, to));
            const double tip = to > from ? -5 : 5;
            if (std::abs(to - from) > 12)
                painter.drawPolyline(QPolygonF{{x - 4, to + tip}, {x, to}, {x + 4, to + tip}});
            if (content_.gapStep == 0 || step == content_.gapStep) at = {x + 18 * scale_, (from + to) / 2};
        }
    } else {
        at = {plot.left() + 0.36 * plot.width(), plot.top() + 0.3 * plot.height()};
    }
    paintGapBox(painter, plot, half, at);
}

/// Where it covers the least of what is to be compared, else as near as it may.
void StageDrawnPainter::paintGapBox(QPainter& painter, const QRectF& plot, const StageHalf& half,
                                    const QPointF& at) const {
    const std::size_t row = content_.picture.ringed();
    const PictureFrame& frame = half.shown();
    std::vector<QPointF> seen;
    const auto line = [&seen](const QPointF& from, const QPointF& to) {
        for (int i = 0; i <= 16; ++i) seen.push_back(from + (to - from) * i / 16.0);
    };
    const auto place = [&](std::int64_t step, double value) {
        return QPointF(stepX(plot, frame.steps, static_cast<double>(step)), yOf(plot, row, value));
    };
    // What runs sideways has its values there.
    const std::vector<double> values = drawing_.isEdge() ? std::vector<double>() : rowValues(frame.rows[row]);
    for (const QPointF& point : drawing_.points()) {
        const auto step = std::llround(point.x());
        if (drawing_.isEdge())
            line({edgeX(plot, content_.axes[row], drawing_.isFromRight(), point.y()), plot.center().y()},
                 {edgeX(plot, content_.axes[row], drawing_.isFromRight(), content_.gapMeasure), plot.center().y()});
        else if (drawing_.isClicked() || (drawing_.steps().size() > 4 && step != content_.gapStep))
            seen.push_back(drawing_.isClicked() ? QPointF(place(step, 0).x(), plot.top() + 14 * scale_)
                                                : place(step, point.y()));
        else if (step >= 1 && step <= static_cast<qint64>(values.size()))
            line(place(step, point.y()), place(step, values[static_cast<std::size_t>(step - 1)]));
    }
    const auto track = [&](const std::vector<double>& of, std::int64_t from) {
        for (std::size_t i = 0; i < of.size(); ++i)
            if (std::isfinite(of[i])) seen.push_back(place(from + static_cast<std::int64_t>(i), of[i]));
    };
    track(values, 1);
    for (const RowTrack::Fan& fan : frame.rows[row].fans) track(fan.values, fan.from + 1);
    if (content_.picture.rows[row].quantity == "said" && !frame.truth.empty()) {  // with its words
        const QPointF asked = place(frame.steps, frame.truth[0]);
        const QPointF words(0, (frame.truth[0] < 0 ? 16 : -16) * scale_);
        line(asked, asked + words);
        line(asked + words - QPointF(150 * scale_, 0), asked + words);
    }
    // The bar of a mark is the answer.
    for (const std::int64_t mark : frame.marks) line(place(mark, 0), place(mark, content_.axes[row].high));
    painter.setFont(font(15, 600));
    const double first = painter.fontMetrics().horizontalAdvance(content_.gap);
    painter.setFont(font(12));
    const double second = painter.fontMetrics().horizontalAdvance(content_.gapNote);
    if (first + 24 * scale_ > plot.width()) return;  // it stands in the text
    // In a narrow plot the figure alone.
    const bool isNarrow = std::max(first, second) + 24 * scale_ > 0.7 * plot.width();
    const double wide = (isNarrow ? first : std::max(first, second)) + 24 * scale_,
                 high = (isNarrow ? 30 : 50) * scale_;
    if (3 * high > plot.height()) return;  // it would hide what it tells of
    QRectF box = freePlace(plot.adjusted(0, 4, 0, 0), {wide, high}, seen, at);
    painter.setPen(stagePen(palette_.strong, 1));
    painter.setBrush(palette_.surface);
    painter.drawRoundedRect(box, 4, 4);
    painter.setBrush(Qt::NoBrush);
    box.adjust(12 * scale_, 6 * scale_, 0, -6 * scale_);
    painter.setPen(palette_.text);
    painter.setFont(font(15, 600));
    painter.drawText(box, Qt::AlignLeft | Qt::AlignTop, content_.gap);
    painter.setFont(font(12));
    painter.setPen(palette_.muted);
    if (!isNarrow) painter.drawText(box, Qt::AlignLeft | Qt::AlignBottom, content_.gapNote);
}

}  // namespace gatelab
