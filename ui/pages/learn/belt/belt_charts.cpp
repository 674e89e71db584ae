// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/belt/belt_charts.h"

#include "pages/learn/belt/belt_painter.h"
#include "pages/learn/free_place.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kShown = 62;  // steps of a unit's memory

QPolygonF lineOf(const std::vector<double>& values, double firstX, double stepX, const auto& y) {
    QPolygonF line;
    for (std::size_t i = 0; i < values.size(); ++i)
        line << QPointF(firstX + static_cast<double>(i) * stepX, y(values[i]));
    return line;
}

/// 1, 2 or 5 times a power of ten: three or four ticks on an axis of that length.
double tickStepOf(double length) {
    const double power = std::pow(10, std::floor(std::log10(length / 3)));
    for (const double digit : {1.0, 2.0, 5.0})
        if (length / (digit * power) < 5) return digit * power;
    return 10 * power;
}

/// 40000, or 40k where that has no room.
QString tickText(double tick, const QFont& font, double room) {
    const QString plain = QString::number(tick);
    if (QFontMetricsF(font).horizontalAdvance(plain) <= room) return plain;
    constexpr std::pair<double, char> kUnits[] = {{1e9, 'G'}, {1e6, 'M'}, {1e3, 'k'}};
    for (const auto& [size, letter] : kUnits)
        if (std::abs(tick) >= size) return QString::number(tick / size) + QLatin1Char(letter);
    return plain;
}

}  // namespace

void BeltCharts::paintSeries() {
    const Palette& palette = theme_.palette();
    p_.setRenderHint(QPainter::Antialiasing);
    const double s = l_.scale;
    // The same steps in both halves: as many numbers as there is room for.
    const auto now = belt_.forecast(), own = belt_.ownForecast();
    const double step = l_.ahead.width() / static_cast<double>(now.size());
    auto past = belt_.past();
    const auto fit = static_cast<std::size_t>(l_.series.width() / step);
    if (past.size() > fit) past.erase(past.begin(), past.end() - static_cast<std::ptrdiff_t>(fit));
    // The axis never moves: all that the series has, and room for what a hand does.
    const auto [least, greatest] = belt_.range();
    const double room = 0.06 * (greatest - least), low = least - room, high = greatest + room;
    const auto y = [&](double value) {
        return l_.series.bottom() - std::clamp((value - low) / (high - low), 0.0, 1.0) * l_.series.height();
    };
    p_.fillRect(l_.ahead, palette.raised);
    const double tickStep = tickStepOf(high - low);
    for (double count = std::ceil(low / tickStep); count * tickStep <= high; ++count) {
        const double tick = count * tickStep;
        p_.setPen(QPen(palette.grid, 1));
        p_.drawLine(QPointF(l_.series.left() - 8, y(tick)), QPointF(l_.series.right(), y(tick)));
        const double end = l_.series.left() - 14 * s;
        BeltPainter::write(p_, theme_, {end, y(tick) + 4 * s}, tickText(tick, theme_.font(11), end), 11, 400,
                           palette.muted, Qt::AlignRight);
    }
    const double x0 = l_.series.right() - static_cast<double>(past.size() - 1) * step;
    p_.setBrush(Qt::NoBrush);
    p_.setPen(QPen(palette.text, 1.5));
    p_.drawPolyline(lineOf(past, x0, step, y));
    p_.setPen(QPen(palette.text, 1));
    p_.drawLine(l_.ahead.topLeft(), l_.ahead.bottomLeft());
    // Not on the line, which may end high.
    const double under = l_.series.top() + 24 * s;
    const bool isHigh = std::any_of(past.end() - std::min<std::ptrdiff_t>(4, std::ssize(past)), past.end(),
                                    [&](double value) { return y(value) < under; });
    BeltPainter::write(p_, theme_,
                       {l_.series.right() - 10 * s, isHigh ? l_.series.bottom() - 6 * s : l_.series.top() + 14 * s},
                       tr("now"), 12, 600, palette.text, Qt::AlignRight);
    auto forecast = now, twin = own;
    forecast.insert(forecast.begin(), past.back());
    twin.insert(twin.begin(), past.back());
    const QColor blue = theme_.runColour(0);
    const auto line = lineOf(forecast, l_.ahead.left(), step, y), dashed = lineOf(twin, l_.ahead.left(), step, y);
    const bool differs = belt_.isApart();
    if (differs) {
        QPolygonF between = line;
        for (auto point = dashed.crbegin(); point != dashed.crend(); ++point) between << *point;
        p_.setPen(Qt::NoPen);
        p_.setBrush(QBrush(palette.hatch, Qt::BDiagPattern));
        p_.drawPolygon(between);
        p_.setBrush(Qt::NoBrush);
        QPen pen(blue, 1.2, Qt::CustomDashLine);
        pen.setDashPattern({5, 3});
        p_.setPen(pen);
        p_.drawPolyline(dashed);
    }
    p_.setPen(QPen(blue, 2));
    p_.drawPolyline(line);
    p_.setBrush(palette.surface);
    p_.setPen(QPen(palette.text, 2));
    p_.drawEllipse(line.front(), 4, 4);
    if (differs) {
        paintDifference(now, own, l_.ahead, low, high);
        paintLegend(blue);
    } else
        BeltPainter::write(p_, theme_, {l_.ahead.right() - 8 * s, l_.ahead.bottom() - 8 * s},
                           belt_.isHourly() ? tr("forecast, %n hours", nullptr, static_cast<int>(now.size()))
                                            : tr("forecast, %n steps", nullptr, static_cast<int>(now.size())),
                           12, 400, palette.muted, Qt::AlignRight);
}

