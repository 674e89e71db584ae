// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/command.h"

#include <span>

class QMenu;

namespace gatelab {

class WindowCommands;
struct RunSummary;

/// What decides whether a command can be done now; put together once for all rows.
struct CommandState {
    const RunSummary* chosen = nullptr;  ///< the run that commands mean; null: none
    const RunSummary* meant = nullptr;   ///< that of a question about trust, see WindowCommands::meantRun(); null: none
    const RunSummary* shared = nullptr;  ///< the first of those of a report or a bundle; null: none
    bool trains = false;                 ///< that run, here
    bool active = false;                 ///< a run trains here
    bool hasWorkspace = false;
    bool hasRuns = false;
    bool hasForecast = false;  ///< a run whose forecasts are meant
    bool canContinue = false;  ///< the open run was interrupted
    QString steerObstacle;     ///< why the open run cannot be paused or stopped; empty: it can
    QString startObstacle;     ///< why a new run cannot start; empty: it can
};

/// One command of the window: all there is to say of it. Menu, shortcut, tool tip, palette and list of keys come from
/// the row.
struct CommandRow {
    const char* key;
    const char* menu;  ///< key of the menu it stands in, '-' before it: behind a separator; empty: in no menu, with a
                       ///< text in the palette alone
    const char* text;  ///< English, context "WindowActions"; with mnemonic
    const char* icon;  ///< empty: none
    const char* shortcut;  ///< portable, of those that people know from other programs; empty: menu and palette do
    const char* words;     ///< what else people of the field call it, for the palette; English
    void (*run)(WindowCommands& window, const Command& asked);
    QString (*obstacle)(const CommandState& now) = nullptr;  ///< empty text: it can be done; null: always, or it says
                                                             ///< so itself
    QMenu* (*submenu)(WindowCommands& window) = nullptr;     ///< the row is this menu, with a title of its own
    bool checkable = false;
    bool isInPalette = true;
    bool isPlace = false;  ///< goes somewhere and does nothing else
};

/// In the order of the menus. Pages that have a tab have their rows in page_list.cpp.
std::span<const CommandRow> commandRows();
/// Null: there is no such row.
const CommandRow* findCommandRow(const QString& key);

}  // namespace gatelab
