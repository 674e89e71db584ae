// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "data/series.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// Microseconds of "15min", "1h", "0.5 s": a positive number and one of us, ms, s, min, h, d, w. Nothing for any other
/// text.
std::optional<std::int64_t> timeStepMicros(std::string_view text);
/// The spelling that timeStepMicros reads back, in the largest unit that leaves a whole number: "15min".
std::string formatTimeStep(std::int64_t micros);
/// The same for people: "1 hour", "15 minutes".
Phrase shownStep(std::int64_t micros);
/// Whether two rows are one step apart; months, quarters and years differ by some days.
bool isOneStep(std::int64_t distance, std::int64_t step);
/// How far apart the rows of a series lie.
struct Spacing {
    bool isSteady = true;     ///< all but a few go on by the step; else gaps are the nature of the data
    std::int64_t median = 0;  ///< microseconds, of those that are not 0
    std::int64_t gap = 0;     ///< a distance above it stands out; 0: nothing is known
    std::int64_t longest = 0, longestAt = -1;  ///< the longest one, and the row after it
};
/// Of times in any order: distances back are none. Steady: a distance stands out above one and a half steps; else above
/// three times what 95 in 100 stay below. Of many rows some are looked at.
Spacing spacingOf(const TimeAxis& time);
/// Whether times of which digits below a microsecond were cut repeat, and lie hardly further apart: they tell no step.
bool standStillWhenCut(const std::vector<std::int64_t>& micros);
/// A length of time, rounded to the largest unit of which it holds two: "2.5 years", "26 days", "3 hours".
Phrase shownSpan(std::int64_t micros);

/// Gives a series that was read the distance between its rows, and puts the guess `time_step` into its report: `asked`
/// as in that field ("auto": the most frequent distance). A series without times takes what was asked for, so that its
/// seasons are known. Unreadable text warns.
void settleTimeStep(const std::string& asked, Series& series);

}  // namespace gatelab
