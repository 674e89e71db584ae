// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/find_line.h"

#include <QLineEdit>

namespace gatelab {

QLineEdit* findLineIn(const QWidget* within) {
    if (!within) return nullptr;
    for (QLineEdit* line : within->findChildren<QLineEdit*>())
        if (line->isVisible() && line->isEnabled() && line->property(kFindLine).toBool()) return line;
    return nullptr;
}

}  // namespace gatelab
