// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_painter.h"

#include "common/texts.h"
#include "lesson/rich_text.h"
#include "pages/learn/gates/quantity_words.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

QString say(const char* text) { return QCoreApplication::translate("StagePainter", text); }

bool isGate(const std::string& quantity) {
    return quantity == "i" || quantity == "f" || quantity == "o" || quantity == "z" || quantity == "r";
}

QPen pen(const QColor& colour, double width, Qt::PenStyle style = Qt::SolidLine) {
    QPen made(colour, width, style, Qt::FlatCap, Qt::MiterJoin);
    return made;
}

}  // namespace

QString stageRowName(const RowTrack& track, const LessonRow& row, const std::string& cell) {
    const std::string& quantity = track.quantity;
    if (row.quantity == "factor")
        return quantity.size() == 1 ? say(QT_TRANSLATE_NOOP("StagePainter", "What one step back leaves on the belt"))
                                    : say(QT_TRANSLATE_NOOP("StagePainter", "What one step back leaves"));
    if (quantity == "x") return say(QT_TRANSLATE_NOOP("StagePainter", "What it reads"));
    if (quantity == "gradient")
        return say(QT_TRANSLATE_NOOP("StagePainter", "Gradient at each step, share of the largest"));
    if (quantity == "said") return say(QT_TRANSLATE_NOOP("StagePainter", "What it would say at each step"));
    if (quantity == "forecast") return say(QT_TRANSLATE_NOOP("StagePainter", "Series and forecasts"));
    if (quantity == "product")
        return say(QT_TRANSLATE_NOOP("StagePainter", "What is left of step 1 on the belt of unit %1"))
            .arg(track.unit + 1);
    const QString name = quantityWords(quantity, cell).name;
    if (track.unitCount > 0 && !row.isRinged)
        return say(QT_TRANSLATE_NOOP("StagePainter", "%1 %2 of all %3 units"))
            .arg(name, fromUtf8(quantity))
            .arg(track.unitCount);
    return say(QT_TRANSLATE_NOOP("StagePainter", "%1 %2 of unit %3")).arg(name, fromUtf8(quantity)).arg(track.unit + 1);
}

StagePainter::StagePainter(const Theme& theme, const StageContent& content, const StageDrawing& drawing,
                           const StageLayout& layout, double scale)
    : theme_(theme), palette_(theme.palette()), content_(content), drawing_(drawing), layout_(layout), scale_(scale) {}

QFont StagePainter::font(int px, int weight) const {
    QFont made = theme_.font(px, weight);
    made.setPixelSize(qRound(px * scale_));
    return made;
}

double StagePainter::yOf(const QRectF& plot, std::size_t row, double value) const {
    return plot.bottom() - plot.height() * content_.axes[row].share(value);
}

QString StagePainter::valueText(std::size_t row, double value) const {
    const LessonRow& one = content_.picture.rows[row];
    const bool isShare = one.quantity == "gradient" || one.quantity == "product";
    return formatWritten(fromUtf8(figureWords(value, isShare ? "percent" : "")));
}

