// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state_mark.h"

#include <QCoreApplication>

namespace gatelab {
namespace {

void drawCheck(QPainter& painter, double r) {
    painter.drawPolyline(QPolygonF{{-0.42 * r, 0.05 * r}, {-0.1 * r, 0.38 * r}, {0.46 * r, -0.32 * r}});
}

void drawRunning(QPainter& painter, const Palette& p, double r) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(p.accent);
    painter.drawPolygon(QPolygonF{{-0.7 * r, -0.9 * r}, {0.9 * r, 0}, {-0.7 * r, 0.9 * r}});
}

}  // namespace

void drawStateMark(QPainter& painter, QPointF centre, StateMark mark, const Palette& p, double size) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(centre);
    const double r = size / 2;
    const auto pen = [r](const QColor& colour) {
        return QPen(colour, r * 0.26, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    };
    const auto fill = [&](const QColor& colour) { painter.setPen(Qt::NoPen), painter.setBrush(colour); };
    switch (mark) {
        case StateMark::Nothing:
            painter.setPen(pen(p.muted));
            painter.drawEllipse(QPointF(), r * 0.75, r * 0.75);
            break;
        case StateMark::Begun:
            painter.setPen(pen(p.accent));
            painter.drawEllipse(QPointF(), r * 0.8, r * 0.8);
            fill(p.accent);
            painter.drawPie(QRectF(-r * 0.8, -r * 0.8, r * 1.6, r * 1.6), 90 * 16, 180 * 16);
            break;
        case StateMark::Ready:
            fill(p.success);
            painter.drawEllipse(QPointF(), r, r);
            painter.setPen(pen(p.surface));
            painter.setBrush(Qt::NoBrush);
            drawCheck(painter, r);
            break;
        case StateMark::Warning:
            fill(p.warning);
            painter.drawPolygon(QPolygonF{{0, -r}, {1.1 * r, 0.9 * r}, {-1.1 * r, 0.9 * r}});
            painter.setPen(pen(p.surface));
            painter.drawLine(QPointF(0, -0.3 * r), QPointF(0, 0.2 * r));
            painter.drawPoint(QPointF(0, 0.58 * r));
            break;
        case StateMark::Error:
            fill(p.error);
            painter.drawRoundedRect(QRectF(-r * 0.9, -r * 0.9, r * 1.8, r * 1.8), r * 0.3, r * 0.3);
            painter.setPen(pen(p.surface));
            painter.drawLine(QPointF(-0.4, -0.4) * r, QPointF(0.4, 0.4) * r);
            painter.drawLine(QPointF(-0.4, 0.4) * r, QPointF(0.4, -0.4) * r);
            break;
        case StateMark::Running:
            drawRunning(painter, p, r);
            break;
        case StateMark::Paused:
            fill(p.accent);
            painter.drawRect(QRectF(-0.7 * r, -0.85 * r, 0.45 * r, 1.7 * r));
            painter.drawRect(QRectF(0.25 * r, -0.85 * r, 0.45 * r, 1.7 * r));
            break;
        case StateMark::Queued:
            painter.setPen(pen(p.muted));
            painter.drawEllipse(QPointF(), r * 0.85, r * 0.85);
            painter.drawPolyline(QPolygonF{{0, -0.5 * r}, {0, 0}, {0.35 * r, 0.2 * r}});
            break;
        case StateMark::Unknown:
            fill(p.muted);
            painter.drawEllipse(QPointF(), r, r);
            painter.setPen(pen(p.surface));
            painter.setBrush(Qt::NoBrush);
            painter.drawArc(QRectF(-0.36 * r, -0.62 * r, 0.72 * r, 0.66 * r), 180 * 16, -210 * 16);
            painter.drawLine(QPointF(0.02 * r, 0.04 * r), QPointF(0.02 * r, 0.2 * r));
            painter.drawPoint(QPointF(0.02 * r, 0.56 * r));
            break;
    }
    painter.restore();
}

QString stateMarkText(StateMark mark) {
    const auto say = [](const char* text) { return QCoreApplication::translate("StateMark", text); };
    switch (mark) {
        case StateMark::Nothing:
            return say(QT_TRANSLATE_NOOP("StateMark", "not begun"));
        case StateMark::Begun:
            return say(QT_TRANSLATE_NOOP("StateMark", "begun"));
        case StateMark::Ready:
            return say(QT_TRANSLATE_NOOP("StateMark", "ready"));
        case StateMark::Warning:
            return say(QT_TRANSLATE_NOOP("StateMark", "warning"));
        case StateMark::Error:
            return say(QT_TRANSLATE_NOOP("StateMark", "error"));
        case StateMark::Running:
            return say(QT_TRANSLATE_NOOP("StateMark", "running"));
        case StateMark::Paused:
            return say(QT_TRANSLATE_NOOP("StateMark", "paused"));
        case StateMark::Queued:
            return say(QT_TRANSLATE_NOOP("StateMark", "queued"));
        case StateMark::Unknown:
            return say(QT_TRANSLATE_NOOP("StateMark", "cannot tell"));
    }
    return {};
}

}  // namespace gatelab
