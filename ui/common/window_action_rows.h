// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <span>

namespace gatelab {

/// One command of the window: a row of the table in window_action_rows.cpp. Menu, shortcut and command palette come
/// from the row.
struct WindowActionRow {
    const char* key;
    const char* menu;      ///< key of the menu it stands in; starts with '-' for a separator before it
    const char* text;      ///< English, context "WindowActions"; with mnemonic
    const char* icon;      ///< empty: none
    const char* shortcut;  ///< portable; one that begins a run has a modifier
    bool checkable = false;
};
std::span<const WindowActionRow> windowActionRows();
/// Its keys, for menus that offer the same elsewhere: in a context menu they are shown, and the window acts on them.
QKeySequence windowShortcut(const char* key);

}  // namespace gatelab
