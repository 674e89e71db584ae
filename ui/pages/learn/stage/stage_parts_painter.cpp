// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_parts_painter.h"

#include "common/texts.h"
#include "lesson/lesson_parts.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

namespace gatelab {

namespace {

QString say(const char* text) { return QCoreApplication::translate("StagePainter", text); }

/// Of all inputs on one axis: what is told apart is where they stand.
constexpr Qt::PenStyle kStyles[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};

}  // namespace

WeightDigits weightDigits(double weight) {
    const auto value = static_cast<float>(weight);
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t even = (bits >> 16) & 1, cut = (bits + 0x7fff + even) & 0xffff0000u;
    WeightDigits digits;
    digits.whole = QString::number(static_cast<double>(value), 'g', 9);
    digits.rounded = QString::number(static_cast<double>(std::bit_cast<float>(cut)), 'g', 9);
    while (digits.same < digits.whole.size() && digits.same < digits.rounded.size() &&
           digits.whole[digits.same] == digits.rounded[digits.same])
        ++digits.same;
    digits.whole = formatWritten(digits.whole), digits.rounded = formatWritten(digits.rounded);
    return digits;
}

StageAxis ownAxis(const RowTrack& track) {
    double low = INFINITY, high = -INFINITY;
    for (const auto& line : track.lines)
        for (const double value : line) low = std::min(low, value), high = std::max(high, value);
    const double edge = 0.06 * std::max(high - low, 1e-9);
    return low <= high ? StageAxis{low - edge, high + edge, false} : StageAxis{};
}

void StagePartsPainter::line(QPainter& painter, const QRectF& plot, const std::vector<double>& values,
                             const StageAxis& axis, const QPen& pen) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen);
    painter.drawPolyline(lineOf(plot, axis, std::ssize(values), 1, values));
}

void StagePartsPainter::label(QPainter& painter, const QPointF& middle, const QString& text,
                              const QColor& colour) const {
    const double wide = painter.fontMetrics().horizontalAdvance(text) + 8, high = 18 * scale_;
    const QRectF place(middle.x() - wide / 2, middle.y() - high / 2, wide, high);
    painter.fillRect(place, palette_.surface);
    painter.setPen(colour);
    painter.drawText(place, Qt::AlignCenter, text);
}

