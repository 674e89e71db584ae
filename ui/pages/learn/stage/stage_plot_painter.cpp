// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_plot_painter.h"

#include "common/texts.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {
QString say(const char* text) { return QCoreApplication::translate("StagePainter", text); }
}  // namespace

void StagePlotPainter::paintSequence(QPainter& painter, const QRectF& plot, const PictureFrame& frame,
                                     const RowTrack& track, std::size_t row) const {
    const bool isRinged = content_.picture.rows[row].isRinged;
    const QRectF bars = isRinged ? plot : plot.adjusted(0, 18 * scale_, 0, 0);
    const double zero = bars.center().y(), width = bars.width() / static_cast<double>(frame.steps);
    double most = 1e-9;
    for (const double value : track.values) most = std::max(most, std::abs(value));
    painter.setPen(stagePen(palette_.axis, 1));
    painter.drawLine(QPointF(bars.left(), zero), QPointF(bars.right(), zero));
    painter.setFont(font(12, 600));
    for (std::size_t i = 0; i < track.values.size(); ++i) {
        const auto step = static_cast<std::int64_t>(i) + 1;
        const bool isMarked = std::ranges::find(frame.marks, step) != frame.marks.end();
        const double x = stepX(bars, frame.steps, static_cast<double>(step));
        const double high = track.values[i] / most * bars.height() / 2;
        const double wide = std::max(2.0, width * 0.42);
        painter.fillRect(QRectF(QPointF(x - wide / 2, std::min(zero, zero - high)),
                                QPointF(x + wide / 2, std::max(zero, zero - high))),
                         isMarked ? palette_.text : palette_.envelope);
        if (!isMarked) continue;
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette_.text);
        painter.drawEllipse(QPointF(x, plot.top() + 7 * scale_), 4.5 * scale_, 4.5 * scale_);
        painter.setPen(palette_.text);
        // Right of its dot; left of it where the next mark, or the edge, is close.
        const QString number = formatNumber(track.values[i], 2);
        const double room = painter.fontMetrics().horizontalAdvance(number) + 14 * scale_;
        const auto next = std::ranges::upper_bound(frame.marks, step);
        const double end =
            next == frame.marks.end() ? plot.right() : stepX(bars, frame.steps, static_cast<double>(*next));
        const bool isLeft = end - x < room;
        painter.drawText(QRectF(isLeft ? x - 9 * scale_ - room : x + 9 * scale_, plot.top() - 2, room, 18 * scale_),
                         (isLeft ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, number);
    }
    painter.setPen(palette_.text);
    for (const std::int64_t step : frame.asks) {
        const double x = stepX(bars, frame.steps, static_cast<double>(step));
        const QString question = say(QT_TRANSLATE_NOOP("StagePainter", "asked"));
        const double wide = painter.fontMetrics().horizontalAdvance(question) + 4;
        painter.drawText(QRectF(std::min(x - wide / 2, plot.right() - wide), plot.top() - 2, wide, 18 * scale_),
                         Qt::AlignCenter, question);
    }
    painter.setBrush(Qt::NoBrush);
}

