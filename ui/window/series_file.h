// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/main_window.h"

namespace gatelab {

/// Asks for a file and writes the open series into it as it was read, before the recipe (export/series_export.h). GUI
/// thread.
void saveSeriesAs(MainWindow& window, const MainWindow::Parts& parts);

}  // namespace gatelab