bool StagePartsPainter::paint(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const {
    const std::string& quantity = content_.picture.rows[row].quantity;
    if (quantity == "window")
        paintWindow(painter, plot, half, row);
    else if (quantity == "fed")
        paintFed(painter, plot, half, row);
    else if (quantity == "made_of")
        paintMadeOf(painter, plot, half, row);
    else if (quantity == "batch")
        paintBatch(painter, plot, half, row);
    else if (quantity == "digits")
        paintDigits(painter, plot, half, row);
    else if (content_.picture.kind == "belts" && quantity.starts_with("said"))
        paintBelt(painter, plot, half, row);
    else if (quantity == "figures" && std::ranges::any_of(content_.picture.rows[row].columns,
                                                          [](const LessonColumn& one) { return !one.dots.empty(); }))
        paintSeeds(painter, plot, half, row);
    else
        return false;
    return true;
}

bool StagePartsPainter::paintAxis(QPainter& painter, const QRectF& plot, std::size_t row) const {
    const std::string& quantity = content_.picture.rows[row].quantity;
    if (quantity == "digits") return true;
    if (quantity != "window" && quantity != "batch") return false;
    const StageAxis& axis = content_.axes[row];
    painter.setPen(stagePen(palette_.axis, 1));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    painter.setFont(font(11));
    const bool isBack = quantity == "window";
    const double step = isBack ? axis.high / 6 : axis.high / 4;
    for (double tick = 0; tick <= axis.high * 1.001; tick += step) {
        const double x = edgeX(plot, axis, isBack, tick);
        painter.setPen(stagePen(palette_.grid, 1));
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        painter.setPen(palette_.muted);
        const QString text = isBack        ? (tick < 0.5 ? say(QT_TRANSLATE_NOOP("StagePainter", "now"))
                                                         : QStringLiteral("−%1").arg(std::lround(tick)))
                             : tick < 1e-9 ? QStringLiteral("0")
                                           : valueText(row, tick);
        // Those at both ends stay within the plot, where another one stands beside it.
        const double wide = painter.fontMetrics().horizontalAdvance(text) + 2;
        const double left = std::clamp(x - wide / 2, plot.left(), plot.right() - wide);
        painter.drawText(QRectF(left, plot.bottom() + 4, wide, 16 * scale_), Qt::AlignHCenter | Qt::AlignTop, text);
    }
    return true;
}

/// The series up to now; what a hand lets the network see is lit. Behind it, once measured, each length with its error
/// and the shortest that suffices.
void StagePartsPainter::paintWindow(QPainter& painter, const QRectF& plot, const StageHalf& half,
                                    std::size_t row) const {
    const StageAxis& axis = content_.axes[row];
    const RowTrack& track = half.before.rows[row];
    if (track.beside.empty()) return;
    if (!drawing_.points().empty())
        painter.fillRect(
            QRectF(QPointF(edgeX(plot, axis, true, drawing_.points().front().y()), plot.top()), plot.bottomRight()),
            palette_.selection);
    const auto [low, high] = std::ranges::minmax(track.beside);
    const double edge = 0.2 * std::max(high - low, 1e-9);
    // The errors stand above it.
    const QRectF below = plot.adjusted(0, 44 * scale_, 0, 0);
    line(painter, below, track.beside, {low - 0.3 * edge, high + 0.3 * edge, false}, stagePen(palette_.text, 2));
    painter.setFont(font(12, 600));
    const auto& columns = content_.picture.rows[row].columns;
    if (!half.now) return;
    const std::vector<double>& values = half.now->rows[row].values;
    double labelled = -INFINITY;  // right end of the last label, from the left
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < columns.size() && i < values.size() && i < content_.lengths.size(); ++i)
        if (std::isfinite(values[i])) order.push_back(i);
    std::ranges::sort(order, std::greater(), [&](std::size_t i) { return content_.lengths[i]; });
    for (const std::size_t i : order) {
        const bool isEnough = static_cast<double>(content_.lengths[i]) == content_.enough;
        const double x = edgeX(plot, axis, true, static_cast<double>(content_.lengths[i]));
        painter.setPen(stagePen(isEnough ? theme_.runColour(half.slot) : palette_.strong, isEnough ? 3 : 1.5));
        painter.drawLine(QPointF(x, plot.top() + 20 * scale_), QPointF(x, plot.bottom()));
        const QString text = valueText(row, values[i]);
        const double wide = painter.fontMetrics().horizontalAdvance(text) + 12;
        const double middle = std::clamp(x, plot.left() + wide / 2, plot.right() - wide / 2);
        // Two that are close stand one below the other.
        const bool isLow = middle - wide / 2 < labelled;
        label(painter, {middle, plot.top() + (isLow ? 29 : 9) * scale_}, text,
              isEnough ? palette_.text : palette_.muted);
        labelled = middle + wide / 2;
    }
}