void StagePlotPainter::paintBars(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const {
    const std::vector<double>& values = half.shown().rows[row].values;
    const std::int64_t steps = half.shown().steps;  // behind the last value there may be more
    if (values.empty()) return;
    const double width = plot.width() / static_cast<double>(steps);
    const QColor colour = half.now ? theme_.runColour(half.slot) : untrained(half, row, palette_.hatch);
    for (std::int64_t step = 1; step <= static_cast<std::int64_t>(values.size()); ++step) {
        if (!std::isfinite(values[static_cast<std::size_t>(step - 1)])) continue;
        const double y = yOf(plot, row, values[static_cast<std::size_t>(step - 1)]);
        const double x = stepX(plot, steps, static_cast<double>(step)), wide = std::max(1.5, width * 0.74);
        painter.fillRect(QRectF(QPointF(x - wide / 2, y), QPointF(x + wide / 2, plot.bottom())), colour);
    }
    paintStairs(painter, plot, half.before.rows[row].values, steps, row, half.now ? palette_.envelope : palette_.axis,
                2);
}

void StagePlotPainter::paintBeside(QPainter& painter, const QRectF& plot, const StageHalf& half,
                                   std::size_t row) const {
    paintStairs(painter, plot, half.shown().rows[row].values, half.shown().steps, row,
                half.now ? theme_.runColour(half.slot) : untrained(half, row, palette_.axis), 4);
}

/// With an edge in the ground's colour, so that it is seen on bars too.
void StagePlotPainter::paintStairs(QPainter& painter, const QRectF& plot, const std::vector<double>& values,
                                   std::int64_t steps, std::size_t row, const QColor& colour, double width) const {
    if (values.empty()) return;
    QPainterPath path;
    const double wide = plot.width() / static_cast<double>(steps);
    for (std::int64_t step = 0; step < static_cast<std::int64_t>(values.size()); ++step) {
        const double y = yOf(plot, row, values[static_cast<std::size_t>(step)]);
        const double x = plot.left() + wide * static_cast<double>(step);
        step == 0 ? path.moveTo(x, y) : path.lineTo(x, y);
        path.lineTo(x + wide, y);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(stagePen(palette_.surface, width + 2));
    painter.drawPath(path);
    painter.setPen(stagePen(colour, width));
    painter.drawPath(path);
}

void StagePlotPainter::paintLine(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const {
    const double zero = yOf(plot, row, 0);
    painter.setPen(stagePen(palette_.axis, 1));
    painter.drawLine(QPointF(plot.left(), zero), QPointF(plot.right(), zero));
    const std::int64_t steps = half.shown().steps;
    paintStairs(painter, plot, half.before.rows[row].values, steps, row, half.now ? palette_.envelope : palette_.axis,
                2);
    if (half.now) paintStairs(painter, plot, half.now->rows[row].values, steps, row, theme_.runColour(half.slot), 3);
    const PictureFrame& frame = half.shown();
    if (content_.picture.rows[row].quantity == "sum") {
        // Without an edge: where it lies on the other line, that is to be seen.
        painter.setPen(stagePen(palette_.text, 1.5, Qt::DashLine));
        painter.drawPolyline(lineOf(plot, content_.axes[row], steps, 1, frame.rows[row].beside));
    }
    // What is asked for at the end
    if (content_.picture.rows[row].quantity != "said" || frame.truth.empty()) return;
    const double y = yOf(plot, row, frame.truth[0]), x = stepX(plot, frame.steps, static_cast<double>(frame.steps));
    painter.setPen(stagePen(palette_.text, 1.5));
    painter.setBrush(palette_.surface);
    painter.drawEllipse(QPointF(x, y), 5 * scale_, 5 * scale_);
    painter.setBrush(Qt::NoBrush);
    painter.setFont(font(12));
    painter.setPen(palette_.muted);
    // Off zero, where the line before it runs.
    painter.drawText(
        QRectF(x - 190 * scale_, frame.truth[0] < 0 ? y + 6 * scale_ : y - 26 * scale_, 184 * scale_, 20 * scale_),
        Qt::AlignRight | Qt::AlignVCenter,
        say(QT_TRANSLATE_NOOP("StagePainter", "asked for: %1")).arg(formatNumber(frame.truth[0], 2)));
}

void StagePlotPainter::paintFans(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const {
    const PictureFrame& frame = half.shown();
    const RowTrack& track = frame.rows[row];
    const StageAxis& axis = content_.axes[row];
    const QPolygonF series = lineOf(plot, axis, frame.steps, 1, track.values);
    const auto number = track.values[static_cast<std::size_t>(track.fans.front().from - 1)];
    painter.setPen(stagePen(palette_.axis, 1, Qt::DotLine));
    painter.drawLine(QPointF(plot.left(), yOf(plot, row, number)), QPointF(plot.right(), yOf(plot, row, number)));
    // What came is not shown before it was drawn: the series ends where a forecast begins.
    const auto known = half.now ? series.size() : track.fans.back().from;
    painter.setPen(stagePen(palette_.text, 2));
    painter.drawPolyline(series.data(), static_cast<int>(known));
    const auto fan = [&](const PictureFrame& from, const QColor& colour, double width) {
        for (const RowTrack::Fan& one : from.rows[row].fans) {
            QPolygonF line{QPointF(stepX(plot, from.steps, static_cast<double>(one.from)), yOf(plot, row, number))};
            line += lineOf(plot, axis, from.steps, one.from + 1, one.values);
            paintEdged(painter, line, stagePen(colour, width));
            painter.setBrush(colour);
            painter.drawEllipse(line.back(), std::min(3.5 * scale_, 6.0), std::min(3.5 * scale_, 6.0));
            painter.setBrush(Qt::NoBrush);
        }
    };
    fan(half.before, half.now ? palette_.envelope : untrained(half, row, palette_.envelope), 2);
    if (half.now) fan(*half.now, theme_.runColour(half.slot), 3);
    painter.setFont(font(12, 600));
    for (const RowTrack::Fan& one : track.fans) {
        const QPointF at(stepX(plot, frame.steps, static_cast<double>(one.from)), yOf(plot, row, number));
        painter.setPen(stagePen(palette_.text, 2));
        painter.setBrush(palette_.surface);
        const double radius = std::min(6 * scale_, 9.0);
        painter.drawEllipse(at, radius, radius);
        painter.setBrush(Qt::NoBrush);
        const double here = track.values[static_cast<std::size_t>(one.from - 1)];
        // Beside the line: it comes from below left, or from above left.
        const bool isRising = one.from > 1 && track.values[static_cast<std::size_t>(one.from - 2)] < here;
        painter.drawText(QRectF(isRising ? at.x() - 70 * scale_ : at.x() + 10 * scale_, at.y() - 22 * scale_,
                                60 * scale_, 18 * scale_),
                         (isRising ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, formatNumber(here, 2));
    }
}

void StagePlotPainter::paintPath(QPainter& painter, const QRectF& plot, std::int64_t steps, std::int64_t first,
                                 const std::vector<double>& values, std::size_t row, const QPen& pen) const {
    painter.setBrush(Qt::NoBrush);
    paintEdged(painter, lineOf(plot, content_.axes[row], steps, first, values), pen);
}

void StagePlotPainter::paintSeries(QPainter& painter, const QRectF& plot, const StageHalf& half,
                                   std::size_t row) const {
    const PictureFrame& frame = half.shown();
    const RowTrack& track = frame.rows[row];
    if (track.fans.empty()) return;
    const std::int64_t now = track.fans.front().from;
    const double border =
        (stepX(plot, frame.steps, static_cast<double>(now)) + stepX(plot, frame.steps, static_cast<double>(now + 1))) /
        2;
    painter.fillRect(QRectF(QPointF(border, plot.top()), plot.bottomRight()), palette_.raised);
    painter.setPen(stagePen(palette_.axis, 1));
    painter.drawLine(QPointF(border, plot.top()), QPointF(border, plot.bottom()));
    painter.setFont(font(12, 600));
    painter.setPen(palette_.text);
    painter.drawText(QRectF(border - 84 * scale_, plot.top(), 78 * scale_, 18 * scale_),
                     Qt::AlignRight | Qt::AlignVCenter, say(QT_TRANSLATE_NOOP("StagePainter", "now")));
    painter.save();
    painter.setClipRect(plot);  // the axis is that of the trained forecast
    paintPath(painter, plot, frame.steps, now + 1, half.before.rows[row].fans.front().values, row,
              stagePen(palette_.envelope, 2));
    // What came is not shown before it was drawn.
    std::vector<double> known = track.values;
    if (!half.now) known.resize(static_cast<std::size_t>(now));
    if (half.now && !track.beside.empty())
        paintPath(painter, plot, frame.steps, now + 1, track.beside, row, stagePen(palette_.muted, 1.5, Qt::DashLine));
    paintPath(painter, plot, frame.steps, 1, known, row, stagePen(palette_.text, 2));
    if (half.now)
        paintPath(painter, plot, frame.steps, now + 1, track.fans.front().values, row,
                  stagePen(theme_.runColour(half.slot), 3));
    painter.restore();
}

void StagePlotPainter::paintLosses(QPainter& painter, const QRectF& plot, const StageHalf& half,
                                   std::size_t row) const {
    const PictureFrame& frame = half.shown();
    paintPath(painter, plot, frame.steps, 1, half.before.rows[row].values, row, stagePen(palette_.envelope, 2));
    if (!half.now) return;
    const RowTrack& track = half.now->rows[row];
    const QColor colour = theme_.runColour(half.slot);
    paintPath(painter, plot, frame.steps, 1, track.beside, row, stagePen(colour, 1.5, Qt::DotLine));
    paintPath(painter, plot, frame.steps, 1, track.values, row, stagePen(colour, 3));
    painter.setFont(font(12));
    painter.setPen(palette_.muted);
    const auto name = [&](const std::vector<double>& values, const QString& text, double up) {
        if (values.empty()) return;
        const double x = stepX(plot, frame.steps, static_cast<double>(values.size()));
        painter.drawText(
            QRectF(x - 150 * scale_, yOf(plot, row, values.back()) + up * scale_, 146 * scale_, 18 * scale_),
            Qt::AlignRight | Qt::AlignVCenter, text);
    };
    name(track.values, say(QT_TRANSLATE_NOOP("StagePainter", "validation")), -24);
    name(track.beside, say(QT_TRANSLATE_NOOP("StagePainter", "training")), -22);
}

void StagePlotPainter::paintFigures(QPainter& painter, const QRectF& plot, const StageHalf& half,
                                    std::size_t row) const {
    painter.setFont(font(13, 600));
    const std::vector<double>&before = half.before.rows[row].values, &values = half.shown().rows[row].values;
    const double broad = 0.5 * plot.width() / static_cast<double>(std::max<std::int64_t>(1, half.shown().steps));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double x = stepX(plot, half.shown().steps, static_cast<double>(i + 1));
        if (!std::isfinite(values[i])) continue;
        painter.fillRect(
            QRectF(QPointF(x - broad / 2, yOf(plot, row, values[i])), QPointF(x + broad / 2, plot.bottom())),
            theme_.runColour(half.slot));
        if (i < before.size() && std::isfinite(before[i])) {
            const double level = yOf(plot, row, before[i]);
            painter.setPen(stagePen(palette_.surface, 4));
            painter.drawLine(QPointF(x - 0.6 * broad, level), QPointF(x + 0.6 * broad, level));
            painter.setPen(stagePen(palette_.envelope, 2));
            painter.drawLine(QPointF(x - 0.6 * broad, level), QPointF(x + 0.6 * broad, level));
        }
        // At the foot: above the bar is where a hand has drawn.
        const QString text = valueText(row, values[i]);
        const double wide = painter.fontMetrics().horizontalAdvance(text) + 12, high = 22 * scale_;
        const QRectF place(x - wide / 2, plot.bottom() - high - 6, wide, high);
        painter.fillRect(place, palette_.surface);
        painter.setPen(palette_.text);
        painter.drawText(place, Qt::AlignCenter, text);
    }
}

/// The series in the colour of text, below it what step 0 says, above it what is said now.
void StagePlotPainter::paintForecasts(QPainter& painter, const QRectF& plot, const StageHalf& half,
                                      std::size_t row) const {
    const PictureFrame& frame = half.shown();
    // Below a ringed row of other steps it has its own.
    const std::int64_t steps = frame.rows[row].steps > 0 ? frame.rows[row].steps : frame.steps;
    paintPath(painter, plot, steps, 1, half.before.rows[row].values, row, stagePen(palette_.envelope, 2));
    paintPath(painter, plot, steps, 1, frame.truth, row, stagePen(palette_.text, 2));
    if (half.now)
        paintPath(painter, plot, steps, 1, half.now->rows[row].values, row, stagePen(theme_.runColour(half.slot), 3));
}

void StagePlotPainter::paintDots(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const {
    const PictureFrame& frame = half.shown();
    const RowTrack& track = frame.rows[row];
    const QColor colour = half.now ? theme_.runColour(half.slot) : untrained(half, row, palette_.axis);
    const double one = yOf(plot, row, 1);
    painter.setPen(stagePen(palette_.axis, 1, Qt::DashLine));
    painter.drawLine(QPointF(plot.left(), one), QPointF(plot.right(), one));
    painter.setPen(stagePen(colour, 2));
    if (std::isfinite(track.factor)) {
        const double mean = yOf(plot, row, track.factor);
        painter.drawLine(QPointF(plot.left(), mean), QPointF(plot.right(), mean));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    for (std::size_t i = 0; i < track.values.size(); ++i)
        painter.drawEllipse(
            QPointF(stepX(plot, frame.steps, static_cast<double>(i + 1)), yOf(plot, row, track.values[i])),
            2.5 * scale_, 2.5 * scale_);
    painter.setBrush(Qt::NoBrush);
}

void StagePlotPainter::paintMap(QPainter& painter, const QRectF& plot, const RowTrack& track, bool isSigned) const {
    const auto units = static_cast<int>(track.unitCount);
    const auto steps = static_cast<int>(track.units.size()) / std::max(1, units);
    if (steps == 0) return;
    QImage image(steps, units, QImage::Format_RGB32);
    for (int step = 0; step < steps; ++step)
        for (int unit = 0; unit < units; ++unit) {
            const double value = track.units[static_cast<std::size_t>(step * units + unit)];
            image.setPixelColor(step, unit,
                                isSigned ? heatColour(palette_.tide, std::clamp((value + 1) / 2, 0.0, 1.0))
                                         : heatColour(palette_.gate, std::clamp(value, 0.0, 1.0)));
        }
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(plot, image);
    if (track.unit >= 0) {  // the one that the ring shows
        const double high = plot.height() / units;
        const QRectF frame(plot.left(), plot.top() + high * static_cast<double>(track.unit), plot.width(), high);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(stagePen(palette_.surface, 3));
        painter.drawRect(frame);
        painter.setPen(stagePen(palette_.text, 1));
        painter.drawRect(frame);
    }
    if (content_.picture.kind != "unrolled") return;
    painter.setFont(font(12));
    painter.setPen(palette_.text);
    for (int step = 0; step < steps; ++step) {
        QString text = step == 0 ? say(QT_TRANSLATE_NOOP("StagePainter", "on the way up"))
                                 : say(QT_TRANSLATE_NOOP("StagePainter", "on the way down"));
        if (painter.fontMetrics().horizontalAdvance(text) > plot.width() / steps - 14)
            text = step == 0 ? QStringLiteral("↑") : QStringLiteral("↓");
        const double wide = painter.fontMetrics().horizontalAdvance(text) + 14 * std::min(scale_, 1.3);
        const QRectF chip(plot.left() + plot.width() * (step + 0.5) / steps - wide / 2, plot.bottom() - 22 * scale_,
                          wide, 18 * scale_);
        painter.fillRect(chip, palette_.surface);
        painter.drawText(chip, Qt::AlignCenter, text);
    }
}

void StagePlotPainter::paintScale(QPainter& painter, const QRectF& plot, bool isSigned) const {
    const auto& stops = isSigned ? palette_.tide : palette_.gate;
    const double left = std::max(6.0, plot.left() - 68 * scale_), width = (plot.left() - 14 * scale_ - left) / 9,
                 top = plot.bottom() - 10 * scale_;
    for (int i = 0; i < 9; ++i)
        painter.fillRect(QRectF(left + width * i, top, width + 0.5, 8 * scale_), stops[static_cast<std::size_t>(i)]);
    painter.setFont(font(11));
    painter.setPen(palette_.muted);
    painter.drawText(QRectF(left, top - 16 * scale_, 40, 14 * scale_), Qt::AlignLeft | Qt::AlignVCenter,
                     isSigned ? QStringLiteral("−1") : QStringLiteral("0"));
    painter.drawText(QRectF(left, top - 16 * scale_, 9 * width, 14 * scale_), Qt::AlignRight | Qt::AlignVCenter,
                     QStringLiteral("1"));
}

}  // namespace gatelab
