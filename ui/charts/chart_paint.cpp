// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_paint.h"

#include "charts/chart_labels.h"
#include "charts/chart_marks.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <ranges>

namespace gatelab {
namespace {

constexpr double kTop = 8, kRight = 14, kBottom = 26, kTickLength = 4, kMinorTick = 3, kSteppedBack = 0.55;
constexpr double kMarkGap = 8, kSample = 16, kMarkPitch = 16;  ///< of the marks in the margin
constexpr double kLed = 3;                         ///< a mark that is farther from the end of its line is led to it
constexpr double kLabelGap = 5, kTitleMargin = 6;  ///< from the axis to its labels, from the name of x to the border
/// Names stand on a ground that leaves a trace of the lines under it: muted letters keep a contrast of 4.5 in every
/// look; names of points, whose ink is darker and whose places avoid the lines, need less.
constexpr double kLabelGround = 0.9, kPointGround = 0.7;
constexpr double kMaxNames = 0.45;                     ///< of the height, for the names of things below the axis
constexpr double kStrip = 15;                          ///< labels of markers
constexpr double kThreeLabels = 90, kLabelPitch = 14;  ///< height of a plot with three labels of y; between any two

QColor withAlpha(QColor colour, double alpha) {
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

/// QRectF::contains says yes to NaN.
bool isInside(const QRectF& area, QPointF at) {
    return at.x() >= area.left() && at.x() <= area.right() && at.y() >= area.top() && at.y() <= area.bottom();
}

void paintName(QPainter& painter, const QRectF& box, const QString& text, const QColor& ink, const Theme& theme,
               double ground = kLabelGround) {
    painter.fillRect(box, withAlpha(theme.palette().surface, ground));
    painter.setPen(ink);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, text);
}

/// Room for the name of x right before the label of where the axis ends, so that an axis of epochs shows its last one,
/// or before the last of few values, each of which has its label; empty: there is none, or the axis goes on behind its
/// last label, where the name belongs.
QRectF beforeLastLabel(const ChartContent& content, const ChartGeometry& g, const QFontMetricsF& metrics) {
    const auto isNamed = [](const ChartTick& tick) { return !tick.label.isEmpty(); };
    const auto last = std::find_if(g.xTicks.rbegin(), g.xTicks.rend(), isNamed);
    if (last == g.xTicks.rend()) return {};
    const bool isEnd = content.xCounted && g.xPixel(content, last->value) >= g.plot.right() - 1;
    if (!isEnd && content.xSet.empty()) return {};
    const double end = g.whole.right() - metrics.horizontalAdvance(last->label);
    QRectF box = g.xTitle;
    // Nearer to it than to the label before
    box.moveRight(std::min(end, g.xPixel(content, last->value) - metrics.horizontalAdvance(last->label) / 2) - 4);
    const auto before = std::find_if(std::next(last), g.xTicks.rend(), isNamed);
    const double free = before == g.xTicks.rend()
                            ? g.whole.left()
                            : g.xPixel(content, before->value) + metrics.horizontalAdvance(before->label) / 2 + 8;
    return box.left() >= free ? box : QRectF();
}

/// The name of x stands behind its labels, where no line runs; those that would touch it give way, but for the last of
/// what is counted or of few values, before which it stands. Where fewer than two would be left, or one of few values
/// would go, it stands above them in the plot.
void placeXTitle(ChartGeometry& g, const ChartContent& content, const Theme& theme) {
    const QFontMetricsF metrics(theme.font(11));
    const auto thin = [&](std::vector<ChartTick>& ticks, double limit) {
        return thinTicks(
            ticks, [&](double x) { return g.xPixel(content, x); }, theme, g.whole, limit);
    };
    const bool isOneLine = g.names.way == AxisNames::Way::Line;
    std::vector<ChartTick> beside = g.xTicks;
    const int all = !isOneLine ? 0 : thin(g.xTicks, HUGE_VAL);
    const QString title = content.xTitle();
    if (title.isEmpty()) return;
    const QSizeF size(std::ceil(metrics.horizontalAdvance(title)) + 1, std::ceil(metrics.height()));
    g.xTitle =
        QRectF(QPointF(g.whole.right() - kTitleMargin - size.width(), std::floor(g.plot.bottom()) + kLabelGap), size);
    // A row of its own: no thing loses its name
    if (!content.xNames.empty()) return g.xTitle.moveBottom(g.whole.bottom());
    const int kept = thin(beside, g.xTitle.left() - 8);
    if (const QRectF box = kept < all ? beforeLastLabel(content, g, metrics) : QRectF(); !box.isEmpty())
        g.xTitle = box;
    else if (kept >= std::min(2, all) && (content.xSet.empty() || kept == all))
        g.xTicks = std::move(beside);
    else
        g.xTitle.moveBottomRight(g.plot.bottomRight() - QPointF(2, 3));
}

void paintGrid(QPainter& painter, const ChartContent& c, const Theme& theme, const ChartGeometry& g) {
    const Palette& p = theme.palette();
    painter.setPen(QPen(p.grid, 1));
    for (const ChartTick& tick : g.yTicks) {
        const double y = std::floor(g.yPixel(c, tick.value)) + 0.5;
        if (!tick.label.isEmpty()) painter.drawLine(QPointF(g.plot.left(), y), QPointF(g.plot.right(), y));
    }
}

void paintAxes(QPainter& painter, const ChartContent& c, const Theme& theme, const ChartGeometry& g) {
    const Palette& p = theme.palette();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(p.axis, 1));
    const double bottom = std::floor(g.plot.bottom());
    painter.drawLine(QPointF(g.plot.left(), bottom), QPointF(g.plot.right(), bottom));
    for (const ChartTick& tick : g.xTicks) {
        const double x = std::floor(g.xPixel(c, tick.value));
        painter.drawLine(QPointF(x, bottom), QPointF(x, bottom + (tick.label.isEmpty() ? kMinorTick : kTickLength)));
    }
    if (c.y.logarithmic)
        for (const ChartTick& tick : g.yTicks)
            if (tick.label.isEmpty())
                painter.drawLine(QPointF(g.plot.left() - kMinorTick, std::floor(g.yPixel(c, tick.value))),
                                 QPointF(g.plot.left(), std::floor(g.yPixel(c, tick.value))));
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont plain = theme.font(11), strong = theme.font(11, 500);
    painter.setFont(plain);
    painter.setPen(p.muted);
    for (const ChartTick& tick : g.yTicks) {
        if (tick.label.isEmpty()) continue;
        painter.drawText(QRectF(g.whole.left(), g.yPixel(c, tick.value) - 10, g.plot.left() - g.whole.left() - 8, 20),
                         Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    for (const ChartTick& tick : g.xTicks) {
        if (tick.label.isEmpty()) continue;
        painter.setFont(tick.strong ? strong : plain);
        painter.setPen(tick.strong ? p.text : p.muted);
        if (g.names.way != AxisNames::Way::Line) {
            paintAxisName(painter, g.names, tick.label, {g.xPixel(c, tick.value), bottom + kLabelGap});
            continue;
        }
        const double width = painter.fontMetrics().horizontalAdvance(tick.label) + 4;
        const double left = std::clamp(g.xPixel(c, tick.value) - width / 2, g.whole.left(),
                                       std::max(g.whole.left(), g.whole.right() - width));
        painter.drawText(QRectF(left, bottom + kLabelGap, width, 18), Qt::AlignHCenter | Qt::AlignTop, tick.label);
    }
    painter.setFont(plain);
    if (!g.xTitle.isEmpty()) paintName(painter, g.xTitle, c.xTitle(), p.muted, theme);
}

/// The visible part; empty: none.
QRectF areaOf(const ChartRegion& region, const ChartContent& c, const ChartGeometry& g) {
    double left = g.xPixel(c, region.low), right = g.xPixel(c, region.high);
    if (std::isnan(left)) left = g.plot.left();
    if (std::isnan(right)) right = g.plot.right();
    left = std::clamp(left, g.plot.left(), g.plot.right()), right = std::clamp(right, g.plot.left(), g.plot.right());
    return right - left < 0.5 ? QRectF() : QRectF(left, g.plot.top(), right - left, g.plot.height());
}

QColor colourOf(const ChartRegion& region, const Theme& theme) {
    return region.colour.isValid() ? region.colour : theme.palette().raised;
}

void paintRegions(QPainter& painter, const ChartContent& c, const Theme& theme, const ChartGeometry& g) {
    for (const ChartRegion& region : c.regions) painter.fillRect(areaOf(region, c, g), colourOf(region, theme));
}

/// Above the grid, on ground of their own: a line through small letters makes them hard to read.
void paintRegionNames(QPainter& painter, const ChartContent& c, const Theme& theme, const ChartGeometry& g) {
    painter.setFont(theme.font(11));
    for (const ChartRegion& region : c.regions) {
        const QRectF area = areaOf(region, c, g);
        if (area.isEmpty() || region.label.isEmpty()) continue;
        const double left = area.left(), right = area.right();
        // A narrow region's name stands before it.
        const double wide = painter.fontMetrics().horizontalAdvance(region.label) + 1;
        const bool outside = wide > right - left - 8 && left - wide - 5 > g.plot.left();
        const double start =
            std::max(g.plot.left(), outside ? left - wide - 5 : std::min(left + 5, g.plot.right() - wide));
        const QRectF box(start, g.plot.top() + 3, std::min(wide, g.plot.right() - start), 16);
        painter.fillRect(box, theme.palette().surface);
        if (!outside) painter.fillRect(box, colourOf(region, theme));
        painter.setPen(theme.palette().muted);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, region.label);
        painter.fillRect(QRectF(std::floor(left), g.plot.top(), 1, g.plot.height()), theme.palette().axis);
    }
}

/// Lines in the plot, labels in the strip above it, where no curve runs.
void paintMarkers(QPainter& painter, const ChartContent& c, const Theme& theme, const ChartGeometry& g) {
    for (const ChartMarker& marker : c.markers) {
        if (marker.kind == ChartMarker::Kind::Best) continue;
        const double x = std::floor(g.xPixel(c, marker.x)) + 0.5;
        if (!(x >= g.plot.left() && x <= g.plot.right())) continue;
        QPen pen(marker.kind == ChartMarker::Kind::Stop ? theme.palette().strong : theme.palette().muted, 1);
        pen.setCapStyle(Qt::FlatCap);
        pen.setDashPattern({2, 2});
        painter.setPen(pen);
        painter.drawLine(QPointF(x, g.plot.top()), QPointF(x, g.plot.bottom()));
    }
    painter.setFont(theme.font(11));
    painter.setPen(theme.palette().muted);
    for (const MarkerLabel& label : markerLabels(c, theme, g)) {
        const int room = static_cast<int>(std::ceil(label.box.width()));
        painter.drawText(label.box, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(label.marker->onPicture(), Qt::ElideRight, room));
    }
}

/// Where curves run: what names had better not cover.
std::vector<QPointF> curvePixels(const ChartContent& c, const ChartGeometry& g) {
    constexpr double kStep = 6;
    std::vector<QPointF> pixels;
    for (std::size_t k = 0; k < c.lines.size(); ++k) {
        const ChartLine& line = c.lines[k];
        if (!c.shows(k) || line.isArea()) continue;
        QPointF before(std::nan(""), 0);
        for (std::size_t i = 0; i < line.x.size() && i < line.y.size(); ++i) {
            const QPointF here = g.place(c, line, i), way = here - before;
            const bool joined =
                line.style != ChartLine::Style::Dots && isInside(g.plot, before) && isInside(g.plot, here);
            const int steps = joined ? static_cast<int>(std::hypot(way.x(), way.y()) / kStep) : 0;
            for (int step = 1; step <= steps; ++step)
                pixels.push_back(before + way * (static_cast<double>(step) / (steps + 1)));
            if (isInside(g.plot, here)) pixels.push_back(here);
            before = here;
        }
    }
    return pixels;
}

void paintPoints(QPainter& painter, const ChartContent& c, const Theme& theme, const ChartGeometry& g) {
    painter.setFont(theme.font(11));
    std::vector<const ChartPoint*> shown;
    std::vector<QPointF> places;
    std::vector<QSizeF> sizes;
    for (const ChartPoint& point : c.points) {
        const QPointF at(g.xPixel(c, point.x), g.yPixel(c, point.y));
        if (!isInside(g.plot, at)) continue;
        shown.push_back(&point);
        places.push_back(at + point.spread);
    }
    const std::vector<QString> names = pointNames(shown, places);
    for (const QString& name : names)
        sizes.push_back(name.isEmpty() ? QSizeF() : QSizeF(painter.fontMetrics().horizontalAdvance(name) + 1, 16));
    const bool named = std::any_of(sizes.begin(), sizes.end(), [](const QSizeF& size) { return !size.isEmpty(); });
    const std::vector<QRectF> boxes =
        placeLabels(places, sizes, g.plot, named ? curvePixels(c, g) : std::vector<QPointF>());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        painter.setPen(theme.palette().axis);
        // A name that had to go away from its point is led back to it.
        if (!boxes[i].isEmpty() && !boxes[i].adjusted(-8, -8, 8, 8).contains(places[i]))
            painter.drawLine(places[i], {std::clamp(places[i].x(), boxes[i].left(), boxes[i].right()),
                                         boxes[i].center().y() < places[i].y() ? boxes[i].bottom() : boxes[i].top()});
        if (shown[i]->slot >= 0) {
            Theme::drawMarker(painter, places[i], shown[i]->slot, shown[i]->colour);
        } else {
            painter.setPen(QPen(shown[i]->colour.isValid() ? shown[i]->colour : theme.palette().text, 1.5));
            painter.setBrush(theme.palette().surface);
            painter.drawEllipse(places[i], 4, 4);
        }
        if (!boxes[i].isEmpty()) paintName(painter, boxes[i], names[i], theme.palette().text, theme, kPointGround);
    }
}

/// Ascending places at least `pitch` apart that are as near to the wanted ones, also ascending, as can be: neighbours
/// that would touch stand evenly about the middle of what they want.
std::vector<double> spacedOut(const std::vector<double>& wanted, double pitch, double low, double high) {
    struct Block {
        double sum = 0, count = 0;
        [[nodiscard]] double mean() const { return sum / count; }
    };
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        blocks.push_back({wanted[i] - static_cast<double>(i) * pitch, 1});
        while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() > blocks.back().mean()) {
            const Block last = blocks.back();
            blocks.pop_back();
            blocks.back().sum += last.sum, blocks.back().count += last.count;
        }
    }
    const double most = high - pitch * (static_cast<double>(wanted.size()) - 1), least = std::min(low, most);
    std::vector<double> places;
    for (const Block& block : blocks)
        for (int i = 0; i < block.count; ++i)
            places.push_back(std::clamp(block.mean(), least, most) + static_cast<double>(places.size()) * pitch);
    return places;
}

