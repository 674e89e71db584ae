// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace gatelab {

/// What else people of the field call a command, a menu or a setting, in English in every language: the command palette
/// finds it by these too. `key`: that of the window action or the setting. Empty: no other names.
QString commandWords(const QString& key);

}  // namespace gatelab
