// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wheel_guard.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>

namespace gatelab {

bool WheelGuard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Wheel) return false;
    const auto* numbers = qobject_cast<QAbstractSpinBox*>(watched);
    if (qobject_cast<QComboBox*>(watched) == nullptr && (numbers == nullptr || numbers->hasFocus())) return false;
    event->ignore();  // for what it lies in
    return true;
}

}  // namespace gatelab
