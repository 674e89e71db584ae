// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/place_mark.h"

#include <QPainter>

namespace gatelab {

PlaceMark::PlaceMark(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void PlaceMark::showAt(const QRect& place) {
    setGeometry(place);
    raise();
    show();
}

void PlaceMark::paintEvent(QPaintEvent*) {
    constexpr double kTint = 0.15;
    QColor tint = theme_.palette().accent;
    tint.setAlphaF(kTint);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_.palette().accent, 2));
    painter.setBrush(tint);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
}

}  // namespace gatelab
