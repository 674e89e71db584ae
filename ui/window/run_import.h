// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/main_window.h"

namespace gatelab {

inline const QString kAnyRunFile = QStringLiteral("*");

/// Puts the runs of a bundle, or of other trackers, into the open workspace, off the GUI thread, and shows them; what
/// could not be read is told. `path`: a file or folder; empty: asks for a folder; kAnyRunFile: asks for a file, for a
/// dialogue offers either of them alone. GUI thread.
void importRunsInto(MainWindow& window, const MainWindow::Parts& parts, const QString& path);

}  // namespace gatelab