void StagePainter::paint(QPainter& painter, std::int64_t cursor, bool hasFocus) const {
    painter.setRenderHint(QPainter::Antialiasing);
    paintTitle(painter);
    paintHeads(painter);
    const StageLayout::Row* ring = layout_.ofRow(content_.picture.ringed());
    if (ring != nullptr) paintMarks(painter, *ring);
    for (const StageLayout::Row& row : layout_.rows) paintRow(painter, row);
    if (ring == nullptr || content_.halves.empty()) return;
    painter.setPen(pen(palette_.axis, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(ring->whole.adjusted(1, -6, -1, 4), 8, 8);
    if (content_.drawKind.empty() || content_.drawnHalf >= static_cast<int>(ring->plots.size())) return;
    const auto drawn = static_cast<std::size_t>(content_.drawnHalf);
    if (!content_.gap.isEmpty()) paintGap(painter, ring->plots[drawn], content_.halves[drawn]);
    if (drawing_.isClicked())
        paintClicks(painter, ring->plots[drawn], cursor, hasFocus);
    else
        paintDrawn(painter, ring->plots[drawn], cursor, hasFocus);
}

/// The marks of each twin run down into the ringed row.
void StagePainter::paintMarks(QPainter& painter, const StageLayout::Row& ring) const {
    if (content_.picture.kind == "unrolled") return;
    painter.setPen(pen(palette_.axis, 1, Qt::DotLine));
    for (std::size_t i = 0; i < content_.halves.size(); ++i) {
        const PictureFrame& frame = content_.halves[i].shown();
        for (const std::int64_t mark : frame.marks) {
            const double x = stepX(ring.plots[i], frame.steps, static_cast<double>(mark));
            painter.drawLine(QPointF(x, layout_.rows.front().plots[i].bottom()), QPointF(x, ring.plots[i].top()));
        }
    }
}

void StagePainter::paintTitle(QPainter& painter) const {
    const QRectF box = layout_.title.adjusted(14 * scale_, 0, -14 * scale_, 0);
    painter.setFont(font(13, 600));
    painter.setPen(palette_.text);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, content_.title);
    const double used = painter.fontMetrics().horizontalAdvance(content_.title) + 10 * scale_;
    painter.setFont(font(12));
    // Legend from the right: what the lines are.
    double x = box.right();
    const auto entry = [&](const QString& text, const QColor& colour, Qt::PenStyle style, double width) {
        x -= painter.fontMetrics().horizontalAdvance(text);
        painter.setPen(palette_.muted);
        painter.drawText(QRectF(x, box.top(), box.right() - x + 4, box.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         text);
        painter.setPen(pen(colour, width, style));
        painter.drawLine(QPointF(x - 22 * scale_, box.center().y()), QPointF(x - 6 * scale_, box.center().y()));
        x -= 34 * scale_;
    };
    const bool isTrained = std::ranges::any_of(content_.halves, [](const StageHalf& half) { return !!half.now; });
    if (isTrained) {
        entry(say(QT_TRANSLATE_NOOP("StagePainter", "now")), theme_.runColour(content_.halves.back().slot),
              Qt::SolidLine, 6);
        entry(say(QT_TRANSLATE_NOOP("StagePainter", "before training")), palette_.envelope, Qt::SolidLine, 2);
    }
    if (!drawing_.points().empty() && !drawing_.isClicked())
        entry(say(QT_TRANSLATE_NOOP("StagePainter", "yours")), palette_.text, Qt::DashLine, 2);
    painter.setPen(palette_.muted);
    const QRectF rest(box.left() + used, box.top(), std::max(0.0, x - box.left() - used), box.height());
    painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(content_.note, Qt::ElideRight, static_cast<int>(rest.width())));
}

void StagePainter::paintHeads(QPainter& painter) const {
    for (std::size_t i = 0; i < content_.halves.size(); ++i) {
        const StageHalf& half = content_.halves[i];
        const QRectF box = layout_.heads[i];
        Theme::drawMarker(painter, QPointF(box.left() + 5, box.center().y()), half.slot, theme_.runColour(half.slot),
                          9 * scale_);
        painter.setPen(palette_.text);
        painter.setFont(font(15, 600));
        painter.drawText(box.adjusted(16 * scale_, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, half.name);
        if (half.figure.isEmpty()) continue;
        painter.setFont(font(12));
        const double note = painter.fontMetrics().horizontalAdvance(half.figureNote);
        painter.setPen(palette_.muted);
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, half.figureNote);
        painter.setFont(font(22, 600));
        painter.setPen(palette_.text);
        painter.drawText(box.adjusted(0, 0, -note - 8 * scale_, 0), Qt::AlignRight | Qt::AlignVCenter, half.figure);
    }
}

void StagePainter::paintRow(QPainter& painter, const StageLayout::Row& row) const {
    const LessonRow& one = content_.picture.rows[row.row];
    paintRowTitle(painter, row);
    for (std::size_t i = 0; i < content_.halves.size(); ++i) {
        const StageHalf& half = content_.halves[i];
        const QRectF& plot = row.plots[i];
        const RowTrack& track = half.shown().rows[row.row];
        const bool isMap = track.unitCount > 0 && !one.isRinged;
        if (!isMap) paintAxis(painter, row, i);
        if (isMap)
            paintMap(painter, plot, track, !isGate(track.quantity));
        else if (track.quantity == "x")
            paintSequence(painter, plot, half.shown(), track, row.row);
        else if (!track.fans.empty())
            paintFans(painter, plot, half, row.row);
        else if (one.quantity == "factor")
            paintDots(painter, plot, half, row.row);
        else if (isGate(track.quantity) || one.quantity == "gradient" || one.quantity == "product")
            paintBars(painter, plot, half, row.row);
        else if (!track.values.empty())
            paintLine(painter, plot, half, row.row);
        else {
            painter.setFont(font(12));
            painter.setPen(palette_.muted);
            painter.drawText(plot, Qt::AlignCenter,
                             say(QT_TRANSLATE_NOOP("StagePainter", "This cell has no such gate")));
        }
        if (isMap && i == 0) paintScale(painter, plot, !isGate(track.quantity));
    }
}

void StagePainter::paintRowTitle(QPainter& painter, const StageLayout::Row& row) const {
    const LessonRow& one = content_.picture.rows[row.row];
    const bool isRing = one.isRinged;
    for (std::size_t i = 0; i < content_.halves.size(); ++i) {
        if (one.quantity == "x" && !isRing) continue;
        const StageHalf& half = content_.halves[i];
        const QRectF box(row.plots[i].left(), row.whole.top(), row.plots[i].width(),
                         row.plots[i].top() - row.whole.top() - 4);
        painter.setFont(font(13, 600));
        painter.setPen(palette_.text);
        const RowTrack& track = half.shown().rows[row.row];
        const QString name = stageRowName(track, one, half.cell.toStdString());
        const QString shown = painter.fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(box.width()));
        const double wide = painter.fontMetrics().horizontalAdvance(shown);
        painter.fillRect(QRectF(box.left(), box.top() + 2, wide + 4, box.height() - 4), palette_.surface);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, shown);
        double used = wide + 10 * scale_;
        QString note = i == 0 ? content_.rowNotes.value(static_cast<qsizetype>(row.row)) : QString();
        if (one.quantity == "factor")
            note = say(QT_TRANSLATE_NOOP("StagePainter", "%1 at each step back"))
                       .arg(formatWritten(fromUtf8(figureWords(track.factor, ""))));
        if (isRing && content_.isDrawing && static_cast<int>(i) == content_.drawnHalf && !content_.hint.isEmpty()) {
            painter.setFont(font(12, 500));
            const double hint = painter.fontMetrics().horizontalAdvance(content_.hint);
            if (used + hint < box.width()) {
                painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, content_.hint);
                used += hint + 10 * scale_;
            }
        }
        painter.setFont(font(12));
        painter.setPen(palette_.muted);
        if (const double left = box.width() - used; left > 60 && !note.isEmpty())
            painter.drawText(QRectF(box.left() + wide + 10 * scale_, box.top(), left, box.height()),
                             Qt::AlignLeft | Qt::AlignVCenter,
                             painter.fontMetrics().elidedText(note, Qt::ElideRight, static_cast<int>(left)));
    }
}

