// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/commit_edits.h"

#include <QPointer>
#include <QWidget>

#include <vector>

namespace gatelab {

void commitEdits(QWidget& root) {
    std::vector<QPointer<QWidget>> popups;  // closing one may delete others
    for (QWidget* widget : root.findChildren<QWidget*>())
        if (widget->windowType() == Qt::Popup && widget->isVisible()) popups.emplace_back(widget);
    for (const auto& popup : popups)
        if (popup) popup->close();
    if (QWidget* editor = root.window()->focusWidget()) editor->clearFocus();
}

}  // namespace gatelab
