// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

/// Nights in which clocks are changed for summer time, in times that are written by them. Told by the dates of Europe
/// (last Sundays of March and October), North America (second Sunday of March, first of November; until 2006 first of
/// April, last of October), Australia (first Sundays of October and April) and New Zealand (last Sunday of September).
namespace gatelab {

/// Whether the clock was set forward between two neighbouring rows (times and step in microseconds): they lie their
/// step and an hour apart.
bool isSetForward(std::int64_t before, std::int64_t after, std::int64_t step);

/// What all rows of a series say of it.
struct ClockChanges {
    std::int64_t back = 0, firstBack = -1;        ///< rows at which the clock was set back
    std::int64_t forward = 0, firstForward = -1;  ///< rows behind an hour that no clock shows
    std::int64_t otherFalls = 0, otherRepeats = 0;
    /// Rows that fall or repeat do so for that alone.
    [[nodiscard]] bool explainsOrder() const { return back > 0 && otherFalls == 0 && otherRepeats == 0; }
};
/// `step`: the usual one, microseconds; 0: none is known. More changes than two for each year of the times, or a step
/// above an hour, explain nothing.
ClockChanges clockChanges(std::span<const std::int64_t> times, std::int64_t step);

}  // namespace gatelab