/// Width of the margin for the marks of lines; 0: none has one.
double markRoom(const ChartContent& content, const QFontMetricsF& metrics) {
    double widest = 0;
    for (const ChartLine& line : content.lines)
        if (!line.mark.isEmpty()) widest = std::max(widest, metrics.horizontalAdvance(line.mark) + 1);
    return widest == 0 ? 0 : std::ceil(kMarkGap + kSample + kLabelGap + widest);
}

void paintMarks(QPainter& painter, const ChartContent& c, const Theme& theme, const ChartGeometry& g) {
    painter.setFont(theme.font(11));
    const double middle = painter.fontMetrics().ascent() / 2.0 - 1;
    for (const EndMark& mark : endMarks(c, theme, g)) {
        const ChartLine& line = *mark.line;
        painter.setOpacity(c.steppedBack(line) ? kSteppedBack : 1);
        const QPointF left(g.plot.right() + kMarkGap, mark.y);
        if (line.slot >= 0)
            Theme::drawMarker(painter, left + QPointF(kSample / 2, 0), line.slot, line.colour, 8);
        else
            paintSample(painter, line, left);
        if (std::abs(mark.y - mark.end) > kLed) {
            painter.setPen(QPen(line.colour, 1));
            painter.setRenderHint(QPainter::Antialiasing);
            painter.drawLine(QPointF(g.plot.right() + 1, mark.end), left - QPointF(1, 0));
        }
        painter.setPen(theme.palette().text);
        painter.drawText(left + QPointF(kSample + kLabelGap, middle), line.mark);
    }
    painter.setOpacity(1);
}

}  // namespace

