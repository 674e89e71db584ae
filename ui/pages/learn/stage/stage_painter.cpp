// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_painter.h"

#include "common/texts.h"
#include "lesson/lesson_figures.h"
#include "lesson/lesson_parts.h"
#include "lesson/rich_text.h"
#include "pages/learn/gates/quantity_words.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

QString say(const char* text) { return QCoreApplication::translate("StagePainter", text); }

bool isGate(const std::string& quantity) {
    return quantity == "i" || quantity == "f" || quantity == "o" || quantity == "z" || quantity == "r";
}

/// Two to five round numbers between both.
std::vector<double> roundTicks(double low, double high) {
    const double rough = (high - low) / 3;
    if (!(rough > 0) || !std::isfinite(rough)) return {low};
    const double ten = std::pow(10, std::floor(std::log10(rough))), share = rough / ten;
    const double step = ten * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
    std::vector<double> ticks;
    for (double tick = std::ceil(low / step) * step; tick <= high + 1e-9 * step; tick += step)
        ticks.push_back(std::abs(tick) < 1e-9 * step ? 0 : tick);
    return ticks;
}

/// Of a time of a timed series: "6:00", of midnight and of whole days the date.
QString clockText(std::int64_t micros) {
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(micros / 1000, Qt::UTC);
    return time.time().msecsSinceStartOfDay() == 0 ? time.toString(QStringLiteral("MM-dd"))
                                                   : time.toString(QStringLiteral("H:mm"));
}

/// Of bars of figures: what is measured, where all of them are of one kind.
QString measuredName(const LessonRow& row) {
    const LessonFigure* found = nullptr;
    bool hasDots = false;
    for (const LessonColumn& column : row.columns) {
        hasDots = hasDots || !column.dots.empty();
        const auto calls = figuresOfSum(column.sum);
        const LessonFigure* one = calls.ok() && !calls->empty() ? findLessonFigure(calls->front().name) : nullptr;
        if (one == nullptr || (found != nullptr && one != found))
            return say(QT_TRANSLATE_NOOP("StagePainter", "Measured"));
        found = one;
    }
    if (found == nullptr) return say(QT_TRANSLATE_NOOP("StagePainter", "Measured"));
    const QString name = translated(found->label);
    return hasDots ? say(QT_TRANSLATE_NOOP("StagePainter", "Measured: %1 of each run, above the best of its column"))
                         .arg(name)
                   : say(QT_TRANSLATE_NOOP("StagePainter", "Measured: %1")).arg(name);
}

