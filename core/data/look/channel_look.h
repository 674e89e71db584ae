// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "data/look/autocorrelation.h"
#include "data/look/part_distributions.h"
#include "data/look/spectrum.h"
#include "data/look/stationarity.h"
#include "data/series.h"

namespace gatelab {

/// What one column tells before anything is trained on it. Distributions are of all parts; everything that a setting is
/// chosen by is of the training part alone, so that no answer leaks into a choice.
struct ChannelLook {
    std::size_t channel = 0;
    RowRange rows;               ///< of the training part: the last kMostRows
    std::int64_t trainRows = 0;  ///< of all of it
    PartDistributions distributions;
    Autocorrelation autocorrelation;
    Spectrum spectrum;
    std::vector<Season> seasons;
    SeasonShape shape;  ///< of the first season; empty: there is none
    Stationarity stationarity;
    static constexpr std::int64_t kMostRows = 1 << 20;
    bool isStatic = false;    ///< one value in each of many series: a static covariate; whoever has them all sets it
    bool isByClock = false;   ///< seasons and lags count time steps, else rows
    std::int64_t absent = 0;  ///< time steps without a row
    [[nodiscard]] bool isSampled() const { return rows.size() < trainRows; }
};

/// channel: of the series. split: no training part (0 rows) takes all rows for one. Some 0.3 s for a million rows;
/// where `progress` says stop, what is not done yet stays empty.
ChannelLook lookAtChannel(const Series& series, std::size_t channel, const Split& split, const Progress& progress = {});

/// The values of a look's rows by the clock (ClockRows).
std::vector<double> valuesOf(const Series& series, const ChannelLook& look);

}  // namespace gatelab
