// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/main_window.h"

namespace gatelab {

/// A page of the window: the key it is asked for by, the word of its tab (empty: it has none), and how it is made,
/// which takes up to a quarter of a second.
struct PageEntry {
    QString key, title;
    std::function<Page*(QWidget* parent)> make;
};
/// All pages in the order of the tabs, in the window's language. A new page: its .cpp and a row here. `parts` outlives
/// the entries.
std::vector<PageEntry> pageEntries(const MainWindow::Parts& parts);

}  // namespace gatelab