std::vector<EndMark> endMarks(const ChartContent& c, const Theme& theme, const ChartGeometry& g) {
    std::vector<EndMark> marks;
    for (std::size_t k = 0; k < c.lines.size(); ++k) {
        const ChartLine& line = c.lines[k];
        const std::ptrdiff_t last = line.mark.isEmpty() || !c.shows(k) ? -1 : nearestSample(line, c.x.high);
        if (last < 0) continue;
        const double y = g.yPixel(c, line.y[static_cast<std::size_t>(last)]);
        // What was set goes on beyond the axis.
        if (!std::isfinite(y) || (line.isSet && !isInside(g.plot, {g.plot.left(), y}))) continue;
        marks.push_back({0, std::clamp(y, g.plot.top(), g.plot.bottom()), &line});
    }
    std::ranges::stable_sort(marks, {}, &EndMark::end);
    std::vector<double> ends;
    for (const EndMark& mark : marks) ends.push_back(mark.end);
    const std::vector<double> places = spacedOut(ends, kMarkPitch * theme.textScale(), g.plot.top(), g.plot.bottom());
    for (std::size_t i = 0; i < marks.size(); ++i) marks[i].y = places[i];
    return marks;
}

ChartGeometry layOutChart(const ChartContent& content, const Theme& theme, const QRectF& whole) {
    ChartGeometry g;
    g.whole = whole;
    const bool empty = content.empty();  // numbers on its axes would be made up
    const double scale = theme.textScale();
    const QFontMetricsF metrics(theme.font(11));
    const double titleRow = content.xNames.empty() || content.xTitle().isEmpty() ? 0 : std::ceil(metrics.height());
    const double bottom = content.xUnlabelled ? kTickLength + 2 : kBottom * scale;
    g.plot = whole.adjusted(0, kTop, -kRight, -bottom - titleRow);
    // By all markers, not those in view: the plot stands still while the view moves.
    const auto labelled = [](const ChartMarker& marker) {
        return marker.kind != ChartMarker::Kind::Best && !marker.label.isEmpty();
    };
    const bool strip = std::any_of(content.markers.begin(), content.markers.end(), labelled);
    if (strip) g.plot.setTop(whole.top() + 2 + kStrip * scale);
    const double height = std::max(1.0, g.plot.height());
    if (!empty)
        g.yTicks = content.yTicks(std::clamp(static_cast<int>(height / 56), height >= kThreeLabels * scale ? 3 : 2, 6),
                                  kLabelPitch * scale / height);
    double widest = 0;
    for (const ChartTick& tick : g.yTicks) widest = std::max(widest, metrics.horizontalAdvance(tick.label));
    g.ownLeft = std::max(44.0, std::ceil((widest + 20) / 12) * 12);
    g.plot.setLeft(whole.left() + std::max(g.ownLeft, content.sharedLeft));
    g.plot.setRight(std::min(g.plot.right() - markRoom(content, metrics), whole.right() - content.leastRight * scale));
    if (g.plot.width() < 1) g.plot.setWidth(1);
    if (g.plot.height() < 1) g.plot.setHeight(1);
    if (strip) g.strip = QRectF(g.plot.left(), whole.top() + 1, whole.right() - 2 - g.plot.left(), kStrip * scale);
    g.names = arrangeNames(content.xNames, g.plot.width() / std::max(1.0, content.x.high - content.x.low),
                           kMaxNames * whole.height(), metrics);
    const bool isOneLine = g.names.way == AxisNames::Way::Line;
    if (!isOneLine)
        g.plot.setBottom(std::max(g.plot.top() + 1, whole.bottom() - kLabelGap - 3 - g.names.height - titleRow));
    if (!empty || content.elsewhere)
        g.xTicks = content.xTicks(isOneLine ? std::clamp(static_cast<int>(g.plot.width() / 80), 2, 12)
                                            : static_cast<int>(content.xNames.size()));
    if (!content.xUnlabelled)
        placeXTitle(g, content, theme);
    else
        for (ChartTick& tick : g.xTicks) tick.label.clear();
    return g;
}

