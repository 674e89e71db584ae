// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gatelab {

/// How much of the variance lies at which frequency: a periodogram of the distances from the straight line, tapered by
/// a Hann window, as density; its sum times 1 / n is about the variance.
struct Spectrum {
    std::vector<double> frequency;  ///< cycles per row, 1 / n to 1 / 2
    std::vector<double> power;      ///< of each; empty: fewer than 8 values, or a straight line
    [[nodiscard]] double period(std::size_t at) const { return 1 / frequency[at]; }
};
/// Missing values (NaN) count as ones on the line, and the rest for more.
Spectrum spectrum(std::span<const double> values);

/// The values without their straight line; 0 where one is missing.
std::vector<double> withoutLine(std::span<const double> values);

/// What repeats.
struct Season {
    std::int64_t rows = 0;  ///< of one period
    /// Share of the variance, leave-one-out: of the first around the moving mean of one period, of the others of all
    /// that the first ones leave, over the whole
    double explained = 0;
    double power = 0;  ///< of the spectrum at it; 0: below its resolution
};
/// The one that forecasts with seasons are built on first (repeatingPeriod), then by what they explain: those that
/// stand out of the spectrum and explain more than 5 % of the variance when those before are taken out.
std::vector<Season> seasons(std::span<const double> values, const Spectrum& spectrum, std::int64_t stepMicros);

/// The values without the mean of each place of the period, their own mean kept; NaN stays. period >= 1.
std::vector<double> withoutSeason(std::span<const double> values, std::size_t period);

/// The mean course of one period.
struct SeasonShape {
    std::int64_t first = 0;            ///< place of the period at which row 0 stands
    std::vector<double> mean;          ///< by place; NaN: no value there
    std::vector<double> lower, upper;  ///< quartiles
    std::int64_t periods = 0;          ///< that were seen, the last one perhaps in part
};
/// firstMicros: time of row 0, so that a day begins at midnight and a week on Monday; counted from row 0 where the step
/// is not known. period >= 1.
SeasonShape seasonShape(std::span<const double> values, std::int64_t period, std::int64_t stepMicros,
                        std::int64_t firstMicros);

/// "24 h", "7 d", "25 rows".
Phrase shownPeriod(double rows, std::int64_t stepMicros);

}  // namespace gatelab
