// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLineEdit;
class QWidget;

namespace gatelab {

/// Property of a line that narrows a list by what is typed: Find goes to it.
inline constexpr const char* kFindLine = "findLine";

/// The first of them that can be seen within a widget; null: there is none.
[[nodiscard]] QLineEdit* findLineIn(const QWidget* within);

}  // namespace gatelab