void paintChart(QPainter& painter, const ChartContent& content, const Theme& theme, const ChartGeometry& g) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.save();
    painter.setClipRect(g.plot);
    paintRegions(painter, content, theme, g);
    painter.restore();
    paintGrid(painter, content, theme, g);
    const QString note = content.note();
    if (note.isEmpty()) paintBest(painter, content, theme, g);
    paintRegionNames(painter, content, theme, g);
    painter.save();
    painter.setClipRect(g.plot);
    painter.setFont(theme.font(11));
    // Faint things first, so that what counts lies on top.
    using Style = ChartLine::Style;
    const auto layer = [](Style style) {
        return style == Style::Band || style == Style::Heat ? 0
               : style == Style::Raw                        ? 1
               : style == Style::Smooth                     ? 3
                                                            : 2;
    };
    for (int wanted = 0; wanted < 4; ++wanted)
        for (std::size_t k = 0; k < content.lines.size(); ++k)
            if (content.shows(k) && layer(content.lines[k].style) == wanted) {
                painter.setOpacity(content.steppedBack(content.lines[k]) ? kSteppedBack : 1);
                paintLine(painter, content, g, content.lines[k], theme.palette().strongLines);
            }
    painter.restore();
    paintAxes(painter, content, theme, g);
    // Marks of nothing would run through the words that stand there.
    if (note.isEmpty()) paintMarkers(painter, content, theme, g), paintEdgeMarks(painter, content, g);
    paintPoints(painter, content, theme, g);
    if (note.isEmpty()) paintMarks(painter, content, theme, g);
    if (const QString footnote = content.footnote(); !footnote.isEmpty()) {
        painter.setFont(theme.font(11));
        QRectF box(QPointF(),
                   QSizeF(painter.fontMetrics().horizontalAdvance(footnote) + 1, painter.fontMetrics().height()));
        box.moveBottomLeft(g.plot.bottomLeft() + QPointF(4, -3));
        paintName(painter, box, footnote, theme.palette().muted, theme);
    }
    if (!note.isEmpty()) {
        painter.setFont(theme.font(13));
        painter.setPen(theme.palette().muted);
        painter.drawText(g.plot, Qt::AlignCenter | Qt::TextWordWrap, note);
    }
}

