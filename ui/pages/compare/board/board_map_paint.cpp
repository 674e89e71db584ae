// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/field_text.h"
#include "pages/compare/board/board_map_grid.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

// How BoardMapGrid draws itself.
namespace gatelab {

namespace {

constexpr double kMarker = 18, kDot = 1.5, kDotStep = 5;

double luminance(const QColor& colour) {
    const auto linear = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

void drawBox(QPainter& painter, const QRectF& box, const QColor& colour, double width) {
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(width / 2, width / 2, -width / 2, -width / 2));
}

}  // namespace

void BoardMapGrid::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!map_.x) {
        painter.setFont(theme_->font(13));
        painter.setPen(theme_->palette().muted);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("A map needs groups that differ in a setting."));
        return;
    }
    for (int y = 0; y < static_cast<int>(map_.rows()); ++y)
        for (int x = 0; x < static_cast<int>(map_.columns()); ++x) drawCell(painter, {x, y});
    drawFrames(painter);
    drawLabels(painter);
}

void BoardMapGrid::drawCell(QPainter& painter, QPoint place) const {
    const Palette& p = theme_->palette();
    const QRectF cell = cellRect(place);
    const BoardRow* row = rowAt(place);
    const BoardMapCell& score = cellAt(place);
    const bool isShaded = row && !row->isLive() && std::isfinite(score.score);
    const QColor ground = isShaded ? heatColour(p.gate, mapInk(map_.ink(score.score))) : p.surface;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(cell, ground);
    const bool isOffered = place == hover_ && isTrainable(place);
    if (isOffered)
        painter.fillRect(cell, p.raised);
    else if (!row && waitingAt(place) == 0)
        painter.fillRect(cell, QBrush(p.hatch, Qt::BDiagPattern));
    if (!isShaded) drawBox(painter, cell, p.border, 1);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor ink = contrast(p.text, ground) >= contrast(p.surface, ground) ? p.text : p.surface;
    const double icon = scaled(16);
    const QRect middle = QRectF(cell.center() - QPointF(icon / 2, icon / 2), QSizeF(icon, icon)).toRect();
    if (isShaded)
        drawScore(painter, cell, score, ink);
    else if (row && row->isLive())
        drawProgress(painter, cell, place);
    else if (row)
        drawDash(painter, cell);
    else if (waitingAt(place) > 0)
        theme_->icon(QStringLiteral("clock"), Ink::Muted).paint(&painter, middle);
    else if (isOffered)
        theme_->icon(QStringLiteral("plus"), Ink::Text).paint(&painter, middle);
    if (row && (row->isLive() || board_->isChosen(*row))) drawMarker(painter, cell, *row);
}

void BoardMapGrid::drawDash(QPainter& painter, const QRectF& cell) const {
    painter.setFont(theme_->font(12));
    painter.setPen(theme_->palette().muted);
    painter.drawText(cell, Qt::AlignCenter, QStringLiteral("-"));
}

void BoardMapGrid::drawScore(QPainter& painter, const QRectF& cell, const BoardMapCell& score,
                             const QColor& ink) const {
    painter.setPen(ink);
    painter.setFont(theme_->font(12, 500));
    const double shift = cell.height() / 10;
    painter.drawText(cell.adjusted(0, 0, 0, -2 * shift), Qt::AlignCenter, formatNumber(score.score, 3));
    const double step = scaled(kDotStep), radius = scaled(kDot), y = cell.center().y() + 2 * shift;
    painter.setBrush(ink);
    painter.setPen(Qt::NoPen);
    const auto seeds = static_cast<double>(score.seeds);
    if (seeds * step < cell.width() - 2 * step) {
        for (std::size_t i = 0; i < score.seeds; ++i)
            painter.drawEllipse(QPointF(cell.center().x() + (static_cast<double>(i) - (seeds - 1) / 2) * step, y),
                                radius, radius);
        return;
    }
    // More than fit are a dot and their number.
    painter.setFont(theme_->font(11));
    const QString text = formatCount(static_cast<qint64>(score.seeds));
    const double width = painter.fontMetrics().horizontalAdvance(text);
    painter.drawEllipse(QPointF(cell.center().x() - width / 2 - step, y), radius, radius);
    painter.setPen(ink);
    painter.drawText(QRectF(cell.center().x() - width / 2, y - scaled(8), width + 1, scaled(16)), Qt::AlignCenter,
                     text);
}

