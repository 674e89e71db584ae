// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"
#include "run/forecast_set.h"

#include <span>
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
    std::int64_t rows = 0;          ///< of it in that table; 0: not known
    [[nodiscard]] double score(std::string_view method, std::string_view metric) const;  ///< NaN: there is none
};

/// A set of many series is one set: their windows, and rows to come, stand one behind the other, and what is of one
/// alone is told by scores of the scale "series NAME". Of one series: none.
std::vector<SeriesForecast> seriesForecasts(const ForecastSet& set);
/// The other way: series whose windows the set holds already, in their order, with their rows to come.
void addSeriesForecasts(const std::vector<SeriesForecast>& series, ForecastSet& set);

/// Those with the largest value of a score of the network first (its worst); without one they stand last.
std::vector<SeriesForecast> worstFirst(std::vector<SeriesForecast> series, std::string_view metric);

/// The name of the series that a window of the set is of, which are counted from 0; empty: it is of one series.
std::string seriesOfWindow(const ForecastSet& set, std::size_t window);

/// The set as if it were of that series alone. Unknown names give it unchanged.
ForecastSet ofSeries(const ForecastSet& set, std::string_view name);

/// A line of the table of many series: how far a method is off on the windows of one, on the original scale, beside
/// seasonal naive on the same windows. NaN: not known.
struct SeriesScore {
    std::string name;
    std::int64_t rows = 0, windows = 0;
    double mae = 0, rmse = 0, mase = 0;
    double naiveMae = 0, naiveMase = 0;
    std::string method = {};  ///< whose forecasts these are, where a table has several; empty: the network's
    /// 1 or 0: whether it has the smaller MASE, without one (a season that repeats exactly) the smaller MAE; NaN: not
    /// known. Equal errors are no better.
    [[nodiscard]] double isBetter() const;
};
/// Of the network, every series of the set that has windows, in their order. Of one series: none.
std::vector<SeriesScore> seriesScores(const ForecastSet& set);

/// A column of that table, in the order of the screen.
struct SeriesColumn {
    const char* key;  ///< in files, JSON and flags
    Text title, help;
    double (*value)(const SeriesScore& score);  ///< null: the name
};
std::span<const SeriesColumn> seriesColumns();
/// By the column with that key, its largest values first, or its smallest; names by their letters. What has no value
/// stands last either way, and equal ones stay in their order. Unknown keys change nothing.
void sortSeries(std::vector<SeriesScore>& series, std::string_view key, bool largestFirst);
/// "87 of 100 series are forecast better than by seasonal naive; MASE from 0.31 to 1.8, half of them below 0.7"; empty:
/// there is none.
Phrase seriesVerdict(const std::vector<SeriesScore>& series);

}  // namespace gatelab
