// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace gatelab {

/// Letters of ASCII as small ones; others stay.
std::string lowered(std::string_view text);
/// "Total", "Summe: ", "Average of 2024": a row of sums, not a measurement.
bool isSumWord(std::string_view cell);
/// A word for on or off: "true", "nein", "y".
bool isSwitchWord(std::string_view cell);

}  // namespace gatelab
