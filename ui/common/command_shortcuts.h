// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QString>

namespace gatelab {

/// The keys of a command of the window (a row of window/command_rows.cpp), for menus of pages that offer the same: they
/// are shown there, and the window acts on them. Empty: none, or there is no window. GUI thread.
QKeySequence commandShortcut(const QString& key);
/// Told by the window, once per row.
void setCommandShortcut(const QString& key, const QKeySequence& keys);

}  // namespace gatelab
