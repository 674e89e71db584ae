// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <string>

namespace gatelab {

/// "3.9", "2", "21": tenths where they tell. Finite.
std::string tenthsText(double value);

/// By how much an error, or another size that is never negative, is another one, as people read it. `change`: 0.03 is
/// 3 % more, -0.2 a fifth less, -1 nothing left. "+3 %", "-20 %"; percents that nobody can picture are a ratio, "21
/// times as large" from ten times on and "over 1000 times as large" beyond that. Of NaN: empty.
Phrase changePhrase(double change);
/// The same where there is little room: "+3 %", "21 times", "over 1000 times".
Phrase shortChangePhrase(double change);

}  // namespace gatelab