/// At the foot of the forecast, at its right end.
void BeltCharts::paintLegend(const QColor& blue) {
    const double s = l_.scale, y = l_.ahead.bottom() - 8 * s, sample = 16 * s;
    double x = l_.ahead.right() - 8 * s;
    const auto entry = [&](const QString& words, double width, bool isDashed) {
        const double wide = QFontMetricsF(theme_.font(12)).horizontalAdvance(words);
        x -= wide;
        p_.fillRect(QRectF(x - 2, y - 11 * s, wide + 4, 14 * s),
                    theme_.palette().raised);  // on lines it cannot be read
        BeltPainter::write(p_, theme_, {x, y}, words, 12, 400, theme_.palette().text);
        x -= sample + 6 * s;
        QPen pen(blue, width, isDashed ? Qt::CustomDashLine : Qt::SolidLine);
        if (isDashed) pen.setDashPattern({5, 3});
        p_.setPen(pen);
        p_.drawLine(QPointF(x, y - 4 * s), QPointF(x + sample, y - 4 * s));
        x -= 16 * s;
    };
    entry(tr("its own"), 1.2, true);
    entry(tr("with your valve"), 2, false);
}

void BeltCharts::paintDifference(const std::vector<double>& now, const std::vector<double>& own, const QRectF& where,
                                 double low, double high) {
    std::size_t most = 0;
    for (std::size_t i = 0; i < now.size(); ++i)
        if (std::abs(now[i] - own[i]) > std::abs(now[most] - own[most])) most = i;
    const double by = now[most] - own[most], s = l_.scale;
    if (std::abs(by) < 0.004 * (high - low)) return;
    const auto y = [&](double value) {
        return where.bottom() - std::clamp((value - low) / (high - low), 0.0, 1.0) * where.height();
    };
    const double x = where.left() + where.width() * static_cast<double>(most + 1) / static_cast<double>(now.size());
    const Palette& palette = theme_.palette();
    p_.setPen(QPen(palette.text, 2));
    p_.drawLine(QPointF(x, y(now[most])), QPointF(x, y(own[most])));
    // As fine as the axis is long: 1.1 of 12, 310 of 20000.
    const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(high - low))), 0, 9);
    QString digits = QString::number(by, 'f', decimals);
    digits.replace('-', QChar(0x2212));
    if (by > 0) digits.prepend('+');
    const int px = l_.isFull ? 22 : 15;
    const double wide = QFontMetricsF(theme_.font(px, 600)).horizontalAdvance(digits);
    const QString hours = belt_.isHourly() ? tr("in %n hours", nullptr, static_cast<int>(most + 1))
                                           : tr("in %n steps", nullptr, static_cast<int>(most + 1));
    const double all = wide + 8 * s + QFontMetricsF(theme_.font(13)).horizontalAdvance(hours);
    // Beside the lines, which are what is compared; the legend has the foot.
    std::vector<QPointF> seen;
    for (const auto* line : {&now, &own})
        for (double i = 0; i + 1 < static_cast<double>(line->size()); i += 0.25) {
            const auto at = static_cast<std::size_t>(i);
            const double share = i - std::floor(i), value = (*line)[at] * (1 - share) + (*line)[at + 1] * share;
            seen.emplace_back(where.left() + where.width() * (i + 1) / static_cast<double>(line->size()), y(value));
        }
    const double tall = px * 1.3 * s;
    const QRectF box = freePlace(where.adjusted(24 * s, 4 * s, -8 * s, -24 * s), {all, tall}, seen,
                                 {x + 30 * s, where.top() + tall / 2});
    const double foot = box.bottom() - 0.3 * tall, middle = box.center().y();
    const bool isRight = box.left() > x;
    const QPointF from(x,
                       std::clamp(middle, std::min(y(now[most]), y(own[most])), std::max(y(now[most]), y(own[most]))));
    const double edge = isRight ? box.left() - 6 * s : box.right() + 6 * s;
    p_.setPen(QPen(palette.text, 1));
    p_.drawPolyline(QPolygonF({from, {isRight ? edge - 10 * s : edge + 10 * s, middle}, {edge, middle}}));
    BeltPainter::write(p_, theme_, {box.left(), foot}, digits, px, 600, palette.text);
    BeltPainter::write(p_, theme_, {box.left() + wide + 8 * s, foot}, hours, 13, 400, palette.text);
}

