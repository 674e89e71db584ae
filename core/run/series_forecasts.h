// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/forecast_set.h"

#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// What is forecast of one of many series.
struct SeriesForecast {
    std::string name;
    std::int64_t windows = 0;       ///< of the set, one after the other
    std::vector<TestScore> scores;  ///< on its own windows, original scale: of the network and every baseline
    FutureForecast future;          ///< empty: not asked for
    std::int64_t firstRow = 0;      ///< its first row in the table of all: its own rows are counted from there
    [[nodiscard]] double score(std::string_view method, std::string_view metric) const;  ///< NaN: there is none
};

/// A set of many series is one set: their windows, and rows to come, stand one behind the other, and what is of one
/// alone is told by scores of the scale "series NAME". Of one series: none.
std::vector<SeriesForecast> seriesForecasts(const ForecastSet& set);
/// The other way: series whose windows the set holds already, in their order, with their rows to come.
void addSeriesForecasts(const std::vector<SeriesForecast>& series, ForecastSet& set);

/// Those with the largest value of a score of the network first (its worst); without one they stand last.
std::vector<SeriesForecast> worstFirst(std::vector<SeriesForecast> series, std::string_view metric);

/// The set as if it were of that series alone. Unknown names give it unchanged.
ForecastSet ofSeries(const ForecastSet& set, std::string_view name);

}  // namespace gatelab
