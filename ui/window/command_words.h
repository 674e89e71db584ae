// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace gatelab {

/// What else people of the field call a setting or an entry of a menu, in English in every language: the command
/// palette finds it by these too. Commands and pages have theirs in their rows. Empty: no other names.
QString commandWords(const QString& key);

}  // namespace gatelab