void BeltCharts::paintLeft(std::size_t pointed) {
    const Palette& palette = theme_.palette();
    const double s = l_.scale;
    p_.setRenderHint(QPainter::Antialiasing, false);
    const bool isHeld = belt_.isTouched(BeltValve::Forget);
    const double titleY = l_.bars.top() - 14 * s, titleX = 24 * s;
    const QString title = tr("What is left of step 1 after n steps");
    BeltPainter::write(p_, theme_, {titleX, titleY}, title, 13, 600, palette.text);
    BeltPainter::write(p_, theme_,
                       {titleX + QFontMetricsF(theme_.font(13, 600)).horizontalAdvance(title) + 16 * s, titleY},
                       tr("the product of the forget valves"), 12, 400, palette.muted);
    for (const double share : {1.0, 0.5, 0.0}) {
        const double y = std::round(l_.bars.bottom() - share * l_.bars.height());
        p_.setPen(QPen(share > 0 ? palette.grid : palette.axis, 1));
        p_.drawLine(QPointF(l_.bars.left() - 4, y), QPointF(l_.bars.right(), y));
        BeltPainter::write(p_, theme_, {l_.bars.left() - 10 * s, y + 4 * s},
                           share > 0 ? tr("%1 %").arg(qRound(100 * share)) : QStringLiteral("0"), 11, 400,
                           palette.muted, Qt::AlignRight);
    }
    for (std::size_t n = 1; n <= BeltLayout::kBars; ++n) {
        const QRectF column = l_.bar(n).adjusted(3, 0, -3, 0);
        const auto filled = [&](double share) {
            return column.adjusted(0, column.height() * (1 - std::clamp(share, 0.0, 1.0)), 0, 0);
        };
        p_.fillRect(filled(belt_.ownLeft(n)), isHeld ? palette.hatch : BeltPainter::colourOf(theme_, 1));
        if (isHeld) p_.fillRect(filled(belt_.left(n)).adjusted(2, 0, -2, 0), BeltPainter::colourOf(theme_, 1));
        if (n == 1 || n % 5 == 0)
            BeltPainter::write(p_, theme_, {column.center().x(), l_.bars.bottom() + 14 * s}, QString::number(n), 11,
                               400, palette.muted, Qt::AlignHCenter);
    }
    const auto percent = [](double share) { return QString::number(100 * share, 'f', share < 0.0095 ? 1 : 0); };
    const double own = belt_.ownLeft(pointed);
    const QString words = isHeld ? tr("after %1 steps: %2 % with your valve, %3 % with its own (grey)")
                                       .arg(pointed)
                                       .arg(percent(belt_.left(pointed)), percent(own))
                                 : tr("after %1 steps: %2 %").arg(pointed).arg(percent(own));
    const QFontMetricsF metrics(theme_.font(12, 500));
    const QRectF column = l_.bar(pointed);
    const double x = std::min(column.center().x() + 8 * s, l_.bars.right() - metrics.horizontalAdvance(words) - 4);
    const double y = l_.bars.top() + l_.bars.height() * 0.3;
    const QRectF ground(x - 4, y - 13 * s, metrics.horizontalAdvance(words) + 8, 18 * s);
    p_.setPen(QPen(palette.axis, 1));
    p_.drawLine(QPointF(column.center().x(), ground.top()), QPointF(column.center().x(), l_.bars.bottom()));
    p_.fillRect(ground, palette.surface);
    BeltPainter::write(p_, theme_, {x, y}, words, 12, 500, palette.text);
}

