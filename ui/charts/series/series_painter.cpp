// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/series/series_painter.h"

#include "base/numeric/change_text.h"
#include "charts/chart_labels.h"
#include "common/name_text.h"
#include "common/texts.h"
#include "data/unit_text.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <optional>

namespace gatelab {
namespace {

QColor withAlpha(QColor colour, double alpha) {
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

// Of the labels at the left, px.
constexpr double kLeft = 12, kTop = 8, kName = 18, kFigure = 15, kGap = 6;
// Of the numbers beside the plot, px: closer ones would touch.
constexpr double kTickApart = 13;

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

/// Its label, or thousands and more where that is too long: a number without its first digits is another one.
QString fitting(const ChartTick& tick, const QFontMetrics& metrics, double room) {
    if (metrics.horizontalAdvance(tick.label) <= room) return tick.label;
    for (const auto& [unit, letter] : {std::pair(1e9, 'G'), std::pair(1e6, 'M'), std::pair(1e3, 'k')})
        if (std::abs(tick.value) >= unit) return formatSetting(tick.value / unit) + QLatin1Char(letter);
    return tick.label;
}

}  // namespace

QRectF SeriesPainter::rowArea(std::size_t row) const {
    const double tall = plot.height() / static_cast<double>(std::max<std::size_t>(1, channels.size()));
    return {plot.left(), plot.top() + tall * static_cast<double>(row), plot.width(), tall};
}

double SeriesPainter::pixel(double x) const {
    return plot.left() + (x - view_.low()) / std::max(view_.high() - view_.low(), 1e-300) * plot.width();
}

double SeriesPainter::value(double at) const {
    return view_.low() + (at - plot.left()) / plot.width() * (view_.high() - view_.low());
}

double SeriesPainter::borderX(int border) const {
    return pixel(view_.xOfRow(border == 0 ? view_.split().train.end : view_.split().validation.end));
}

bool SeriesPainter::hasBorder(int border) const {
    return (border == 0 ? view_.split().validation.end : view_.split().test.end) > 0;
}

bool SeriesPainter::meetsBorder(const QRectF& box) const {
    constexpr double kApart = 3;
    for (const int border : {0, 1})
        if (const double x = borderX(border); hasBorder(border) && x > box.left() - kApart && x < box.right() + kApart)
            return true;
    return false;
}

int SeriesPainter::borderAt(QPointF at) const {
    if (view_.split().train.end <= 0 || !plot.adjusted(-4, -kStrip, 4, 0).contains(at)) return -1;
    for (const int border : {0, 1})
        if (hasBorder(border) && std::abs(borderX(border) - at.x()) <= 5) return border;
    return -1;
}

void SeriesPainter::paint(QPainter& painter) const {
    paintParts(painter);
    for (std::size_t row = 0; row < channels.size(); ++row) paintRow(painter, row);
    paintGapLabels(painter);
    paintBorders(painter);
    paintLegend(painter);
    paintTime(painter);
    paintCursor(painter);
}

/// A line through all channels, and its handle above them.
void SeriesPainter::paintBorders(QPainter& painter) const {
    const Palette& p = theme_.palette();
    for (const int one : {0, 1}) {
        const double x = std::floor(borderX(one));
        if (!hasBorder(one) || x < plot.left() || x > plot.right()) continue;
        const bool isHeld = dragged == one;
        painter.fillRect(QRectF(x, kStrip - 18, isHeld ? 2 : 1, plot.bottom() - kStrip + 18),
                         isHeld ? p.accent : p.text);
        const QRectF handle(x - 4.5, kStrip - 18, 10, 18);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(isHeld || border == one ? p.accent : p.text, border == one ? 2 : 1));
        painter.setBrush(p.surface);
        painter.drawRoundedRect(handle.adjusted(0.5, 0.5, -0.5, -0.5), 2.5, 2.5);
        painter.setRenderHint(QPainter::Antialiasing, false);
        for (const double dx : {-2.0, 1.0}) painter.fillRect(QRectF(x + 0.5 + dx, handle.top() + 5, 1, 8), p.text);
    }
}

/// Names of the parts above, their shades behind, the embargo hatched, gaps in time tinted.
void SeriesPainter::paintParts(QPainter& painter) const {
    const Palette& p = theme_.palette();
    const auto clipped = [&](double low, double high, double least) {
        const double a = std::clamp(low, plot.left(), plot.right()),
                     b = std::clamp(std::max(high, low + least), plot.left(), plot.right());
        return QRectF(a, plot.top(), b - a, plot.height());
    };
    const Split& split = view_.split();
    const struct {
        RowRange rows;
        QString text, brief;
        std::size_t stop;
        double shade;
    } kParts[] = {{split.train, tr("Train, %1 rows"), tr("Train"), 1, 0},
                  {split.validation, tr("Validation, %1"), tr("Validation"), 2, 0.3},
                  {split.test, tr("Test, %1"), tr("Test"), 3, 0.33}};
    painter.setFont(theme_.font(11));
    for (const auto& part : kParts) {
        if (part.rows.size() <= 0) continue;
        const QRectF area = clipped(pixel(view_.xOfRow(part.rows.begin)), pixel(view_.xOfRow(part.rows.end)), 0);
        if (area.width() < 1) continue;
        if (part.shade > 0) painter.fillRect(area, withAlpha(p.gate[part.stop - 1], part.shade));
        const QRectF strip(area.left(), kStrip - 18, area.width() - 1, 17);
        painter.fillRect(strip, p.gate[part.stop]);
        const QString text = part.text.arg(formatCount(part.rows.size()));
        painter.setPen(p.text);
        const bool fits = painter.fontMetrics().horizontalAdvance(text) < strip.width() - 6;
        if (fits || painter.fontMetrics().horizontalAdvance(part.brief) < strip.width() - 4)
            painter.drawText(strip, Qt::AlignCenter, fits ? text : part.brief);
    }
    for (const auto& [begin, end] :
         {std::pair(split.train.end, split.validation.begin), std::pair(split.validation.end, split.test.begin)}) {
        if (end <= begin || begin <= 0) continue;
        const QRectF area = clipped(pixel(view_.xOfRow(begin)), pixel(view_.xOfRow(end)), 3);
        painter.fillRect(area, p.surface);
        painter.fillRect(area, QBrush(p.hatch, Qt::BDiagPattern));
    }
    double painted = -HUGE_VAL;  // of thousands in one pixel one is enough
    for (const RowRange& gap : gapsInSight()) {
        const double left = pixel(view_.xOfRow(gap.begin)), right = pixel(view_.xOfRow(gap.end));
        if (right < plot.left() || left > plot.right() || std::max(right, left + 3) < painted + 1) continue;
        painted = std::max(right, left + 3);
        const QRectF area = clipped(left, right, 3);
        painter.fillRect(area, p.warningTint);
        painter.fillRect(QRectF(area.left(), area.top(), 1, area.height()), withAlpha(p.warning, 0.5));
        painter.fillRect(QRectF(area.right() - 1, area.top(), 1, area.height()), withAlpha(p.warning, 0.5));
    }
}

/// Those that reach into what is shown, in their order.
std::span<const RowRange> SeriesPainter::gapsInSight() const {
    const std::vector<RowRange>& all = view_.gaps();
    const auto from = std::ranges::lower_bound(all, view_.rowAt(view_.low()) - 1, {}, &RowRange::end),
               to = std::ranges::upper_bound(all, view_.rowAt(view_.high()) + 1, {}, &RowRange::begin);
    return {from, std::max(from, to)};
}

void SeriesPainter::paintGapLabels(QPainter& painter) const {
    const Palette& p = theme_.palette();
    painter.setFont(theme_.font(11));
    double free = plot.left();
    for (const RowRange& gap : gapsInSight()) {
        const double left = pixel(view_.xOfRow(gap.begin)), right = std::max(pixel(view_.xOfRow(gap.end)), left + 3);
        if (right < plot.left() || left > plot.right() || right + 4 < free) continue;
        const QString text = tr("gap, %1").arg(formatDuration(view_.xOfRow(gap.end) - view_.xOfRow(gap.begin)));
        const double wide = painter.fontMetrics().horizontalAdvance(text) + 1;
        // Behind the gap, else before it, else not at all.
        double at = std::max(right, plot.left()) + 4;
        if (at + wide > plot.right() || meetsBorder({at, plot.top(), wide, 15})) {
            const double before = left - wide - 4;
            if (at + wide > plot.right() || (before >= free && !meetsBorder({before, plot.top(), wide, 15})))
                at = before;
        }
        if (at < free || at + wide > plot.right()) continue;
        const QRectF box(at, plot.top() + 2, wide, 15);
        painter.fillRect(box, withAlpha(p.surface, 0.75));
        painter.setPen(p.warning);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, text);
        free = at + wide + 8;
    }
}

