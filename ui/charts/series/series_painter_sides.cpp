// SPDX-License-Identifier: GPL-3.0-or-later
// What stands left and right of the plot of a series: what a channel is, and how its values are distributed.
#include "charts/series/series_painter.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr double kLeft = 12, kTop = 8, kName = 18, kFigure = 15, kGap = 6;

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

}  // namespace

QStringList SeriesPainter::figures(std::size_t channel) const {
    const ChannelDrawing* drawing = view_.drawing(channel);
    if (!drawing) return {};
    if (!std::isfinite(drawing->low)) return {tr("no value")};
    return {tr("mean %1, SD %2").arg(formatNumber(drawing->mean, 3), formatNumber(drawing->deviation, 3)),
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
    const QString name = painter.fontMetrics().elidedText(text(channel.name), Qt::ElideRight, static_cast<int>(wide));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
    const double end = painter.fontMetrics().horizontalAdvance(name);
    painter.setFont(theme_.font(12));
    painter.setPen(p.muted);
    painter.drawText(line.adjusted(end + 5, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text(channel.unit));
    painter.setFont(theme_.font(11));
    line.translate(0, kName * scale);
    line.setHeight(kFigure * scale);
    const double last = figuresEnd(row);
    for (const QString& figure : figures(channels[row])) {
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
        const QString sign = use.price > 0 ? QStringLiteral("+") : QString();
        painter.drawText(QRectF(left, tick.top(), end - left, tick.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         tr("%1 %").arg(sign + formatNumber(std::round(1000 * use.price) / 10, 2)));
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
