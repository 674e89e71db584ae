// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <string_view>

namespace gatelab {

/// What keeps a cell that a person reads as a number from being one: digits of another script, a formula, a unit or an
/// error behind it, a currency before it, a fraction, a hexadecimal number. Empty: it is no such cell.
Phrase whyNoNumber(std::string_view cell);

}  // namespace gatelab