void SeriesPainter::paintRow(QPainter& painter, std::size_t row) const {
    const Palette& p = theme_.palette();
    const std::size_t channel = channels[row];
    const QRectF area = rowArea(row);
    if (row > 0) painter.fillRect(QRectF(0, std::floor(area.top()), width, 1), p.border);
    const std::int64_t begin = std::max<std::int64_t>(0, view_.rowAt(view_.low()) - 1),
                       end = std::min(view_.rows(), view_.rowAt(view_.high()) + 1);
    paintLabel(painter, row);
    const ChannelDrawing* drawing = view_.drawing(channel);
    if (!drawing) return;  // it is being worked out
    // The scale follows what is visible, so that a zoom shows more.
    const MinMax visible =
        drawing->levels->over(static_cast<std::size_t>(begin), static_cast<std::size_t>(std::max(begin, end)));
    Range shown;
    if (visible.count > 0)
        shown = {visible.min, visible.max};
    else if (std::isfinite(drawing->low))
        shown = {drawing->low, drawing->high};
    const double air =
        shown.high > shown.low ? (shown.high - shown.low) * 0.08 : std::max(std::abs(shown.high) * 0.1, 1.0);
    shown.low -= air, shown.high += air;
    painter.setFont(theme_.font(11));
    const double closest =
        kTickApart * theme_.textScale() * (shown.high - shown.low) / std::max(1.0, area.height() - 8);
    for (const ChartTick& tick : linearTicks(shown.low, shown.high, area.height() > 150 ? 4 : 3, closest)) {
        const double y = area.bottom() - 4 - (tick.value - shown.low) / (shown.high - shown.low) * (area.height() - 8);
        if (y < area.top() + 7 || y > area.bottom() - 6) continue;
        painter.fillRect(QRectF(area.left(), std::floor(y), area.width(), 1), p.grid);
        painter.setPen(p.muted);
        painter.drawText(QRectF(area.left() - ticksWidth(), y - 8, ticksWidth() - 6, 16),
                         Qt::AlignRight | Qt::AlignVCenter, fitting(tick, painter.fontMetrics(), ticksWidth() - 6));
    }
    painter.save();
    painter.setClipRect(area);
    painter.setRenderHint(QPainter::Antialiasing);
    paintEnvelope(painter, area, channel, shown);
    paintMarks(painter, area, channel, shown);
    painter.restore();
    if (showsDistributions) paintDistribution(painter, row, shown);
}

