// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QScrollBar;
class QWidget;

namespace gatelab {

/// Scrolls every area around a widget until it is seen: soon, when what has just been shown or opened has its place.
void bringIntoView(QWidget* widget);

/// Scrolls so far as soon as there is so much to scroll, unless a person scrolls before.
void scrollWhenThere(QScrollBar& bar, int value);

/// Gives it the focus; the text of a line is selected, so that what is typed replaces it.
void focusToType(QWidget* widget);

}  // namespace gatelab
