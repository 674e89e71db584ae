// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "main_window.h"

namespace gatelab {

/// A page of the window with the key it is asked for by.
struct PageEntry {
    QString key;
    Page* page;
};
/// All pages in the order of the tabs; "start" and "import" have none. A new page: its .cpp and a row here.
std::vector<PageEntry> makePages(const MainWindow::Parts& parts, QWidget* parent);

}  // namespace gatelab
