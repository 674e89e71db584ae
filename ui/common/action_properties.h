// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gatelab {

// Properties of actions, menus and buttons, by which menu bar, palette and list of keys know what to do with them.

/// Of an action that the palette leaves out.
inline constexpr const char* kNotInPalette = "notInPalette";
/// Of the entry of a page's menu that the menu bar has too: the palette of everything has it once.
inline constexpr const char* kInMenuBar = "inMenuBar";
/// Of a button that is hidden until the pointer comes near: its menu is offered all the same.
inline constexpr const char* kOffersMenu = "offersMenu";
/// Of an action or entry: what else people of the field call it, in English.
inline constexpr const char* kSearchWords = "searchWords";
/// Of an action that goes somewhere and does nothing else.
inline constexpr const char* kIsPlace = "isPlace";

}  // namespace gatelab