QString shortRowName(const RowTrack& track) {
    if (track.unit < 0) return fromUtf8(track.quantity);
    return say(QT_TRANSLATE_NOOP("StagePainter", "%1, unit %2")).arg(fromUtf8(track.quantity)).arg(track.unit + 1);
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
    if (quantity == "gradient_back")
        return say(QT_TRANSLATE_NOOP("StagePainter", "Gradient of the reader from the end, share of the largest"));
    if (quantity == "series" && track.beside.empty())
        return say(QT_TRANSLATE_NOOP("StagePainter", "Read, to come, and what is said of it"));
    if (quantity == "series")
        return say(QT_TRANSLATE_NOOP("StagePainter", "Read, to come, and what is said of it (dashed: the day before)"));
    if (quantity == "nudge")
        return say(QT_TRANSLATE_NOOP(
            "StagePainter", "A nudge of 0.1 at one step: how far the forecast moves, in the unit of the data"));
    if (quantity == "window")
        return say(QT_TRANSLATE_NOOP("StagePainter", "The series up to now, and the error of who sees so far back"));
    if (quantity == "fed" && row.isOwnScale)
        return say(QT_TRANSLATE_NOOP("StagePainter", "The same, on an axis of its own"));
    if (quantity == "fed") return say(QT_TRANSLATE_NOOP("StagePainter", "What it is fed, step by step"));
    if (quantity == "made_of")
        return say(
            QT_TRANSLATE_NOOP("StagePainter", "What its last column is made of: shares of the steps around now"));
    if (quantity == "batch") return say(QT_TRANSLATE_NOOP("StagePainter", "Memory as an area; each cell is a window"));
    if (quantity == "digits")
        return say(QT_TRANSLATE_NOOP("StagePainter", "One weight, as it is kept and as the passes see it"));
    if (quantity == "said_back")
        return say(QT_TRANSLATE_NOOP("StagePainter", "Belt from the end: what its state tells at each step"));
    if (quantity == "loss") return say(QT_TRANSLATE_NOOP("StagePainter", "Loss after each epoch"));
    if (quantity == "figures") return measuredName(row);
    if (quantity == "sum")
        return say(
            QT_TRANSLATE_NOOP("StagePainter", "Sum of the marked numbers so far (dashed), as the memory tells it"));
    if (quantity == "said") return say(QT_TRANSLATE_NOOP("StagePainter", "What it would say at each step"));
    if (quantity == "forecast" && track.fans.empty())
        return say(QT_TRANSLATE_NOOP("StagePainter", "The series, and the forecast of each step"));
    if (quantity == "forecast") return say(QT_TRANSLATE_NOOP("StagePainter", "Series and forecasts"));
    if (quantity == "product")
        return say(QT_TRANSLATE_NOOP("StagePainter", "What is left of step 1 on the belt of unit %1"))
            .arg(track.unit + 1);
    const QString name = quantityWords(quantity, cell).name;
    if (track.isUnitOpen && (row.isRinged || track.unitCount == 0))
        return say(QT_TRANSLATE_NOOP("StagePainter", "%1 %2 of the best unit (until it is trained: unit %3)"))
            .arg(name, fromUtf8(quantity))
            .arg(track.unit + 1);
    if (track.unitCount > 0 && !row.isRinged)
        return say(QT_TRANSLATE_NOOP("StagePainter", "%1 %2 of all %3 units"))
            .arg(name, fromUtf8(quantity))
            .arg(track.unitCount);
    return say(QT_TRANSLATE_NOOP("StagePainter", "%1 %2 of unit %3")).arg(name, fromUtf8(quantity)).arg(track.unit + 1);
}

QString stageRowNote(const std::string& quantity) {
    return quantity == "i"   ? say(QT_TRANSLATE_NOOP("StagePainter", "1 lets the number in, 0 keeps it out"))
           : quantity == "o" ? say(QT_TRANSLATE_NOOP("StagePainter", "1 shows the memory, 0 hides it"))
           : quantity == "z" || quantity == "f"
               ? say(QT_TRANSLATE_NOOP("StagePainter", "1 keeps the old, 0 lets it go"))
               : QString();
}