/// One pass over the pixel columns; the line breaks where a column has no value and at gaps in time.
void SeriesPainter::paintEnvelope(QPainter& painter, const QRectF& area, std::size_t channel,
                                  const Range& shown) const {
    const Palette& p = theme_.palette();
    const ColumnLevels& levels = *view_.drawing(channel)->levels;
    const auto y = [&](double v) {
        return area.bottom() - 4 - (v - shown.low) / (shown.high - shown.low) * (area.height() - 8);
    };
    const std::int64_t begin = std::max<std::int64_t>(0, view_.rowAt(view_.low()) - 1),
                       end = std::min(view_.rows(), view_.rowAt(view_.high()) + 1);
    const bool dense = static_cast<double>(end - begin) > area.width() * 1.5;
    QPolygonF line;
    const auto flush = [&] {
        painter.setPen(QPen(p.text, 1));
        if (line.size() == 1)
            painter.setBrush(p.text), painter.drawEllipse(line.front(), 1.2, 1.2);
        else if (line.size() > 1)
            painter.drawPolyline(line);
        line.clear();
    };
    auto gap = std::lower_bound(view_.gaps().begin(), view_.gaps().end(), begin,
                                [](const RowRange& g, std::int64_t row) { return g.end <= row; });
    const auto breakAt = [&](std::int64_t row) {
        if (gap == view_.gaps().end() || gap->end > row) return;
        flush();
        gap = std::ranges::upper_bound(gap, view_.gaps().end(), row, {}, &RowRange::end);
    };
    if (!dense) {
        for (std::int64_t row = begin; row < end; ++row) {
            breakAt(row);
            const double v = levels[static_cast<std::size_t>(row)];
            if (std::isfinite(v))
                line << QPointF(pixel(view_.xOfRow(row)), y(v));
            else
                flush();
        }
        return flush();
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    const int columns = static_cast<int>(area.width());
    std::vector<QLineF> bars;
    std::vector<std::pair<std::int64_t, QPointF>> centres;
    std::int64_t from = view_.rowAt(value(area.left()));
    for (int column = 0; column < columns; ++column) {
        const std::int64_t to = view_.rowAt(value(area.left() + column + 1));
        const MinMax all =
            to > from ? levels.over(static_cast<std::size_t>(from), static_cast<std::size_t>(to)) : MinMax{};
        if (all.count > 0) {
            bars.emplace_back(area.left() + column, y(all.min), area.left() + column, y(all.max));
            centres.emplace_back(from, QPointF(area.left() + column + 0.5, y(all.sum / all.count)));
        } else if (to > from) {
            centres.emplace_back(from, QPointF(std::nan(""), 0));
        }
        from = to;
    }
    painter.setPen(QPen(p.envelope, 1));
    painter.drawLines(bars.data(), static_cast<int>(bars.size()));
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& [row, point] : centres) {
        breakAt(row);
        if (std::isnan(point.x()))
            flush();
        else
            line << point;
    }
    flush();
}

