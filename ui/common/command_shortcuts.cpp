// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/command_shortcuts.h"

#include <QHash>

namespace gatelab {

namespace {

QHash<QString, QKeySequence>& shortcuts() {
    static QHash<QString, QKeySequence> all;
    return all;
}

}  // namespace

QKeySequence commandShortcut(const QString& key) { return shortcuts().value(key); }

void setCommandShortcut(const QString& key, const QKeySequence& keys) { shortcuts().insert(key, keys); }

}  // namespace gatelab
