// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tick_menu.h"

#include <QKeyEvent>
#include <QMouseEvent>

namespace gatelab {

namespace {

bool canBeTicked(const QAction* action) { return action && action->isCheckable() && action->isEnabled(); }

}  // namespace

void TickMenu::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && canBeTicked(activeAction())) return activeAction()->trigger();
    QMenu::keyPressEvent(event);
}

void TickMenu::mouseReleaseEvent(QMouseEvent* event) {
    QAction* action = actionAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && canBeTicked(action)) return action->trigger();
    QMenu::mouseReleaseEvent(event);
}

}  // namespace gatelab