void SeriesPainter::paintMarks(QPainter& painter, const QRectF& area, std::size_t channel, const Range& shown) const {
    const Palette& p = theme_.palette();
    painter.setFont(theme_.font(11));
    std::vector<QRectF> labels;
    // Behind the mark, else before it, off the lines of the split where that can be; else not at all.
    const auto label = [&](const SeriesMark& mark, double left, double right) {
        if (mark.label.isEmpty()) return;
        const double wide = painter.fontMetrics().horizontalAdvance(mark.label) + 1;
        std::optional<QRectF> free;
        for (const double at : {right + 6, left - 6 - wide}) {
            const QRectF box(at, area.top() + 2, wide, 15);
            if (at < area.left() || box.right() > area.right() ||
                std::ranges::any_of(labels, [&](const QRectF& other) { return other.intersects(box); }))
                continue;
            const bool isClear = !meetsBorder(box);
            if (!free || isClear) free = box;
            if (isClear) break;
        }
        if (!free) return;
        painter.fillRect(*free, withAlpha(p.surface, 0.75));
        painter.setPen(p.warning);
        painter.drawText(*free, Qt::AlignLeft | Qt::AlignVCenter, mark.label);
        labels.push_back(*free);
    };
    for (const SeriesMark& mark : marks) {
        if (mark.channel != static_cast<int>(channel) || mark.rows.begin < 0 || mark.rows.begin >= view_.rows())
            continue;
        const double left = pixel(view_.xOfRow(mark.rows.begin)), right = pixel(view_.xOfRow(mark.rows.end));
        if (right < area.left() || left > area.right()) continue;
        if (mark.kind == SeriesMark::Kind::Outlier) {
            const double v = view_.series()->channels[channel].values[static_cast<std::size_t>(mark.rows.begin)];
            if (!std::isfinite(v)) continue;
            const double y = area.bottom() - 4 - (v - shown.low) / (shown.high - shown.low) * (area.height() - 8);
            painter.setPen(QPen(p.error, 1.5));
            painter.setBrush(p.surface);
            painter.drawEllipse(QPointF(left, std::clamp(y, area.top() + 5, area.bottom() - 5)), 4, 4);
            label(mark, left - 4, left + 4);
        } else if (mark.kind == SeriesMark::Kind::Stretch) {
            const QRectF box(left, area.top() + 1, std::max(3.0, right - left), area.height() - 1);
            painter.fillRect(box, withAlpha(p.warningTint, 0.6));
            for (const double x : {box.left(), box.right() - 1})
                painter.fillRect(QRectF(std::floor(x), box.top(), 1, box.height()), p.warning);
            label(mark, box.left(), box.right());
        } else if (mark.kind == SeriesMark::Kind::Shift) {
            QPen pen(p.warning, 1);
            pen.setDashPattern({3, 3});
            painter.setPen(pen);
            painter.drawLine(QPointF(std::floor(left) + 0.5, area.top() + 1),
                             QPointF(std::floor(left) + 0.5, area.bottom()));
            label(mark, left, left);
        } else {
            painter.setPen(Qt::NoPen);
            painter.setBrush(p.warning);
            painter.drawPolygon(
                QPolygonF{{left, area.bottom() - 8}, {left + 4, area.bottom() - 2}, {left - 4, area.bottom() - 2}});
            label(mark, left - 4, left + 4);
        }
    }
}