/// Labels left, lines across, steps below the ringed row.
void StagePainter::paintAxis(QPainter& painter, const StageLayout::Row& row, std::size_t half) const {
    const LessonRow& one = content_.picture.rows[row.row];
    const StageAxis& axis = content_.axes[row.row];
    const QRectF& plot = row.plots[half];
    const RowTrack& track = content_.halves[half].shown().rows[row.row];
    painter.setFont(font(11));
    if (track.quantity == "x" && !one.isRinged) {
        if (half > 0) return;
        painter.setPen(palette_.muted);
        painter.drawText(QRectF(plot.left() - 80 * scale_, plot.center().y() - 10, 72 * scale_, 20),
                         Qt::AlignRight | Qt::AlignVCenter, say(QT_TRANSLATE_NOOP("StagePainter", "number")));
        return;
    }
    std::vector<double> ticks;
    if (axis.isLog)
        for (double tick = 1; tick >= axis.low * 0.99; tick /= 100) ticks.push_back(tick);
    else
        ticks = {axis.low, (axis.low + axis.high) / 2, axis.high};
    for (const double tick : ticks) {
        const double y = yOf(plot, row.row, tick);
        painter.setPen(pen(palette_.grid, 1));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        if (half > 0) continue;
        const bool isShare = one.quantity == "gradient" || one.quantity == "product";
        QString label = isShare ? valueText(row.row, tick) : formatSetting(std::round(1000 * tick) / 1000);
        if (one.quantity == "gradient" && axis.isLog)
            label = formatWritten(QString::number(100 * tick, 'g', 3)) + QStringLiteral(" %");
        if (isGate(track.quantity) && one.isRinged && tick == 1)
            label = say(QT_TRANSLATE_NOOP("StagePainter", "open 1"));
        if (isGate(track.quantity) && one.isRinged && tick == 0)
            label = say(QT_TRANSLATE_NOOP("StagePainter", "shut 0"));
        painter.setPen(palette_.muted);
        painter.drawText(QRectF(plot.left() - 80 * scale_, y - 10, 72 * scale_, 20), Qt::AlignRight | Qt::AlignVCenter,
                         label);
    }
    if (!one.isRinged) return;
    const PictureFrame& frame = content_.halves[half].shown();
    painter.setPen(pen(palette_.axis, 1));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    const std::int64_t every = frame.steps > 24 ? 4 : frame.steps > 12 ? 2 : 1;
    for (std::int64_t step = 1; step <= frame.steps; step += every) {
        const double x = stepX(plot, frame.steps, static_cast<double>(step));
        painter.setPen(palette_.muted);
        painter.drawText(QRectF(x - 20, plot.bottom() + 4, 40, 16 * scale_), Qt::AlignHCenter | Qt::AlignTop,
                         QString::number(step));
    }
    painter.drawText(QRectF(plot.left() - 80 * scale_, plot.bottom() + 4, 72 * scale_, 16 * scale_),
                     Qt::AlignRight | Qt::AlignTop, say(QT_TRANSLATE_NOOP("StagePainter", "step")));
}

