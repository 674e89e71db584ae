// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gatelab {

/// What repeats with a period, told by what was not used to tell it. Refers to the values, which have no straight line
/// in them; NaN: none there.
class Repeats {
public:
    explicit Repeats(const std::vector<double>& values);
    /// Share of the variance of the values, from their moving mean over one period on, that the mean of all other
    /// seasons at the same place forecasts (leave-one-out); below 0 where it forecasts nothing, -1 with fewer than
    /// two and a half. Slow changes, which would hide the season or look like one, are gone with the moving mean.
    [[nodiscard]] double explained(std::size_t period) const;
    /// By how much that is more than what chance and slow swings make of values without a season; 0: it is not.
    /// isUsual: a period that people have for the time step, for which less is enough.
    [[nodiscard]] double strength(std::size_t period, bool isUsual) const;
    /// What explained() tells as variance, not as a share of it; 0: it forecasts nothing, or there are too few.
    [[nodiscard]] double explainedVariance(std::size_t period) const;

private:
    struct Squares {
        double all = 0, left = 0, count = 0;
    };
    [[nodiscard]] Squares squaresOf(std::size_t period) const;
    const std::vector<double>& values_;
    std::vector<double> sums_, counts_;  ///< of the values there before each
};

/// Periods that people have for this time step: an hour, a day, a week, a year. Empty where it is not known.
std::vector<std::size_t> usualPeriods(std::int64_t stepMicros);

/// The period that a forecast with seasons is built on, at most `longest` rows: of the usual ones the shortest, unless
/// a longer one is clearly stronger, else the one with which the values repeat best; 0: none.
std::size_t repeatingPeriod(const std::vector<double>& values, std::int64_t stepMicros, std::size_t longest);

}  // namespace gatelab
