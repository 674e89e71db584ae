// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"
#include "lab/outside/forecast_file.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// The forecasts of one series at the rows of its data.
struct PlacedSeries {
    std::string name;                         ///< as the file calls it
    SeriesPtr data;                           ///< its rows: one channel, and their times where they are known
    std::vector<std::int64_t> cutoffs;        ///< first row that each window forecasts, rising
    std::vector<std::vector<double>> points;  ///< [model][window][step]; NaN: no forecast
    std::vector<std::vector<std::vector<double>>> quantiles;  ///< [model][level][window][step]
};

struct PlacedForecasts {
    struct Model {
        std::string key;             ///< externalKey() of file and model
        std::vector<double> levels;  ///< rising; empty: points alone
    };
    std::vector<Model> models;
    std::int64_t horizon = 0;  ///< of the longest window
    std::vector<PlacedSeries> series;
    std::vector<Phrase> notes;  ///< what was understood, and what of the file could not be scored, with its count
};

/// Finds the rows of `data` that a file forecasts. `targets`: the columns in question where the file does not name
/// them. An origin is the last known time (Nixtla's cutoff), or the first one forecast where most windows begin at it.
/// InvalidInput in words: no row of the data is forecast (times of another zone are named), several forecasts of one
/// time without an origin, series or column not found.
Result<PlacedForecasts> placeForecasts(const ForecastFile& file, const Series& data,
                                       const std::vector<std::string>& targets);

/// All rows at which a window begins, of all series together, rising.
std::vector<std::int64_t> originsOf(const PlacedForecasts& placed);

}  // namespace gatelab
