// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <limits>
#include <span>
#include <string>

namespace gatelab {

/// Where the values of a column lay in the training part, as they are in the file; NaN: not known.
struct LearnedLevel {
    double mean = std::numeric_limits<double>::quiet_NaN(), deviation = mean;  ///< deviation divided by n
    double low = mean, high = mean;
    bool isCount = false;  ///< all of them are whole numbers of zero or more
    [[nodiscard]] bool known() const { return mean == mean; }
};
LearnedLevel learnedLevel(std::span<const double> training);

/// Why other values of a column look like another unit, or start from another zero; empty: they do not. Another unit is
/// a spread or a size that is 20 times as large or as small; another zero a level five deviations away, with nearly all
/// values outside of the range that was trained on.
Phrase otherLevel(const std::string& column, const LearnedLevel& learned, std::span<const double> values);

}  // namespace gatelab