void StagePainter::paint(QPainter& painter, std::int64_t cursor, bool hasFocus) const {
    painter.setRenderHint(QPainter::Antialiasing);
    paintTitle(painter);
    paintHeads(painter);
    const StageLayout::Row* ring = layout_.ofRow(content_.picture.ringed());
    if (ring != nullptr) paintMarks(painter, *ring);
    for (const StageLayout::Row& row : layout_.rows) paintRow(painter, row);
    if (ring == nullptr || content_.halves.empty()) return;
    painter.setPen(stagePen(palette_.axis, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(ring->whole.adjusted(1, -6, -1, 4), 8, 8);
    if (content_.drawKind.empty() || content_.drawnHalf >= static_cast<int>(ring->plots.size())) return;
    const auto drawn = static_cast<std::size_t>(content_.drawnHalf);
    if (drawing_.isValves()) return valves_.paint(painter, *ring, cursor, hasFocus);
    if (drawing_.isEdge()) drawn_.paintEdge(painter, ring->plots[drawn], hasFocus);
    if (!content_.gap.isEmpty()) drawn_.paintGap(painter, ring->plots[drawn], content_.halves[drawn]);
    if (drawing_.isEdge()) return;
    if (drawing_.isClicked())
        drawn_.paintClicks(painter, ring->plots[drawn], cursor, hasFocus);
    else
        drawn_.paintDrawn(painter, ring->plots[drawn], cursor, hasFocus);
}

/// The marks of each twin run down into the ringed row.
void StagePainter::paintMarks(QPainter& painter, const StageLayout::Row& ring) const {
    if (content_.picture.kind == "unrolled") return;
    painter.setPen(stagePen(palette_.axis, 1, Qt::DotLine));
    for (std::size_t i = 0; i < content_.halves.size(); ++i) {
        const PictureFrame& frame = content_.halves[i].shown();
        for (const std::int64_t mark : frame.marks) {
            const double x = stepX(ring.plots[i], frame.steps, static_cast<double>(mark));
            // Not across valves and their names.
            if (ring.valves.isEmpty())
                painter.drawLine(QPointF(x, layout_.rows.front().plots[i].bottom()), QPointF(x, ring.plots[i].top()));
            else
                painter.drawLine(ring.plots[i].topLeft() + QPointF(x - ring.plots[i].left(), 0),
                                 QPointF(x, ring.plots[i].bottom()));
        }
    }
}

void StagePainter::paintTitle(QPainter& painter) const {
    if (layout_.title.height() < 1) return;
    const QRectF box = layout_.title.adjusted(14 * scale_, 0, -14 * scale_, 0);
    painter.setFont(font(13, 600));
    painter.setPen(palette_.text);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, content_.title);
    const double used = painter.fontMetrics().horizontalAdvance(content_.title) + 10 * scale_;
    painter.setFont(font(12));
    // Legend from the right: what the lines are.
    double x = box.right();
    const auto entry = [&](const QString& text, const QColor& colour, Qt::PenStyle style, double width) {
        // Where there is no room for all, those come first that cannot be seen from the picture.
        if (x - painter.fontMetrics().horizontalAdvance(text) - 24 * scale_ < box.left() + used) return;
        x -= painter.fontMetrics().horizontalAdvance(text);
        painter.setPen(palette_.muted);
        painter.drawText(QRectF(x, box.top(), box.right() - x + 4, box.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         text);
        painter.setPen(stagePen(colour, width, style));
        painter.drawLine(QPointF(x - 22 * scale_, box.center().y()), QPointF(x - 6 * scale_, box.center().y()));
        x -= 34 * scale_;
    };
    const bool isTrained = std::ranges::any_of(content_.halves, [](const StageHalf& half) { return !!half.now; });
    if (isTrained) {
        // Twins have a colour each.
        entry(say(QT_TRANSLATE_NOOP("StagePainter", "now")), theme_.runColour(content_.halves.back().slot),
              Qt::SolidLine, 6);
        if (content_.halves.size() > 1) {
            painter.setPen(stagePen(theme_.runColour(content_.halves.front().slot), 6));
            painter.drawLine(QPointF(x + 12 * scale_, box.center().y()), QPointF(x + 20 * scale_, box.center().y()));
        }
        // What is of the data, or of memory, is the same before.
        const std::string& ring = content_.picture.rows[content_.picture.ringed()].quantity;
        if (ring != "window" && ring != "batch" && ring != "made_of")
            entry(say(QT_TRANSLATE_NOOP("StagePainter", "before training")), palette_.envelope, Qt::SolidLine, 2);
    }
    if (!drawing_.points().empty() && !drawing_.isClicked())
        entry(say(QT_TRANSLATE_NOOP("StagePainter", "yours")), palette_.text, Qt::DashLine, 2);
    painter.setPen(palette_.muted);
    const QRectF rest(box.left() + used, box.top(), std::max(0.0, x - box.left() - used), box.height());
    if (rest.width() < 100 * scale_ && rest.width() < painter.fontMetrics().horizontalAdvance(content_.note)) return;
    painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(content_.note, Qt::ElideRight, static_cast<int>(rest.width())));
}

void StagePainter::paintHeads(QPainter& painter) const {
    for (std::size_t i = 0; i < content_.halves.size(); ++i) {
        const StageHalf& half = content_.halves[i];
        const QRectF box = layout_.heads[i];
        if (half.name.isEmpty()) continue;
        Theme::drawMarker(painter, QPointF(box.left() + 5, box.center().y()), half.slot, theme_.runColour(half.slot),
                          9 * scale_);
        painter.setPen(palette_.text);
        painter.setFont(font(15, 600));
        const double end = i + 1 < layout_.heads.size() ? layout_.heads[i + 1].left() - 10 : layout_.title.right();
        const QRectF place(box.left() + 16 * scale_, box.top(), end - box.left() - 16 * scale_, box.height());
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(half.name, Qt::ElideRight, static_cast<int>(place.width())));
        if (half.figure.isEmpty()) continue;
        painter.setFont(font(12));
        // Where there is no room for its words the figure stands alone, or in the text.
        const double apart = std::min(20 * scale_, 28.0);
        double note = painter.fontMetrics().horizontalAdvance(half.figureNote) + 8 * scale_;
        const auto wide = [](const QFont& one, const QString& text) {
            return QFontMetricsF(one).horizontalAdvance(text);
        };
        if (wide(font(15, 600), half.name) + wide(font(22, 600), half.figure) + note + apart > box.width()) note = 0;
        if (note <= 0 && wide(font(15, 600), half.name) + wide(font(22, 600), half.figure) + apart > box.width())
            continue;
        painter.setPen(palette_.muted);
        if (note > 0) painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, half.figureNote);
        painter.setFont(font(22, 600));
        painter.setPen(palette_.text);
        painter.drawText(box.adjusted(0, 0, -note, 0), Qt::AlignRight | Qt::AlignVCenter, half.figure);
    }
}

