// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_pointer.h"

#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>
#include <cmath>

namespace gatelab {

ChartPointer::ChartPointer(QWidget* watched, Target& target) : QObject(watched), watched_(watched), target_(target) {
    watched->setMouseTracking(true);
    watched->installEventFilter(this);
}

bool ChartPointer::cancel() {
    if (drag_ == Drag::None) return false;
    drag_ = Drag::None;
    watched_->unsetCursor();
    target_.showBox({});
    return true;
}

bool ChartPointer::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            return press(*static_cast<QMouseEvent*>(event));
        case QEvent::MouseMove:
            return move(*static_cast<QMouseEvent*>(event));
        case QEvent::MouseButtonRelease:
            return release(*static_cast<QMouseEvent*>(event));
        case QEvent::Wheel:
            return wheel(*static_cast<QWheelEvent*>(event));
        case QEvent::MouseButtonDblClick:
            if (static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton) target_.fit();
            return true;
        case QEvent::Leave:
            target_.leave();
            return false;
        default:
            return QObject::eventFilter(watched, event);
    }
}

bool ChartPointer::press(const QMouseEvent& event) {
    target_.press();
    const bool middle = event.button() == Qt::MiddleButton, shift = event.modifiers().testFlag(Qt::ShiftModifier);
    if (event.button() != Qt::LeftButton && !middle) return false;
    drag_ = middle || shift ? Drag::Pan : Drag::Box;
    start_ = last_ = event.position();
    if (drag_ == Drag::Pan) watched_->setCursor(Qt::ClosedHandCursor);
    return true;
}

bool ChartPointer::move(const QMouseEvent& event) {
    target_.hover(event.position());
    if (drag_ == Drag::Pan) target_.pan(event.position() - last_);
    if (drag_ == Drag::Box && (event.position() - start_).manhattanLength() > 5)
        target_.showBox(QRectF(start_, event.position()).normalized());
    last_ = event.position();
    return true;
}

bool ChartPointer::release(const QMouseEvent& event) {
    const bool box = drag_ == Drag::Box;
    const QRectF area = QRectF(start_, event.position()).normalized();
    if (!cancel()) return false;
    if (box && area.width() > 5)
        target_.zoomToBox(area);
    else if (box)
        target_.click(event.position());
    return true;
}

bool ChartPointer::wheel(const QWheelEvent& event) {
    if (event.angleDelta().y() == 0) {
        target_.pan(QPointF(event.angleDelta().x() / 2.0, 0));
        return true;
    }
    const double notches = event.angleDelta().y() / 120.0;
    target_.zoom(event.position(), std::pow(0.8, notches), event.modifiers().testFlag(Qt::ControlModifier));
    return true;
}

}  // namespace gatelab
