// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gatelab {

/// Letters of ASCII as small ones; others stay.
std::string lowered(std::string_view text);
/// "Total", "Summe: ", "Average of 2024": a row of sums, not a measurement.
bool isSumWord(std::string_view cell);
/// A line that is drawn, as in "---|:---:|---" and "+----+----+": cells of dashes and nothing else. `belowNames`: right
/// below a row without a number or a time. Elsewhere three dashes may mean a missing value, but not between pipes.
bool isRule(std::span<const std::string_view> cells, char delimiter, bool belowNames);
/// A word for on or off ("true", "nein", "是"): which pair of words it is one of, and which of the two.
struct SwitchWord {
    std::size_t pair = 0;
    bool isOn = false;
};
/// Nothing: it is none.
std::optional<SwitchWord> switchWord(std::string_view cell);

}  // namespace gatelab