void StagePainter::paintRow(QPainter& painter, const StageLayout::Row& row) const {
    const LessonRow& one = content_.picture.rows[row.row];
    paintRowTitle(painter, row);
    const std::size_t count = content_.halves.size();
    const bool isShared = row.isShared();
    for (std::size_t place = 0; place < count; ++place) {
        // On one plot that comes first which is drawn on.
        const std::size_t i = isShared ? (place + static_cast<std::size_t>(content_.drawnHalf)) % count : place;
        const StageHalf& half = content_.halves[i];
        const QRectF& plot = row.plots[i];
        const RowTrack& track = half.shown().rows[row.row];
        const bool isMap = track.unitCount > 0 && !one.isRinged;
        if (!isMap && (!isShared || place == 0)) paintAxis(painter, row, i);
        if (isShared && place > 0 && (track.quantity == "x" || content_.isCovered)) continue;
        if (content_.isCovered && one.quantity != "x") {
            QPainterPath cover;
            cover.addRect(plot);
            hatch(painter, cover, palette_.hatch);
            continue;
        }
        if (parts_.paint(painter, plot, half, row.row)) continue;
        if (isMap)
            plots_.paintMap(painter, plot, track, !isGate(track.quantity));
        else if (track.quantity == "x")
            plots_.paintSequence(painter, plot, half.shown(), track, row.row);
        else if (track.quantity == "series")
            plots_.paintSeries(painter, plot, half, row.row);
        else if (one.quantity == "loss")
            plots_.paintLosses(painter, plot, half, row.row);
        else if (one.quantity == "figures")
            plots_.paintFigures(painter, plot, half, row.row);
        else if (!track.fans.empty())
            plots_.paintFans(painter, plot, half, row.row);
        else if (one.quantity == "forecast")
            plots_.paintForecasts(painter, plot, half, row.row);
        else if (one.quantity == "factor")
            plots_.paintDots(painter, plot, half, row.row);
        else if (isGate(track.quantity) || one.quantity.starts_with("gradient") || one.quantity == "product" ||
                 one.quantity == "nudge")
            isShared&& place > 0 ? plots_.paintBeside(painter, plot, half, row.row)
                                 : plots_.paintBars(painter, plot, half, row.row);
        else if (!track.values.empty())
            plots_.paintLine(painter, plot, half, row.row);
        else {
            painter.setFont(font(12));
            painter.setPen(palette_.muted);
            painter.drawText(plot, Qt::AlignCenter,
                             say(QT_TRANSLATE_NOOP("StagePainter", "This cell has no such gate")));
        }
        if (isMap && i == 0) plots_.paintScale(painter, plot, !isGate(track.quantity));
    }
}

