// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/effect_bar.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kHeight = 44, kBand = 12, kHalf = 6, kMarker = 11, kTick = 4, kLabels = 16, kMaxLabels = 5;
/// Room beside what is shown, as a part of it.
constexpr double kRoom = 0.45, kSmallest = 1e-9;

double niceStep(double span) {
    const double least = span / kMaxLabels, power = std::pow(10, std::floor(std::log10(least)));
    for (const double step : {1.0, 2.0, 5.0})
        if (step * power >= least) return step * power;
    return 10 * power;
}

}  // namespace

EffectBar::EffectBar(Theme& theme, QWidget* parent) : QWidget(parent), theme_(&theme) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void EffectBar::set(const BoardEffect& effect, int slot, bool isHollow) {
    effect_ = effect;
    slot_ = slot;
    isHollow_ = isHollow;
    update();
}

QSize EffectBar::sizeHint() const { return {200, qRound(kHeight * theme_->textScale())}; }

QString EffectBar::labelOf(double value) const {
    const QString sign = value > 0 ? QStringLiteral("+") : QString();
    if (!effect_.isShare) return sign + formatSetting(value);
    return sign + formatSetting(100 * value) + QStringLiteral("\u00A0%");
}

void EffectBar::paintAxis(QPainter& painter, double left, double right, double axis) const {
    const Palette& palette = theme_->palette();
    const auto place = [&](double value) { return (value - left) / (right - left) * width(); };
    painter.setPen(palette.axis);
    painter.drawLine(QPointF(0, axis), QPointF(width(), axis));
    painter.setFont(theme_->font(11));
    const QFontMetricsF metrics(painter.font());
    const auto write = [&](double value, const QString& text) {
        const double wide = metrics.horizontalAdvance(text);
        const double at = std::clamp(place(value) - wide / 2, 0.0, std::max(0.0, width() - wide));
        const QRectF room(at, axis + kTick, wide + 1, height() - axis - kTick);
        painter.setPen(palette.axis);
        painter.drawLine(QPointF(place(value), axis), QPointF(place(value), axis + kTick));
        painter.setPen(palette.muted);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignTop, text);
        return room;
    };
    QRectF taken = write(0, tr("equal"));
    const double step = niceStep(right - left);
    for (const int side : {-1, 1}) {
        QRectF before = taken;
        for (int i = 1; side < 0 ? -i * step >= left : i * step <= right; ++i) {
            const double value = side * i * step, half = metrics.horizontalAdvance(labelOf(value)) / 2 + 6;
            const QRectF wanted(place(value) - half, before.y(), 2 * half, before.height());
            if (wanted.intersects(before) || wanted.left() < -half || wanted.right() > width() + half) continue;
            before = write(value, labelOf(value));
        }
    }
}

void EffectBar::paintEvent(QPaintEvent*) {
    if (!effect_.hasSize()) return;
    const Palette& palette = theme_->palette();
    const double scale = theme_->textScale(), axis = height() - std::round(kLabels * scale) - kTick + 0.5;
    const double least = std::min(effect_.hasInterval() ? effect_.low : effect_.size, 0.0);
    const double most = std::max(effect_.hasInterval() ? effect_.high : effect_.size, 0.0);
    const double room = kRoom * std::max(most - least, kSmallest), left = least - room, right = most + room;
    const auto place = [&](double value) { return (value - left) / (right - left) * width(); };
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxis(painter, left, right, axis);
    painter.setPen(QPen(palette.strong, 2));
    painter.drawLine(QPointF(place(0), 1), QPointF(place(0), axis));
    const QColor colour = theme_->runColour(slot_);
    const double middle = std::round(kBand * scale), half = kHalf * scale;
    if (effect_.hasInterval()) {
        QColor tint = colour;
        tint.setAlphaF(0.2F);
        const double from = place(effect_.low), to = place(effect_.high);
        painter.fillRect(QRectF(QPointF(from, middle - half), QPointF(to, middle + half)), tint);
        painter.setPen(QPen(colour, 1.5));
        for (const double end : {from, to}) painter.drawLine(QPointF(end, middle - half), QPointF(end, middle + half));
    }
    const QPointF mark(place(effect_.size), middle);
    Theme::drawMarker(painter, mark, slot_, colour, kMarker * scale);
    if (isHollow_) Theme::drawMarker(painter, mark, slot_, palette.surface, (kMarker - 4) * scale);
}

}  // namespace gatelab
