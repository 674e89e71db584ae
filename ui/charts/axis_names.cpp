// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/axis_names.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr double kApart = 8, kMaxLines = 3;
constexpr int kWrapped = Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap;

}  // namespace

AxisNames arrangeNames(const std::vector<QString>& names, double room, double most, const QFontMetricsF& metrics) {
    AxisNames result{AxisNames::Way::Line, room, 0};
    double widest = 0, tallest = 0;
    bool isWrapped = room > kApart;
    for (const QString& name : names) {
        widest = std::max(widest, metrics.horizontalAdvance(name));
        // A word that is too long reaches out of its room.
        const QRectF lines =
            metrics.boundingRect(QRectF(0, 0, std::max(1.0, room - kApart), HUGE_VALF), kWrapped, name);
        tallest = std::max(tallest, lines.height());
        isWrapped = isWrapped && lines.width() <= room - kApart;
    }
    if (widest + kApart <= room) return result;
    if (isWrapped && tallest <= std::min(most, kMaxLines * metrics.lineSpacing())) {
        result.way = AxisNames::Way::Lines;
        result.height = std::ceil(tallest);
    } else if (metrics.height() <= room) {
        result.way = AxisNames::Way::Upright;
        result.height = std::ceil(std::min(most, widest + 1));
    }
    return result;
}

void paintAxisName(QPainter& painter, const AxisNames& names, const QString& name, QPointF top) {
    if (names.way == AxisNames::Way::Lines) {
        painter.drawText(QRectF(top.x() - names.room / 2 + kApart / 2, top.y(), names.room - kApart, names.height + 1),
                         kWrapped, name);
        return;
    }
    painter.save();
    painter.translate(top.x(), top.y() + names.height);
    painter.rotate(-90);
    const double half = painter.fontMetrics().height() / 2.0;
    painter.drawText(QRectF(0, -half, names.height, 2 * half), Qt::AlignRight | Qt::AlignVCenter,
                     QFontMetricsF(painter.font()).elidedText(name, Qt::ElideRight, names.height));
    painter.restore();
}

}  // namespace gatelab
