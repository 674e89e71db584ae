// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/into_view.h"

#include <QScrollArea>
#include <QTimer>

namespace gatelab {

void bringIntoView(QWidget* widget) {
    // Layouts are made when their events come, which is before any timer.
    QTimer::singleShot(0, widget, [widget] {
        for (QWidget* up = widget->parentWidget(); up; up = up->parentWidget())
            if (auto* area = qobject_cast<QScrollArea*>(up)) area->ensureWidgetVisible(widget);
    });
}

}  // namespace gatelab