void SeriesPainter::paintTime(QPainter& painter) const {
    const Palette& p = theme_.palette();
    painter.fillRect(QRectF(plot.left(), std::floor(plot.bottom()), plot.width(), 1), p.axis);
    const int wanted = std::max(2, static_cast<int>(plot.width() / 100));
    auto ticks =
        view_.timed() ? timeTicks(view_.low(), view_.high(), wanted) : linearTicks(view_.low(), view_.high(), wanted);
    thinTicks(
        ticks, [this](double x) { return pixel(x); }, theme_, plot, HUGE_VAL);
    for (const ChartTick& tick : ticks) {
        const double x = pixel(tick.value);
        painter.fillRect(QRectF(std::floor(x), plot.bottom(), 1, 4), p.axis);
        painter.setFont(theme_.font(11, tick.strong ? 500 : 400));
        painter.setPen(tick.strong ? p.text : p.muted);
        const double half = painter.fontMetrics().horizontalAdvance(tick.label) / 2.0;
        const double left = std::clamp(x - half, plot.left(), plot.right() - 2 * half);
        painter.drawText(QRectF(left, plot.bottom() + 5, 2 * half + 1, 16), Qt::AlignCenter, tick.label);
    }
}

/// A line through all channels, the time in a chip, the nearest sample of every channel as a dot with its value.
void SeriesPainter::paintCursor(QPainter& painter) const {
    const Palette& p = theme_.palette();
    if (cursor.x() < plot.left() || cursor.x() > plot.right() || cursor.y() < 0 || dragged >= 0 || panning) return;
    const double wanted = value(cursor.x());
    std::int64_t row = std::min(view_.rowAt(wanted), view_.rows() - 1);
    if (row > 0 && wanted - view_.xOfRow(row - 1) < view_.xOfRow(row) - wanted) --row;
    const double x = pixel(view_.xOfRow(row));
    painter.fillRect(QRectF(std::floor(x), plot.top(), 1, plot.height()), withAlpha(p.text, 0.7));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme_.font(11, 500));
    for (std::size_t i = 0; i < channels.size(); ++i) {
        const double v = view_.series()->channels[channels[i]].values[static_cast<std::size_t>(row)];
        const QString text = formatNumber(v);
        const double wide = painter.fontMetrics().horizontalAdvance(text) + 8;
        const QRectF area = rowArea(i);
        const QRectF box(x + wide + 8 > plot.right() ? x - wide - 4 : x + 5, area.bottom() - 20, wide, 16);
        painter.setPen(Qt::NoPen);
        painter.setBrush(withAlpha(p.surface, 0.85));
        painter.drawRoundedRect(box, 3, 3);
        painter.setPen(p.text);
        painter.drawText(box, Qt::AlignCenter, text);
    }
    const QString text =
        view_.timed() ? timeText(view_.xOfRow(row), view_.high() - view_.low()) : tr("row %1").arg(formatCount(row));
    const double wide = painter.fontMetrics().horizontalAdvance(text) + 16;
    const QRectF chip(std::clamp(x - wide / 2, plot.left(), std::max(plot.left(), plot.right() - wide)),
                      plot.bottom() + 3, wide, 18);
    painter.setPen(Qt::NoPen);
    painter.setBrush(p.text);
    painter.drawRoundedRect(chip, 3, 3);
    painter.setPen(p.surface);
    painter.drawText(chip, Qt::AlignCenter, text);
}