/// Every input as the network reads it, both halves on one axis or each on its own.
void StagePartsPainter::paintFed(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const {
    const StageAxis axis = content_.picture.rows[row].isOwnScale ? ownAxis(half.shown().rows[row]) : content_.axes[row];
    if (axis.low < 0 && axis.high > 0) {
        const double zero = plot.bottom() - plot.height() * axis.share(0);
        painter.setPen(stagePen(palette_.axis, 1));
        painter.drawLine(QPointF(plot.left(), zero), QPointF(plot.right(), zero));
    }
    const auto& lines = half.shown().rows[row].lines;
    for (std::size_t i = 0; i < lines.size(); ++i)
        line(painter, plot, lines[i], axis,
             stagePen(i == 0 ? palette_.text : palette_.muted, 2, kStyles[i % std::size(kStyles)]));
}

/// Bars around now; those behind it are of hours that no forecaster has.
void StagePartsPainter::paintMadeOf(QPainter& painter, const QRectF& plot, const StageHalf& half,
                                    std::size_t row) const {
    const std::vector<double>& shares = half.shown().rows[row].values;
    const auto steps = static_cast<std::int64_t>(shares.size());
    if (steps == 0) return;
    const double now = plot.left() + plot.width() * static_cast<double>(kMadeOf + 1) / static_cast<double>(steps);
    painter.fillRect(QRectF(QPointF(now, plot.top()), plot.bottomRight()), palette_.raised);
    painter.setFont(font(12));
    painter.setPen(palette_.muted);
    painter.drawText(QRectF(now + 6, plot.top() + 2, plot.right() - now - 8, 18 * scale_),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(say(QT_TRANSLATE_NOOP("StagePainter", "not known yet")),
                                                      Qt::ElideRight, static_cast<int>(plot.right() - now - 8)));
    if (!half.now) return;
    const double width = plot.width() / static_cast<double>(steps), zero = yOf(plot, row, 0);
    for (std::int64_t step = 1; step <= steps; ++step) {
        const double y = yOf(plot, row, shares[static_cast<std::size_t>(step - 1)]),
                     x = stepX(plot, steps, static_cast<double>(step));
        const QRectF bar(QPointF(x - 0.37 * width, std::min(y, zero)), QPointF(x + 0.37 * width, std::max(y, zero)));
        painter.fillRect(bar, step > kMadeOf + 1 ? palette_.error : theme_.runColour(half.slot));
    }
}

/// Its memory is the area; each of its windows has the same. Dashed: what comes after it, before the step is made.
void StagePartsPainter::paintBatch(QPainter& painter, const QRectF& plot, const StageHalf& half,
                                   std::size_t row) const {
    const RowTrack& track = half.shown().rows[row];
    if (!half.now || track.values.empty() || !std::isfinite(track.values.front())) return;
    const StageAxis& axis = content_.axes[row];
    const QRectF held(plot.topLeft(), QPointF(edgeX(plot, axis, false, track.values.front()), plot.bottom()));
    painter.fillRect(held, theme_.runColour(half.slot));
    // A cell for each window, in columns of 32.
    constexpr std::int64_t kHigh = 32;
    const std::int64_t columns = std::max<std::int64_t>(1, (track.windows + kHigh - 1) / kHigh),
                       rows = std::max<std::int64_t>(1, std::min(track.windows, kHigh));
    painter.setPen(stagePen(palette_.surface, 1));
    for (std::int64_t i = 1; i < columns; ++i) {
        const double x = held.left() + held.width() * static_cast<double>(i) / static_cast<double>(columns);
        painter.drawLine(QPointF(x, held.top()), QPointF(x, held.bottom()));
    }
    for (std::int64_t i = 1; i < rows; ++i) {
        const double y = held.top() + held.height() * static_cast<double>(i) / static_cast<double>(rows);
        painter.drawLine(QPointF(held.left(), y), QPointF(held.right(), y));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(stagePen(palette_.strong, 1, Qt::DashLine));
    for (std::int64_t i = 1; i < track.rounds; ++i) {
        const QRectF later = held.translated(held.width() * static_cast<double>(i), 0);
        if (later.right() <= plot.right()) painter.drawRect(later);
    }
    painter.setFont(font(12, 600));
    const QString text = track.rounds > 1
                             ? say(QT_TRANSLATE_NOOP("StagePainter", "%1 windows at once, %2 times"))
                                   .arg(track.windows)
                                   .arg(track.rounds)
                             : say(QT_TRANSLATE_NOOP("StagePainter", "%1 windows at once")).arg(track.windows);
    const double wide = painter.fontMetrics().horizontalAdvance(text) + 12;
    label(painter, {plot.left() + wide / 2, plot.top() + 14 * scale_}, text, palette_.text);
}

/// What both have stands black; what BF16 loses, and has in its place, pale.
void StagePartsPainter::paintDigits(QPainter& painter, const QRectF& plot, const StageHalf& half,
                                    std::size_t row) const {
    const RowTrack& track = half.before.rows[row];
    if (track.values.empty()) return;
    const WeightDigits digits = weightDigits(track.values.front());
    const double high = plot.height() / 2;
    int at = 0;
    for (const auto& [name, text] :
         {std::pair(QStringLiteral("FP32"), digits.whole), {QStringLiteral("BF16"), digits.rounded}}) {
        const QRectF box(plot.left(), plot.top() + high * at++, plot.width(), high);
        painter.setFont(font(13));
        painter.setPen(palette_.muted);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter.setFont(font(22, 600));
        double x = box.left() + 70 * scale_;
        for (const auto& [part, colour] :
             {std::pair(text.left(digits.same), palette_.text), {text.mid(digits.same), palette_.muted}}) {
            painter.setPen(colour);
            painter.drawText(QRectF(x, box.top(), box.right() - x, high), Qt::AlignLeft | Qt::AlignVCenter, part);
            x += painter.fontMetrics().horizontalAdvance(part);
        }
    }
}

/// Each training a dot, counted from the best of its column; the bracket is their difference.
void StagePartsPainter::paintSeeds(QPainter& painter, const QRectF& plot, const StageHalf& half,
                                   std::size_t row) const {
    if (!half.now) return;
    const RowTrack& track = half.now->rows[row];
    const auto columns = static_cast<std::int64_t>(track.dots.size());
    const double broad = plot.width() / static_cast<double>(std::max<std::int64_t>(1, columns));
    for (std::int64_t column = 0; column < columns; ++column) {
        const auto& dots = track.dots[static_cast<std::size_t>(column)];
        const std::vector<double>& before = half.before.rows[row].values;
        if (static_cast<std::size_t>(column) < before.size() &&
            std::isfinite(before[static_cast<std::size_t>(column)])) {
            const double level = yOf(plot, row, before[static_cast<std::size_t>(column)]),
                         middle = stepX(plot, columns, static_cast<double>(column + 1));
            painter.setPen(stagePen(palette_.envelope, 2));
            painter.drawLine(QPointF(middle - 0.3 * broad, level), QPointF(middle + 0.3 * broad, level));
        }
        double least = INFINITY, most = -INFINITY;
        for (const double dot : dots)
            if (std::isfinite(dot)) least = std::min(least, dot), most = std::max(most, dot);
        if (!(least <= most)) continue;
        const double x = stepX(plot, columns, static_cast<double>(column + 1));
        const double top = yOf(plot, row, most - least), foot = yOf(plot, row, 0), arm = 0.06 * broad;
        painter.setPen(stagePen(palette_.strong, 2));
        painter.drawPolyline(
            QPolygonF{{x - 2.2 * arm, foot}, {x - 3 * arm, foot}, {x - 3 * arm, top}, {x - 2.2 * arm, top}});
        painter.setPen(stagePen(palette_.surface, 1.5));
        painter.setBrush(theme_.runColour(half.slot));
        const double radius = std::min(7 * scale_, 11.0);
        for (std::size_t i = 0; i < dots.size(); ++i) {
            if (!std::isfinite(dots[i])) continue;
            // Beside each other, so that equal ones are seen to be two.
            const double aside = (static_cast<double>(i) - static_cast<double>(dots.size() - 1) / 2) * 2.4 * radius;
            painter.drawEllipse(QPointF(x + aside, yOf(plot, row, dots[i] - least)), radius, radius);
        }
        painter.setBrush(Qt::NoBrush);
        painter.setFont(font(13, 600));
        const QString text = valueText(row, most - least);
        const double wide = painter.fontMetrics().horizontalAdvance(text) + 12;
        label(
            painter,
            {std::max(plot.left() + wide / 2, x - 3 * arm - wide / 2), std::min((top + foot) / 2, foot - 12 * scale_)},
            text, palette_.text);
    }
}

/// A line on a belt whose chevrons say which way it is read; where the answer is known, it says so.
void StagePartsPainter::paintBelt(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const {
    const bool isBack = content_.picture.rows[row].quantity == "said_back";
    const PictureFrame& frame = half.shown();
    const std::vector<double>& values = frame.rows[row].values;
    painter.setPen(stagePen(palette_.grid, 2));
    const double size = 6 * scale_, apart = 44 * scale_;
    for (double x = plot.left() + apart / 2; x < plot.right(); x += apart) {
        const double tip = isBack ? -size : size;
        painter.drawPolyline(QPolygonF{
            {x, plot.bottom() - 2.6 * size}, {x + tip, plot.bottom() - 1.6 * size}, {x, plot.bottom() - 0.6 * size}});
    }
    if (values.empty()) return;
    const StageAxis& axis = content_.axes[row];
    line(painter, plot, half.before.rows[row].values, axis, stagePen(half.now ? palette_.envelope : palette_.axis, 2));
    if (!frame.truth.empty()) {
        painter.setPen(stagePen(palette_.text, 1.5, Qt::DotLine));
        const double y = yOf(plot, row, frame.truth[0]);
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    }
    if (!half.now) return;
    const QColor colour = theme_.runColour(half.slot);
    line(painter, plot, values, axis, stagePen(colour, 3));
    const double known = frame.rows[row].known;
    if (known < 1 || !content_.picture.rows[row].isRinged) return;
    const double x = stepX(plot, frame.steps, known);
    painter.setPen(stagePen(colour, 2, Qt::DashLine));
    painter.drawLine(QPointF(x, plot.top() + 22 * scale_), QPointF(x, plot.bottom()));
    painter.setFont(font(12, 600));
    const QString text = say(QT_TRANSLATE_NOOP("StagePainter", "known here"));
    const double wide = painter.fontMetrics().horizontalAdvance(text) + 12;
    label(painter, {std::clamp(x, plot.left() + wide / 2, plot.right() - wide / 2), plot.top() + 30 * scale_}, text,
          palette_.text);
}

}  // namespace gatelab