void paintCursor(QPainter& painter, const ChartContent& c, const Theme& theme, const ChartGeometry& g) {
    const Palette& p = theme.palette();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const double x : {c.pinned, c.cursor}) {
        const double pixel = std::floor(g.xPixel(c, x)) + 0.5;
        if (!(pixel >= g.plot.left() - 0.5 && pixel <= g.plot.right() + 0.5)) continue;
        QPen pen(p.text, 1);
        if (x == c.pinned) pen.setDashPattern({6, 3});
        painter.setPen(pen);
        painter.drawLine(QPointF(pixel, g.plot.top()), QPointF(pixel, g.plot.bottom()));
        for (std::size_t k = 0; k < c.lines.size(); ++k) {
            const ChartLine& line = c.lines[k];
            if (line.name.isEmpty() || !c.shows(k) || line.isArea() || line.style == ChartLine::Style::Silent) continue;
            const std::ptrdiff_t i = sampleAt(line, x);
            if (i < 0) continue;
            const QPointF at(g.xPixel(c, line.x[static_cast<std::size_t>(i)]),
                             g.yPixel(c, line.y[static_cast<std::size_t>(i)]));
            if (std::abs(at.x() - pixel) > 24 || !isInside(g.plot, at)) continue;
            painter.setPen(QPen(p.surface, 1));
            painter.setBrush(line.colour);
            painter.drawEllipse(at, 3.5, 3.5);
        }
        if (c.xUnlabelled) continue;  // the chart below it says where
        painter.setFont(theme.font(11, 500));
        const bool second = x == c.cursor && std::isfinite(c.pinned) && c.pinned != c.cursor;
        const QString text =
            second ? QStringLiteral("%1  (%2)").arg(c.xText(x), c.xDifference(c.pinned, x)) : c.xText(x);
        const double width = painter.fontMetrics().horizontalAdvance(text) + 16;
        QRectF chip(pixel - width / 2, g.plot.bottom() + 3, width, 18);
        chip.moveLeft(std::clamp(chip.left(), g.whole.left(), std::max(g.whole.left(), g.whole.right() - width)));
        // Labels of the axis that the chip would cut give way.
        painter.setFont(theme.font(11));
        for (const ChartTick& tick : g.xTicks) {
            const bool isOneLine = g.names.way == AxisNames::Way::Line;
            const double half = isOneLine ? painter.fontMetrics().horizontalAdvance(tick.label) / 2.0 + 2
                                          : g.names.room / 2,
                         centre = g.xPixel(c, tick.value);
            const QRectF label(
                std::clamp(centre - half, g.whole.left(), std::max(g.whole.left(), g.whole.right() - 2 * half)),
                chip.top() + 2, 2 * half, isOneLine ? 17 : g.names.height + 1);
            if (!tick.label.isEmpty() && label.intersects(chip)) painter.fillRect(label, p.surface);
        }
        if (g.xTitle.intersects(chip)) painter.fillRect(g.xTitle, p.surface);
        painter.setFont(theme.font(11, 500));
        painter.setPen(Qt::NoPen);
        painter.setBrush(p.text);
        painter.drawRoundedRect(chip, 3, 3);
        painter.setPen(p.surface);
        painter.drawText(chip, Qt::AlignCenter, text);
    }
}

}  // namespace gatelab