void StagePainter::paintRowTitle(QPainter& painter, const StageLayout::Row& row) const {
    const LessonRow& one = content_.picture.rows[row.row];
    const bool isRing = one.isRinged;
    const auto nameOf = [&](std::size_t half) {
        if (content_.picture.kind == "belts" && one.quantity == "said")
            return say(QT_TRANSLATE_NOOP("StagePainter", "Belt from the start: what its state tells at each step"));
        return stageRowName(content_.halves[half].shown().rows[row.row], one, content_.halves[half].cell.toStdString());
    };
    if (scale_ >= kClassScale && !row.valves.isEmpty()) return;  // there the answer stands
    painter.setFont(font(13, 600));
    // A long name that all halves have stands once.
    const bool isOnce = row.isShared() || (content_.halves.size() > 1 && nameOf(0) == nameOf(1) &&
                                           painter.fontMetrics().horizontalAdvance(nameOf(0)) > row.plots[0].width());
    for (std::size_t i = 0; i < content_.halves.size(); ++i) {
        if (one.quantity == "x" && !isRing) continue;
        if (isOnce && i > 0) continue;
        const StageHalf& half = content_.halves[i];
        const double foot = row.valves.isEmpty() ? row.plots[i].top() : row.valves.top();
        // The last of the ringed row leaves room for the button of what is inside.
        const bool isLast = isOnce || i + 1 == content_.halves.size();
        const double end = (isOnce ? row.plots.back().right() : row.plots[i].right()) -
                           (isRing && isLast && scale_ < kClassScale && !content_.isDrawing ? 14 * scale_ : 0);
        const QRectF box(row.plots[i].left(), row.whole.top(), end - row.plots[i].left(), foot - row.whole.top() - 4);
        painter.setFont(font(13, 600));
        painter.setPen(palette_.text);
        const RowTrack& track = half.shown().rows[row.row];
        QString name = nameOf(i);
        const auto isOfUnit = [&row](const StageHalf& one) { return one.shown().rows[row.row].unit >= 0; };
        if (row.isShared() && nameOf(1) != name && std::ranges::all_of(content_.halves, isOfUnit)) {
            QStringList both;
            for (const StageHalf& one : content_.halves) both << shortRowName(one.shown().rows[row.row]);
            name = both.join(QStringLiteral(" | "));
        }
        if (!row.isShared() && track.unit >= 0 && painter.fontMetrics().horizontalAdvance(name) > box.width())
            name = shortRowName(track);
        const QString shown = painter.fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(box.width()));
        const double wide = painter.fontMetrics().horizontalAdvance(shown);
        painter.fillRect(QRectF(box.left(), box.top() + 2, wide + 4, box.height() - 4), palette_.surface);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, shown);
        double used = wide + 10 * scale_;
        QString note = isRing ? stageRowNote(track.quantity) : QString();
        const bool isNamed = track.unitCount == 0 || isRing;
        if (isNamed && !track.name.empty() && !content_.isCovered) note = translated(track.name);
        if (one.quantity == "factor" && !content_.isCovered) note = factorNote(row, half, box.width() - used);
        if (one.quantity == "sum" && track.factor > 0)
            note = say(QT_TRANSLATE_NOOP("StagePainter", "correlation %1 in other sequences"))
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
        const double left = box.width() - used;
        if (left <= 60 || note.isEmpty()) continue;
        const QString cut = painter.fontMetrics().elidedText(note, Qt::ElideRight, static_cast<int>(left));
        const QRectF place(box.left() + wide + 10 * scale_, box.top(), left, box.height());
        painter.fillRect(
            QRectF(place.left(), place.top() + 2, painter.fontMetrics().horizontalAdvance(cut) + 2, place.height() - 4),
            palette_.surface);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, cut);
    }
}

