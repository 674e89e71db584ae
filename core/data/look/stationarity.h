// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"

#include <cstdint>
#include <limits>
#include <span>

namespace gatelab {

/// A test on one series; NaN where it could not be made.
struct SeriesTest {
    double statistic = std::numeric_limits<double>::quiet_NaN();
    double pValue = statistic;  ///< KPSS: tables end at 0.01 and 0.1, which then stand for below and above
    std::int64_t lags = 0, rows = 0;
    [[nodiscard]] bool made() const { return pValue == pValue; }
};

/// Whether it is a walk that never comes back (small p: it is none). Constant, lags by AIC of at most
/// 12 (n / 100)^(1/4); p by MacKinnon (1994, 2010). No NaN. Dickey and Fuller 1979, Said and Dickey 1984.
SeriesTest dickeyFuller(std::span<const double> values);

/// Whether it keeps its level (small p: it does not). Lags by Hobijn, Franses and Ooms 2004. No NaN. Kwiatkowski,
/// Phillips, Schmidt and Shin 1992.
SeriesTest kpss(std::span<const double> values);

/// Both tests on the last values.
struct Stationarity {
    enum class Verdict {
        CannotTell,  ///< too few values, too many gaps, no variance, or neither test says anything
        Level,       ///< it keeps its level
        Walk,        ///< it wanders off
        Shifts       ///< it comes back, but to a level that changes
    };
    Verdict verdict = Verdict::CannotTell;
    SeriesTest dickeyFuller, kpss;
    std::int64_t rows = 0;    ///< of the last ones, that were looked at
    std::int64_t filled = 0;  ///< of them, by straight lines over gaps; above a fifth nothing is told
};
Stationarity stationarity(std::span<const double> values, const Progress& progress = {});

}  // namespace gatelab