QStringList SeriesPainter::figures(std::size_t channel, const QFontMetrics& metrics, double room) const {
    const ChannelDrawing* drawing = view_.drawing(channel);
    if (!drawing) return {};
    if (!std::isfinite(drawing->low)) return {tr("no value")};
    const QString mean = formatNumber(drawing->mean, 3), deviation = formatNumber(drawing->deviation, 3),
                  whole = tr("mean %1, SD %2").arg(mean, deviation);
    return {metrics.horizontalAdvance(whole) <= room ? whole : tr("mean %1 ± %2").arg(mean, deviation),
            tr("%1 to %2").arg(formatNumber(drawing->low, 3), formatNumber(drawing->high, 3))};
}

/// Name and as many of the two lines of figures as leave room for the tick below them.
double SeriesPainter::figuresEnd(std::size_t row) const {
    const double scale = theme_.textScale(), top = kTop + kName * scale,
                 room = rowArea(row).height() - top - box.height() - 2 * kGap;
    return rowArea(row).top() + top + std::clamp(std::floor(room / (kFigure * scale)), 0.0, 2.0) * kFigure * scale;
}

QRectF SeriesPainter::boxArea(std::size_t row) const {
    return {{kLeft, std::min(figuresEnd(row) + kGap, rowArea(row).bottom() - box.height() - 2)}, box};
}

void SeriesPainter::paintLabel(QPainter& painter, std::size_t row) const {
    const Palette& p = theme_.palette();
    const Channel& channel = view_.series()->channels[channels[row]];
    const QRectF area = rowArea(row);
    const double scale = theme_.textScale(), wide = plot.left() - ticksWidth() - kLeft - 4;
    painter.setRenderHint(QPainter::Antialiasing);
    if (current == static_cast<int>(channels[row])) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(p.selection);
        painter.drawRoundedRect(QRectF(4, area.top() + 4, wide + kLeft, area.height() - 8), 4, 4);
    }
    QRectF line(kLeft, area.top() + kTop, wide, kName * scale);
    painter.setFont(theme_.font(13, 500));
    painter.setPen(p.text);
    const QString name = nameToldApart(channel.name, view_.names(), painter.fontMetrics(), static_cast<int>(wide));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
    const double end = painter.fontMetrics().horizontalAdvance(name);
    painter.setFont(theme_.font(12));
    painter.setPen(p.muted);
    // A unit that the name says, or that has no room, is not said.
    const QString unit = text(unitBeside(channel.name, channel.unit));
    const double room = wide - end - 5;
    if (!text(channel.name).contains(unit) && painter.fontMetrics().horizontalAdvance(unit) <= room)
        painter.drawText(line.adjusted(end + 5, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, unit);
    painter.setFont(theme_.font(11));
    line.translate(0, kName * scale);
    line.setHeight(kFigure * scale);
    const double last = figuresEnd(row);
    for (const QString& figure : figures(channels[row], painter.fontMetrics(), wide)) {
        if (line.bottom() > last + 1) break;
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(figure, Qt::ElideRight, static_cast<int>(wide)));
        line.translate(0, kFigure * scale);
    }
    paintUse(painter, row);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// Behind the tick: the badge "target", else what the channel would cost as an input.
