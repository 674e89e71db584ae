// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/baselines.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// Methods that take seconds to minutes, so that they are computed where they are asked for: NLinear, DLinear, ETS,
/// ARIMA, LightGBM. In the order of the screen, after baselines().
struct StrongBaseline {
    Baseline row;  ///< its own forecast is null
    Text cost;     ///< "ETS: about a second a target"
    /// What it is asked for, of one target.
    struct Size {
        std::int64_t rows = 0;  ///< of the training part
        std::int64_t season = 1, lookback = 0, horizon = 0;
    };
    /// About how long that takes on one core of 2020, rather too long: of the sizes alone, so that every machine
    /// computes the same methods.
    double (*seconds)(const Size& size);
    /// Of one target; `note` gets what was chosen: "ETS(M,A,M)".
    struct Series {
        std::span<const double> values;  ///< as observed, of all rows, gaps held; leading ones NaN
        RowRange train;
        const WindowSet* windows = nullptr;
        std::int64_t season = 1;
        const TimeAxis* time = nullptr;
    };
    /// [window][step], original scale. InvalidInput where there are too few rows.
    Result<std::vector<double>> (*forecast)(const Series& series, std::string& note, const Progress& progress);
    /// Why it cannot be computed here; empty: it can.
    Phrase (*absence)() = nullptr;
};
std::span<const StrongBaseline> strongBaselines();
/// Of both tables; null: there is no such method.
const Baseline* findBaseline(std::string_view key);
/// Which methods a forecast was compared with, a sentence: how many simple ones, and which strong ones; empty: neither.
Phrase comparedMethods(std::span<const std::string> keys);
/// "all", or keys with commas. InvalidInput names one that there is not. Only those that can be computed here.
Result<std::vector<std::string>> strongKeys(const std::string& words);

/// Methods that take less than `most` seconds together, the quick ones first; and of the others, how long each would
/// take. Of many series none.
struct QuickBaselines {
    std::vector<std::string> keys;
    struct Left {
        std::string key;
        double seconds;
    };
    std::vector<Left> left;
};
inline constexpr double kQuickSeconds = 5;
QuickBaselines quickBaselines(const PreparedSeries& prepared, const WindowSet& windows, double most = kQuickSeconds);

/// Those of the named methods, scored as runBaselines() does. A method that finds no model leaves out itself and says
/// why in `left`; of others nothing is computed.
Result<std::vector<BaselineForecast>> runStrongBaselines(const PreparedSeries& prepared, const WindowSet& windows,
                                                         std::span<const std::string> keys, std::vector<Phrase>& left,
                                                         const Progress& progress = {});

/// runBaselines(), and behind them these strong ones; one that finds no model is left out.
Result<std::vector<BaselineForecast>> runAllBaselines(const PreparedSeries& prepared, const WindowSet& windows,
                                                      std::span<const std::string> keys, const Progress& progress = {});

}  // namespace gatelab
