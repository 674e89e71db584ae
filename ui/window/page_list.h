// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/command_rows.h"
#include "window/main_window.h"

namespace gatelab {

/// A page of the window: all there is to say of it. Tab, menu entry, shortcut and palette come from the row. Making it
/// takes up to a quarter of a second.
struct PageRow {
    const char* key;     ///< by which it is asked for: Place::page
    QString (*title)();  ///< the word of its tab, in the window's language; null: it has none
    const char* text;    ///< of its entry in the View menu: English, context "WindowActions"; empty: it has none
    const char* shortcut;
    const char* words;  ///< what else people of the field call it, for the palette; English
    const char* tab;    ///< key of the page whose tab is the current one while it is shown; empty: none is
    Page* (*make)(const MainWindow::Parts& parts, QWidget* parent);
    CommandRow submenu = {};  ///< below its entry in the View menu; without a key: none
};
/// All pages in the order of the tabs. A new page: its files and a row here.
std::span<const PageRow> pageRows();
/// Its place in pageRows(); negative: there is no such page.
int pageIndex(const QString& key);

}  // namespace gatelab
