// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// How the times of neighbouring rows follow one another: what tells a right reading of times from a wrong one. Rows
/// without a time (kNoTime) are passed over.
struct TimeOrder {
    std::int64_t rows = 0;  ///< that have a time
    std::int64_t rises = 0, falls = 0, repeats = 0;
    std::int64_t usual = 0;  ///< microseconds: the median of the distances that are not 0; 0: there is none
    double even = 0;         ///< share of the steps that are (nearly) the usual distance

    /// Rising but for a row in twenty that was doubled or moved.
    [[nodiscard]] bool isRising() const { return rows > 1 && isFew(repeats + falls); }
    /// The same, or falling: from new to old.
    [[nodiscard]] bool isOrdered() const { return isRising() || (rows > 1 && isFew(repeats + rises)); }
    /// Never against the way that most rows go, but for a row in twenty.
    [[nodiscard]] bool isOneWay() const { return rows > 1 && (isFew(falls) || isFew(rises)); }
    [[nodiscard]] bool repeatsOften() const { return rows > 0 && repeats * 4 >= rows; }

private:
    [[nodiscard]] bool isFew(std::int64_t count) const { return count * 20 <= (rows > 20 ? rows : 20); }
};

TimeOrder orderOf(const std::vector<std::int64_t>& times);
/// Its `usual` alone, which the first rows tell.
std::int64_t usualDistance(const std::vector<std::int64_t>& times);

/// What the numbers of a column are by themselves, whatever its name says: a time that is counted since 1970 (in
/// seconds to nanoseconds), or days since year 0, of a spreadsheet or of Julian day numbers, all from 1990 to 2100 and
/// one after the other. Sure: in even steps of a clock that hardly any counter has: of seconds whole minutes from a
/// whole minute on, and any from 2004 to 2040; of days weeks, months, years and parts of a day. Possible: even steps
/// that counters have as well (1; 10 seconds of 2001). Rising: any other steps, as a meter of that height has. Values
/// that are no numbers are passed over.
enum class StampShape { None, Rising, Possible, Sure };
StampShape stampShapeOf(std::span<const double> values);
/// What is said of one that rises and stays a column of numbers.
Phrase sayRisesAsStamps(const std::string& column);
/// Whether the numbers say the times of their rows once more: counted since 1970 (seconds to nanoseconds, minutes,
/// hours or days), or from another known epoch (seconds since 1904, ticks of .NET, days of a spreadsheet and their
/// millionths (WinCC), of MATLAB or Python, Julian ones), on any clock of the world, each to half the usual step of the
/// times. `times`: microseconds, one per value, kNoTime where there is none; `usual`: their usualDistance().
bool repeatsTimes(std::span<const double> values, const std::vector<std::int64_t>& times, std::int64_t usual);

/// Of the rows at which `coarse` changes, the share with (nearly) the usual distance of `fine`: hours that belong to
/// the days beside them go on evenly over midnight, numbers of another kind do not. 1 where it never changes.
double evenAtBorders(const std::vector<std::int64_t>& coarse, const std::vector<std::int64_t>& fine,
                     std::int64_t usual);

}  // namespace gatelab