/// Of both, where they share the plot; without words where they have no room.
QString StagePainter::factorNote(const StageLayout::Row& row, const StageHalf& half, double room) const {
    QStringList factors;
    for (const StageHalf& each : content_.halves)
        if (row.isShared() || &each == &half)
            factors << formatWritten(fromUtf8(figureWords(each.shown().rows[row.row].factor, "")));
    const QString figures = factors.join(QStringLiteral(" | "));
    const QString note = say(QT_TRANSLATE_NOOP("StagePainter", "%1 at each step back")).arg(figures);
    return QFontMetricsF(font(12)).horizontalAdvance(note) > room ? figures : note;
}

/// Labels left, lines across, steps below the ringed row.
void StagePainter::paintAxis(QPainter& painter, const StageLayout::Row& row, std::size_t half) const {
    const LessonRow& one = content_.picture.rows[row.row];
    const QRectF& plot = row.plots[half];
    const RowTrack& track = content_.halves[half].shown().rows[row.row];
    const StageAxis axis = one.isOwnScale ? ownAxis(track) : content_.axes[row.row];
    if (parts_.paintAxis(painter, plot, row.row)) return;
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
        for (double tick = std::pow(10, std::floor(std::log10(axis.high) + 1e-9)); tick >= axis.low * 0.99;
             tick /= axis.high / axis.low > 1e4 ? 100 : 10)
            ticks.push_back(tick);
    else if ((axis.low == 0 && axis.high == 1) || axis.low == -axis.high)  // round already
        ticks = {axis.low, (axis.low + axis.high) / 2, axis.high};
    else
        ticks = roundTicks(axis.low, axis.high);
    for (const double tick : ticks) {
        const double y = plot.bottom() - plot.height() * axis.share(tick);
        painter.setPen(stagePen(palette_.grid, 1));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        if (half > 0 && !one.isOwnScale) continue;
        const bool isShare = one.quantity.starts_with("gradient") || one.quantity == "product";
        const bool isWhole = one.quantity == "made_of";
        QString label = (isShare || isWhole) && tick == 0 ? QStringLiteral("0 %")
                        : isShare || isWhole || !one.format.empty() || axis.isLog
                            ? valueText(row.row, tick)
                            : formatSetting(std::round(1000 * tick) / 1000);
        if (axis.isLog && tick < 1e-3 && one.quantity == "figures")
            label = QStringLiteral("1e%1").arg(qRound(std::log10(tick)));
        if (one.quantity == "gradient" && axis.isLog)
            label = formatWritten(QString::number(100 * tick, 'g', 3)) + QStringLiteral(" %");
        // Up to the edge of the card
        const double room = std::min(72 * scale_, plot.left() - layout_.title.left() - 8);
        const QString open = say(QT_TRANSLATE_NOOP("StagePainter", "open 1")),
                      shut = say(QT_TRANSLATE_NOOP("StagePainter", "shut 0"));
        const QString& named = tick == 1 ? open : shut;
        if (isGate(track.quantity) && one.isRinged && (tick == 0 || tick == 1) &&
            painter.fontMetrics().horizontalAdvance(named) <= room)
            label = named;
        painter.setPen(palette_.muted);
        painter.drawText(QRectF(plot.left() - 8 - room, y - 10, room, 20), Qt::AlignRight | Qt::AlignVCenter, label);
    }
    if (!one.isRinged) return;
    const PictureFrame& frame = content_.halves[half].shown();
    painter.setPen(stagePen(palette_.axis, 1));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    if (!content_.columns.isEmpty()) {
        painter.setFont(font(13));
        painter.setPen(palette_.text);
        const double wide = plot.width() / static_cast<double>(content_.columns.size());
        for (qsizetype i = 0; i < content_.columns.size(); ++i)
            painter.drawText(
                QRectF(plot.left() + wide * static_cast<double>(i), plot.bottom() + 4, wide, 20 * scale_),
                Qt::AlignHCenter | Qt::AlignTop,
                painter.fontMetrics().elidedText(content_.columns[i], Qt::ElideRight, static_cast<int>(wide - 6)));
        return;
    }
    paintSteps(painter, plot, one, track, frame.steps);
    paintClock(painter, plot, frame);
    if (half > 0 && scale_ >= kClassScale) return;  // letters for a class: once
    // Below the lowest tick, which is as high as its letters.
    const double below = std::max(4.0, painter.fontMetrics().height() / 2.0 - 4);
    painter.drawText(QRectF(plot.left() - 80 * scale_, plot.bottom() + below, 72 * scale_, 16 * scale_),
                     Qt::AlignRight | Qt::AlignTop,
                     one.quantity == "loss" ? say(QT_TRANSLATE_NOOP("StagePainter", "epoch"))
                                            : say(QT_TRANSLATE_NOOP("StagePainter", "step")));
}

