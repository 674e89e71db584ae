// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scroll_into_view.h"

#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>

namespace gatelab {

void bringIntoView(QWidget* widget) {
    // Layouts are made when their events come, which is before any timer.
    QTimer::singleShot(0, widget, [widget] {
        for (QWidget* up = widget->parentWidget(); up; up = up->parentWidget())
            if (auto* area = qobject_cast<QScrollArea*>(up)) {
                area->ensureWidgetVisible(widget);
                // Without a bar nobody could scroll it back.
                if (area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff)
                    area->horizontalScrollBar()->setValue(0);
            }
    });
}

void scrollWhenThere(QScrollBar& bar, int value) {
    if (value <= bar.maximum()) return bar.setValue(value);
    auto* waiting = new QObject(&bar);
    const auto end = [&bar, waiting] {
        bar.disconnect(waiting);
        waiting->deleteLater();
    };
    QObject::connect(&bar, &QScrollBar::rangeChanged, waiting, [&bar, value, end](int, int most) {
        if (value > most) return;
        end();
        bar.setValue(value);
    });
    QObject::connect(&bar, &QScrollBar::actionTriggered, waiting, end);
}

void focusToType(QWidget* widget) {
    widget->setFocus(Qt::ShortcutFocusReason);
    // Said once more: a window that is not in front yet gets its focus later, for another reason.
    while (widget->focusProxy()) widget = widget->focusProxy();
    if (auto* line = qobject_cast<QLineEdit*>(widget)) line->selectAll();
}

}  // namespace gatelab