void StagePainter::paintSequence(QPainter& painter, const QRectF& plot, const PictureFrame& frame,
                                 const RowTrack& track, std::size_t row) const {
    const bool isRinged = content_.picture.rows[row].isRinged;
    const QRectF bars = isRinged ? plot : plot.adjusted(0, 18 * scale_, 0, 0);
    const double zero = bars.center().y(), width = bars.width() / static_cast<double>(frame.steps);
    double most = 1e-9;
    for (const double value : track.values) most = std::max(most, std::abs(value));
    painter.setPen(pen(palette_.axis, 1));
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
        painter.drawText(QRectF(x + 9 * scale_, plot.top() - 2, 70 * scale_, 18 * scale_),
                         Qt::AlignLeft | Qt::AlignVCenter, formatNumber(track.values[i], 2));
    }
    painter.setBrush(Qt::NoBrush);
}

void StagePainter::paintBars(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const {
    const std::vector<double>& values = half.shown().rows[row].values;
    const auto steps = static_cast<std::int64_t>(values.size());
    if (steps == 0) return;
    const double width = plot.width() / static_cast<double>(steps);
    const QColor colour = half.now ? theme_.runColour(half.slot) : palette_.hatch;
    for (std::int64_t step = 1; step <= steps; ++step) {
        const double y = yOf(plot, row, values[static_cast<std::size_t>(step - 1)]);
        const double x = stepX(plot, steps, static_cast<double>(step)), wide = std::max(1.5, width * 0.74);
        painter.fillRect(QRectF(QPointF(x - wide / 2, y), QPointF(x + wide / 2, plot.bottom())), colour);
    }
    paintStairs(painter, plot, half.before.rows[row].values, row, half.now ? palette_.envelope : palette_.axis, 2);
}

/// With an edge in the ground's colour, so that it is seen on bars too.
void StagePainter::paintStairs(QPainter& painter, const QRectF& plot, const std::vector<double>& values,
                               std::size_t row, const QColor& colour, double width) const {
    const auto steps = static_cast<std::int64_t>(values.size());
    if (steps == 0) return;
    QPainterPath path;
    const double wide = plot.width() / static_cast<double>(steps);
    for (std::int64_t step = 0; step < steps; ++step) {
        const double y = yOf(plot, row, values[static_cast<std::size_t>(step)]);
        const double x = plot.left() + wide * static_cast<double>(step);
        step == 0 ? path.moveTo(x, y) : path.lineTo(x, y);
        path.lineTo(x + wide, y);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen(palette_.surface, width + 2));
    painter.drawPath(path);
    painter.setPen(pen(colour, width));
    painter.drawPath(path);
}

void StagePainter::paintLine(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const {
    const double zero = yOf(plot, row, 0);
    painter.setPen(pen(palette_.axis, 1));
    painter.drawLine(QPointF(plot.left(), zero), QPointF(plot.right(), zero));
    paintStairs(painter, plot, half.before.rows[row].values, row, half.now ? palette_.envelope : palette_.axis, 2);
    if (half.now) paintStairs(painter, plot, half.now->rows[row].values, row, theme_.runColour(half.slot), 3);
    // What is asked for at the end
    const PictureFrame& frame = half.shown();
    if (content_.picture.rows[row].quantity != "said" || frame.truth.empty()) return;
    const double y = yOf(plot, row, frame.truth[0]), x = stepX(plot, frame.steps, static_cast<double>(frame.steps));
    painter.setPen(pen(palette_.text, 1.5));
    painter.setBrush(palette_.surface);
    painter.drawEllipse(QPointF(x, y), 5 * scale_, 5 * scale_);
    painter.setBrush(Qt::NoBrush);
    painter.setFont(font(12));
    painter.setPen(palette_.muted);
    painter.drawText(QRectF(x - 190 * scale_, y - 26 * scale_, 184 * scale_, 20 * scale_),
                     Qt::AlignRight | Qt::AlignVCenter,
                     say(QT_TRANSLATE_NOOP("StagePainter", "asked for: %1")).arg(formatNumber(frame.truth[0], 2)));
}

void StagePainter::paintFans(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const {
    const PictureFrame& frame = half.shown();
    const RowTrack& track = frame.rows[row];
    QPolygonF series;
    for (std::size_t i = 0; i < track.values.size(); ++i)
        series << QPointF(stepX(plot, frame.steps, static_cast<double>(i + 1)), yOf(plot, row, track.values[i]));
    const auto number = track.values[static_cast<std::size_t>(track.fans.front().from - 1)];
    painter.setPen(pen(palette_.axis, 1, Qt::DotLine));
    painter.drawLine(QPointF(plot.left(), yOf(plot, row, number)), QPointF(plot.right(), yOf(plot, row, number)));
    // What came is not shown before it was drawn: the series ends where a forecast begins.
    const auto known = half.now ? series.size() : track.fans.back().from;
    painter.setPen(pen(palette_.text, 2));
    painter.drawPolyline(series.data(), static_cast<int>(known));
    const auto fan = [&](const PictureFrame& from, const QColor& colour, double width) {
        for (const RowTrack::Fan& one : from.rows[row].fans) {
            QPolygonF line{QPointF(stepX(plot, from.steps, static_cast<double>(one.from)), yOf(plot, row, number))};
            for (std::size_t i = 0; i < one.values.size(); ++i)
                line << QPointF(stepX(plot, from.steps, static_cast<double>(one.from) + static_cast<double>(i) + 1),
                                yOf(plot, row, one.values[i]));
            painter.setPen(pen(palette_.surface, width + 2));
            painter.drawPolyline(line);
            painter.setPen(pen(colour, width));
            painter.drawPolyline(line);
            painter.setBrush(colour);
            painter.drawEllipse(line.back(), 3.5 * scale_, 3.5 * scale_);
            painter.setBrush(Qt::NoBrush);
        }
    };
    fan(half.before, palette_.envelope, 2);
    if (half.now) fan(*half.now, theme_.runColour(half.slot), 3);
    painter.setFont(font(12, 600));
    for (const RowTrack::Fan& one : track.fans) {
        const QPointF at(stepX(plot, frame.steps, static_cast<double>(one.from)), yOf(plot, row, number));
        painter.setPen(pen(palette_.text, 2));
        painter.setBrush(palette_.surface);
        painter.drawEllipse(at, 6 * scale_, 6 * scale_);
        painter.setBrush(Qt::NoBrush);
        const double here = track.values[static_cast<std::size_t>(one.from - 1)];
        painter.drawText(QRectF(at.x() - 60 * scale_, at.y() + 9 * scale_, 120 * scale_, 18 * scale_),
                         Qt::AlignHCenter | Qt::AlignVCenter, formatNumber(here, 2));
    }
}

void StagePainter::paintDots(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const {
    const PictureFrame& frame = half.shown();
    const RowTrack& track = frame.rows[row];
    const QColor colour = half.now ? theme_.runColour(half.slot) : palette_.axis;
    const double one = yOf(plot, row, 1);
    painter.setPen(pen(palette_.axis, 1, Qt::DashLine));
    painter.drawLine(QPointF(plot.left(), one), QPointF(plot.right(), one));
    painter.setPen(pen(colour, 2));
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

void StagePainter::paintMap(QPainter& painter, const QRectF& plot, const RowTrack& track, bool isSigned) const {
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
        painter.setPen(pen(palette_.surface, 3));
        painter.drawRect(frame);
        painter.setPen(pen(palette_.text, 1));
        painter.drawRect(frame);
    }
    if (content_.picture.kind != "unrolled") return;
    painter.setFont(font(12));
    painter.setPen(palette_.text);
    for (int step = 0; step < steps; ++step) {
        const QString text = step == 0 ? say(QT_TRANSLATE_NOOP("StagePainter", "on the way up"))
                                       : say(QT_TRANSLATE_NOOP("StagePainter", "on the way down"));
        const double wide = painter.fontMetrics().horizontalAdvance(text) + 14 * scale_;
        const QRectF chip(plot.left() + plot.width() * (step + 0.5) / steps - wide / 2, plot.bottom() - 22 * scale_,
                          wide, 18 * scale_);
        painter.fillRect(chip, palette_.surface);
        painter.drawText(chip, Qt::AlignCenter, text);
    }
}

void StagePainter::paintScale(QPainter& painter, const QRectF& plot, bool isSigned) const {
    const auto& stops = isSigned ? palette_.tide : palette_.gate;
    const double width = 54 * scale_ / 9, top = plot.bottom() - 10 * scale_, left = plot.left() - 68 * scale_;
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