/// Below the numbers of the steps, at whole hours or days.
void StagePainter::paintClock(QPainter& painter, const QRectF& plot, const PictureFrame& frame) const {
    if (frame.times.size() < 2) return;
    constexpr std::int64_t kMinute = 60'000'000, kDay = 1440 * kMinute;
    constexpr std::int64_t kMinutes[] = {1, 5, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 14400, 43200};
    const double wide = plot.width() / static_cast<double>(frame.steps);
    const double room = painter.fontMetrics().horizontalAdvance(QStringLiteral("00:00")) + 12 * scale_;
    const auto apart = static_cast<double>(std::max<std::int64_t>(1, frame.times[1] - frame.times[0]));
    const auto* every = std::ranges::find_if(
        kMinutes, [&](std::int64_t one) { return wide * static_cast<double>(one * kMinute) / apart >= room; });
    if (every == std::end(kMinutes)) return;
    painter.setPen(palette_.muted);
    const double y = plot.bottom() + 4 + 14 * std::min(scale_, 1.35);
    for (std::size_t i = 0; i < frame.times.size(); ++i) {
        const std::int64_t since = *every >= 1440 ? frame.times[i] : frame.times[i] % kDay;
        if (since % (*every * kMinute) != 0) continue;
        painter.drawText(QRectF(stepX(plot, frame.steps, static_cast<double>(i + 1)) - room, y, 2 * room, 16 * scale_),
                         Qt::AlignHCenter | Qt::AlignTop, clockText(frame.times[i]));
    }
}

/// Their numbers below the ringed row, as many as have room.
void StagePainter::paintSteps(QPainter& painter, const QRectF& plot, const LessonRow& one, const RowTrack& track,
                              std::int64_t steps) const {
    std::int64_t every = steps > 24 ? 4 : steps > 12 ? 2 : 1;
    while (plot.width() * static_cast<double>(every) / static_cast<double>(steps) < 24 * scale_) every *= 2;
    for (std::int64_t step = 1; step <= steps; step += every) {
        const double x = stepX(plot, steps, static_cast<double>(step));
        painter.setPen(palette_.muted);
        // Of the learner's own series: what comes counts from now.
        const std::int64_t ahead = track.values.empty() || content_.picture.kind != "own"
                                       ? 0
                                       : step - static_cast<std::int64_t>(track.values.size());
        const std::int64_t around = step - kMadeOf - 1;
        painter.drawText(QRectF(x - 30, plot.bottom() + 4, 60, 16 * scale_), Qt::AlignHCenter | Qt::AlignTop,
                         one.quantity == "made_of" ? (around == 0  ? say(QT_TRANSLATE_NOOP("StagePainter", "now"))
                                                      : around > 0 ? QStringLiteral("+%1").arg(around)
                                                                   : QStringLiteral("−%1").arg(-around))
                         : ahead > 0               ? QStringLiteral("+%1").arg(ahead)
                                                   : QString::number(step));
    }
}

}  // namespace gatelab
