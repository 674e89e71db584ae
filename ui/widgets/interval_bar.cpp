// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/interval_bar.h"

#include <QPainter>

#include <algorithm>

namespace gatelab {

namespace {
constexpr int kHeight = 44, kMargin = 8, kBar = 12, kCap = 5;
}

IntervalBar::IntervalBar(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void IntervalBar::set(double low, double estimate, double high, const QColor& colour) {
    low_ = low;
    estimate_ = estimate;
    high_ = high;
    colour_ = colour;
    setAccessibleName(
        tr("%1, interval %2 to %3").arg(formatNumber(estimate, 3), formatNumber(low, 3), formatNumber(high, 3)));
    update();
}

QSize IntervalBar::sizeHint() const { return {200, qRound(kHeight * theme_.textScale())}; }

void IntervalBar::paintEvent(QPaintEvent*) {
    const Palette& palette = theme_.palette();
    const double left = std::min({low_, 0.0}), right = std::max({high_, 0.0}), span = right > left ? right - left : 1;
    const auto place = [&](double value) { return kMargin + (value - left) / span * (width() - 2 * kMargin); };
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int axis = height() - qRound(18 * theme_.textScale());
    painter.setPen(palette.axis);
    painter.drawLine(QPointF(kMargin, axis + 0.5), QPointF(width() - kMargin, axis + 0.5));
    painter.setPen(QPen(palette.text, 1));
    painter.drawLine(QPointF(place(0), 2), QPointF(place(0), axis + 4));
    painter.setFont(theme_.font(11));
    painter.setPen(palette.muted);
    const QRectF words(0, axis + 3, width(), height() - axis - 3);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignTop, formatNumber(left, 2));
    painter.drawText(words, Qt::AlignRight | Qt::AlignTop, formatNumber(right, 2));
    painter.setPen(QPen(colour_, 2));
    painter.drawLine(QPointF(place(low_), kBar), QPointF(place(high_), kBar));
    for (const double end : {low_, high_})
        painter.drawLine(QPointF(place(end), kBar - kCap), QPointF(place(end), kBar + kCap));
    painter.setBrush(colour_);
    painter.drawEllipse(QPointF(place(estimate_), kBar), 4, 4);
}

}  // namespace gatelab
