// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <QString>

namespace gatelab {

/// A phrase of core in the language of the window.
QString translated(const Phrase& phrase);

}  // namespace gatelab
