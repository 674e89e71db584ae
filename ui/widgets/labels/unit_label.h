// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace gatelab {

/// Writes a unit, muted, at the right inside an input (QLineEdit or a spin box); the text keeps clear of it. Calling it
/// again changes the unit.
void setInputUnit(QWidget* input, const QString& unit);

}  // namespace gatelab