void BoardMapGrid::drawProgress(QPainter& painter, const QRectF& cell, QPoint place) const {
    const Palette& p = theme_->palette();
    const double share = progressOf(place);
    painter.setFont(theme_->font(12, 500));
    painter.setPen(p.text);
    painter.drawText(cell, Qt::AlignCenter, tr("%1 %").arg(std::lround(100 * share)));
    const QRectF bar(cell.left() + 1, cell.bottom() - 4, cell.width() - 2, 3);
    painter.fillRect(bar, p.raised);
    painter.fillRect(QRectF(bar.topLeft(), QSizeF(bar.width() * share, bar.height())), p.fill);
}

void BoardMapGrid::drawMarker(QPainter& painter, const QRectF& cell, const BoardRow& row) const {
    const double size = scaled(kMarker);
    const QRectF corner(cell.topLeft(), QSizeF(size, size));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_->palette().surface);
    painter.drawRoundedRect(corner.adjusted(2, 2, -1, -1), 3, 3);
    const int slot = board_->slotOf(row);
    Theme::drawMarker(painter, corner.center() + QPointF(0.5, 0.5), slot, theme_->runColour(slot), scaled(9));
}

void BoardMapGrid::drawFrames(QPainter& painter) const {
    const Palette& p = theme_->palette();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < map_.cells.size(); ++i) {
        if (!std::isfinite(map_.best) || map_.cells[i].score != map_.best) continue;
        const QRectF cell = cellRect({static_cast<int>(i % map_.columns()), static_cast<int>(i / map_.columns())})
                                .adjusted(-1, -1, 1, 1);
        drawBox(painter, cell, p.text, 2);
        drawBox(painter, cell.adjusted(2, 2, -2, -2), p.surface, 1);
    }
    if (isPlace(hover_) && !isPressed_) drawBox(painter, cellRect(hover_), p.text, 1);
    if (isPressed_ || focus_ != anchor_)
        for (const QPoint place : spanned())
            if (isTrainable(place)) drawBox(painter, cellRect(place), p.accent, 1);
    if (byKeyboard_ && hasFocus() && isPlace(focus_)) drawBox(painter, cellRect(focus_), p.accent, 2);
    painter.setRenderHint(QPainter::Antialiasing);
}

void BoardMapGrid::drawLabels(QPainter& painter) const {
    painter.setFont(theme_->font(11));
    painter.setPen(theme_->palette().muted);
    const QFontMetrics metrics = painter.fontMetrics();
    const double left = labelWidth() - scaled(kBeside);
    if (map_.y)
        for (int y = 0; y < static_cast<int>(map_.rows()); ++y) {
            const QRectF cell = cellRect({0, y});
            const QString text = displayValue(*map_.y, map_.yValues[static_cast<std::size_t>(y)]);
            painter.drawText(QRectF(0, cell.top(), left, cell.height()), Qt::AlignRight | Qt::AlignVCenter,
                             metrics.elidedText(text, Qt::ElideRight, static_cast<int>(left) + 1));
        }
    QRectF cell;
    for (int x = 0; x < static_cast<int>(map_.columns()); ++x) {
        cell = cellRect({x, 0});
        const QString text = displayValue(*map_.x, map_.xValues[static_cast<std::size_t>(x)]);
        painter.drawText(QRectF(cell.left(), cell.bottom() + 2, cell.width(), scaled(kLabels)), Qt::AlignCenter,
                         metrics.elidedText(text, Qt::ElideRight, static_cast<int>(cell.width())));
    }
    if (map_.y)
        painter.drawText(QRectF(0, cell.bottom() + 2, left, scaled(kLabels)), Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(settingWord(*map_.y), Qt::ElideRight, static_cast<int>(left) + 1));
    painter.drawText(QRectF(0, cell.bottom() + 2 + scaled(kLabels), cell.right(), scaled(kName) - 2),
                     Qt::AlignRight | Qt::AlignVCenter, settingWord(*map_.x));
}

}  // namespace gatelab
