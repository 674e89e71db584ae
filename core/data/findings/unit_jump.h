// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "data/split.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace gatelab {

/// Values on both sides of a jump: their middle, and how far 80 % of them spread.
struct JumpSides {
    double before = 0, after = 0, spreadBefore = 0, spreadAfter = 0;
};

/// The same quantity in another unit from a row on.
struct UnitJump {
    /// What makes the rows before it those of the unit after it: times * x + plus; only where the unit is known
    double times = 1, plus = 0;
    Phrase units;  ///< "kW, then W"; empty: as no usual unit beside another
};

/// Level and spread change by one factor of 3 or more, or as a temperature on another scale. A factor within a tenth of
/// that of two usual units (kW and W, hours and minutes, inches and millimetres) is theirs. Nothing: no change of unit.
std::optional<UnitJump> unitJump(const JumpSides& sides);

/// The first row of the new level: that between `from` and `to` before which most values are nearer to the level before
/// and from which on most are nearer to the one after. Levels of one sign and three times apart are compared by their
/// ratio.
std::int64_t firstRowAfter(std::span<const double> values, std::int64_t from, std::int64_t to, double before,
                           double after);

/// The rows that are on the other side of a jump at row `at`: all before it; or those between two jumps, where 24 rows
/// or more at the other end are, nearly all, as those beyond this jump are. Levels as firstRowAfter() compares them.
RowRange otherRows(std::span<const double> values, std::int64_t at, double before, double after);

/// The doctor's sentence about it. `row`: the first of the new unit, as rowAndTime() has
/// it.
Phrase unitJumpText(const std::string& column, const std::string& row, const JumpSides& sides, const UnitJump& jump);
/// The same of rows between two jumps; `sides`: before and after the first of them.
Phrase unitStretchText(const std::string& column, const std::string& first, const std::string& last,
                       const JumpSides& sides, const UnitJump& jump);

}  // namespace gatelab
