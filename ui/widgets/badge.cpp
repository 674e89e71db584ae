// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/badge.h"

#include <QFontMetrics>
#include <QPainter>

namespace gatelab {

QColor toneColour(const Palette& p, Tone tone) {
    switch (tone) {
        case Tone::Neutral:
            return p.muted;
        case Tone::Info:
            return p.accent;
        case Tone::Success:
            return p.success;
        case Tone::Warning:
            return p.warning;
        case Tone::Error:
            return p.error;
    }
    return p.muted;
}

QColor toneTint(const Palette& p, Tone tone) {
    switch (tone) {
        case Tone::Neutral:
            return p.raised;
        case Tone::Info:
            return p.infoTint;
        case Tone::Success:
            return p.successTint;
        case Tone::Warning:
            return p.warningTint;
        case Tone::Error:
            return p.errorTint;
    }
    return p.raised;
}

Badge::Badge(Theme& theme, const QString& text, Tone tone, QWidget* parent)
    : QWidget(parent), theme_(theme), tone_(tone) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    set(text, tone);
}

void Badge::set(const QString& text, Tone tone) {
    text_ = text;
    tone_ = tone;
    setAccessibleName(text);
    updateGeometry();
    update();
}

QSize Badge::sizeHint() const {
    const QFontMetrics metrics(theme_.font(11, 500));
    return {metrics.horizontalAdvance(text_) + 12, std::max(18, metrics.height() + 4)};
}

void Badge::paintEvent(QPaintEvent*) {
    if (text_.isEmpty()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(toneTint(theme_.palette(), tone_));
    painter.drawRoundedRect(QRectF(rect()), 3, 3);
    painter.setFont(theme_.font(11, 500));
    painter.setPen(toneColour(theme_.palette(), tone_));
    painter.drawText(rect(), Qt::AlignCenter, text_);
}

}  // namespace gatelab
