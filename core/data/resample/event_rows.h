// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"

#include <cstdint>

namespace gatelab {

/// Whether rows come when something happens, as bookings, orders and visits do, and not by a clock: several of one
/// time, now more and now fewer, or no steady step and no distance that half of the rows keep. Times in any order; of
/// fewer than 8 rows nothing is said. Rows of several series beside each other, each with one at every time, are none.
bool areEvents(const TimeAxis& time);

/// The smallest usual distance (1, 5, 15, 30 min, 1 h, 1 d, 1 w), microseconds, of whose spans from the first row to
/// the last more than half have a row; 0: there is none, or no times.
std::int64_t eventStep(const TimeAxis& time);

/// Why nothing is known of the times of rows to come: those that are there, the first `rows` of the axis, are events.
/// Empty: they go on by their step, or have no times.
Phrase noTimesAhead(const TimeAxis& time, std::int64_t rows);

}  // namespace gatelab
