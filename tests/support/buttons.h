// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>
#include <QString>

namespace gatelab::test {

/// The first one whose text has this in it; null: there is none.
inline QPushButton* button(const QWidget& widget, const QString& part) {
    for (auto* candidate : widget.findChildren<QPushButton*>())
        if (candidate->text().contains(part)) return candidate;
    return nullptr;
}

}  // namespace gatelab::test
