// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tick_menu.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <utility>

namespace gatelab {

namespace {

bool canBeTicked(const QAction* action) { return action && action->isCheckable() && action->isEnabled(); }

}  // namespace

void TickMenu::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && canBeTicked(activeAction())) return activeAction()->trigger();
    QMenu::keyPressEvent(event);
}

void TickMenu::mousePressEvent(QMouseEvent* event) {
    pressed_ = actionAt(event->position().toPoint());
    QMenu::mousePressEvent(event);
}

void TickMenu::mouseReleaseEvent(QMouseEvent* event) {
    QAction* action = actionAt(event->position().toPoint());
    // A menu with little room opens over its button: the click that opened it ends here.
    const bool wasPressed = std::exchange(pressed_, nullptr) == action;
    if (event->button() == Qt::LeftButton && wasPressed && canBeTicked(action)) return action->trigger();
    QMenu::mouseReleaseEvent(event);
}

}  // namespace gatelab
