// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "data/series.h"

#include <string>
#include <vector>

namespace gatelab {

/// A column that at each row holds, up to a factor and an offset, the value that another one has at the next row: as an
/// input for that one it tells the answer.
struct NextValue {
    std::string holder, target;
    double explained = 0;  ///< share of the variance of the target's next value
};

/// All pairs among the columns, over the last rows. A pair counts where a line through the holder's value leaves less
/// than a thousandth of the variance of the next value, and less than a twentieth of what a line through the target's
/// own value leaves: two smooth columns that move together do not.
std::vector<NextValue> nextValues(const Series& series);

/// Said of a pair in words.
Phrase nextValueText(const NextValue& pair);

}  // namespace gatelab