void SeriesPainter::paintUse(QPainter& painter, std::size_t row) const {
    if (channels[row] >= uses.size()) return;
    const Palette& p = theme_.palette();
    const ChannelUse& use = uses[channels[row]];
    const QRectF tick = boxArea(row);
    const double left = tick.right() + 8, end = plot.left() - ticksWidth() - 2;
    if (use.isTarget) {
        painter.setFont(theme_.font(11, 500));
        const QString word = tr("target");
        const QRectF badge(left, tick.center().y() - 9, painter.fontMetrics().horizontalAdvance(word) + 12, 18);
        painter.setPen(Qt::NoPen);
        painter.setBrush(p.infoTint);
        painter.drawRoundedRect(badge, 3, 3);
        painter.setPen(p.accent);
        painter.drawText(badge, Qt::AlignCenter, word);
    } else if (!use.isInput && std::isfinite(use.price)) {
        painter.setFont(theme_.font(11));
        painter.setPen(p.muted);
        painter.drawText(QRectF(left, tick.top(), end - left, tick.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         translated(shortChangePhrase(use.price)));
    }
}

/// On the scale of the row: the training part filled, the test part as a line.
void SeriesPainter::paintDistribution(QPainter& painter, std::size_t row, const Range& shown) const {
    const ChannelDrawing* drawing = view_.drawing(channels[row]);
    const ChannelDistribution* found = view_.distribution(channels[row]);
    if (!found || !(shown.high > shown.low)) return;
    const Palette& p = theme_.palette();
    const QRectF area = rowArea(row);
    const double left = plot.right() + 10, wide = distributionWidth() - 12,
                 bin = (drawing->high - drawing->low) / static_cast<double>(ChannelDistribution::kBins);
    const auto y = [&](double v) {
        return area.bottom() - 4 - (v - shown.low) / (shown.high - shown.low) * (area.height() - 8);
    };
    painter.save();
    painter.setClipRect(QRectF(left, area.top() + 1, wide + 2, area.height() - 1));
    QPolygonF test;
    for (std::size_t i = 0; i < ChannelDistribution::kBins; ++i) {
        const double low = drawing->low + bin * static_cast<double>(i), top = y(low + bin), bottom = y(low);
        if (found->train[i] > 0)
            painter.fillRect(QRectF(left, top, found->train[i] * wide, std::max(1.0, bottom - top)), p.hatch);
        test << QPointF(left + found->test[i] * wide, bottom) << QPointF(left + found->test[i] * wide, top);
    }
    painter.fillRect(QRectF(std::floor(left), area.top() + 4, 1, area.height() - 8), p.axis);
    if (std::ranges::any_of(found->test, [](double share) { return share > 0; })) {
        painter.setPen(QPen(p.text, 1));
        painter.drawPolyline(test);
    }
    painter.restore();
}

void SeriesPainter::paintLegend(QPainter& painter) const {
    if (!showsDistributions || view_.split().train.size() == 0) return;
    const Palette& p = theme_.palette();
    painter.setFont(theme_.font(11));
    const double left = plot.right() + 10, line = kStrip / 2;
    const auto row = [&](double top, const QString& word) {
        painter.setPen(p.muted);
        painter.drawText(QRectF(left, top, distributionWidth(), line), Qt::AlignLeft | Qt::AlignVCenter, word);
        return left + std::max(30.0, painter.fontMetrics().horizontalAdvance(word) + 6.0);
    };
    const double at = row(0, tr("train"));
    painter.fillRect(QRectF(at, line / 2 - 4, 12, 8), p.hatch);
    if (view_.split().test.size() == 0) return;
    painter.fillRect(QRectF(row(line, tr("test")), 1.5 * line - 1, 12, 2), p.text);
}

}  // namespace gatelab