void BeltCharts::paintUnits() {
    const Palette& palette = theme_.palette();
    const double s = l_.scale;
    const QString title = tr("%n units", nullptr, static_cast<int>(belt_.units()));
    const double y = l_.tiles.top() - 12 * s;
    BeltPainter::write(p_, theme_, {l_.tiles.left(), y}, title, 13, 600, palette.text);
    BeltPainter::write(p_, theme_,
                       {l_.tiles.left() + QFontMetricsF(theme_.font(13, 600)).horizontalAdvance(title) + 12 * s, y},
                       tr("their memory c over the last %1 steps; click one to put it on the belt").arg(kShown), 12,
                       400, palette.muted);
    for (std::size_t unit = 0; unit < belt_.units(); ++unit) {
        const QRectF tile = l_.tile(unit);
        const bool isChosen = unit == belt_.unit();
        p_.setRenderHint(QPainter::Antialiasing);
        p_.setBrush(palette.surface);
        p_.setPen(QPen(isChosen ? palette.accent : palette.border, isChosen ? 2 : 1));
        p_.drawRoundedRect(tile, 4, 4);
        p_.setRenderHint(QPainter::Antialiasing, false);
        auto cells = belt_.cells(unit);
        if (cells.size() > kShown) cells.erase(cells.begin(), cells.end() - kShown);
        double most = 1;
        for (const double cell : cells) most = std::max(most, std::abs(cell));
        const QRectF inside = tile.adjusted(6, 14 * s, -6, -4);
        const double wide = inside.width() / static_cast<double>(kShown), middle = inside.center().y();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const double high = cells[i] / most * inside.height() / 2;
            p_.fillRect(QRectF(inside.left() + static_cast<double>(i) * wide, std::min(middle, middle - high),
                               std::max(1.0, wide), std::abs(high)),
                        BeltPainter::colourOf(theme_, cells[i]));
        }
        BeltPainter::write(p_, theme_, {tile.left() + 6, tile.top() + 14 * s}, QString::number(unit + 1), 12, 500,
                           palette.text);
    }
}

}  // namespace gatelab
