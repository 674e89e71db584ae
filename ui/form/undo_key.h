// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QLineEdit;

namespace gatelab {

/// A line has an undo of its own, for its text. While `settled` says that the line holds nothing but what the
/// experiment holds, Ctrl+Z and Ctrl+Shift+Z in it are the window's: they undo the last step, as everywhere.
void leaveUndoToWindow(QLineEdit* line, std::function<bool()> settled);

}  // namespace gatelab
