// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// What a column of a file of forecasts is.
struct ForecastColumn {
    enum class Is : std::uint8_t { Series, Time, Origin, Step, Truth, Point, Quantile, Sample, Other };
    Is is = Is::Other;
    std::string model = {};   ///< of Point, Quantile and Sample; empty: the file's only one
    double level = 0;         ///< of Quantile, above 0 and below 1
    bool isFirstRow = false;  ///< of Origin: its name says that it is the first forecast itself
};

/// By their names alone, as statsforecast, neuralforecast and mlforecast (`unique_id, ds, cutoff, y, AutoARIMA,
/// AutoARIMA-lo-80, AutoARIMA-hi-80, MQ-median`), TimeGPT (`TimeGPT-q-10`), fev and AutoGluon (`item_id, timestamp,
/// predictions` or `mean`, `0.1`), GluonTS (`p10`), Darts (`OT_q0.10`; samples as `OT_s0`, `OT_s1`), Prophet (`ds,
/// yhat`) and this program write them. What is none of these is Other where `isNumber` is false, else the point
/// forecasts of a model of that name. Both vectors are as long as the table is wide.
std::vector<ForecastColumn> forecastColumns(const std::vector<std::string>& names, const std::vector<bool>& isNumber);

}  // namespace gatelab
