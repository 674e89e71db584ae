// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace gatelab {

/// Scrolls every area around a widget until it is seen: soon, when what has just been shown or opened has its place.
void bringIntoView(QWidget* widget);

/// Gives it the focus; the text of a line is selected, so that what is typed replaces it.
void focusToType(QWidget* widget);

}  // namespace gatelab
