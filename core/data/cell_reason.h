// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <string_view>

namespace gatelab {

/// Why a cell that looks like a number to people is none here: digits of another script, a unit behind it, a formula, a
/// hexadecimal number. Empty: it does not look like one.
Phrase whyNoNumber(std::string_view cell);

}  // namespace gatelab
