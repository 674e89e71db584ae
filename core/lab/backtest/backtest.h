// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// A kept run that forecasts again and again from moving origins, beside the simple methods: what was forecast, as
/// values. replay/backtest makes it. Names are those of fev (https://github.com/autogluon/fev).
namespace gatelab {

/// From where it is forecast. Members of 0 are resolved when it is made.
struct BacktestPlan {
    std::int64_t numWindows = 0;      ///< num_windows, of many series in each; 0: as many as there are
    std::int64_t windowStepSize = 0;  ///< window_step_size, rows from one origin to the next; 0: the horizon
    /// initial_cutoff: first row that is forecast, of many series counted in each; 0: where the test part begins
    std::int64_t initialCutoff = 0;
    std::int64_t seasonality = 0;  ///< rows of the season that MASE divides by; 0: the one that is found
    std::int64_t refitEvery = 0;   ///< origins that one training serves; 0: the run's own weights throughout
    /// Refits learn from as many rows as the first one did, the latest; else from all before their origin
    bool sliding = false;
    std::int64_t dropoutSamples = 0;    ///< passes with dropout at every origin; 0: none
    std::vector<std::string> ensemble;  ///< ids of further runs whose mean and spread are told; empty: none
    /// First rows that are forecast, rising, in place of the first three: those of somebody else's forecasts. Not kept.
    std::vector<std::int64_t> origins = {};
    bool operator==(const BacktestPlan&) const = default;
};

/// One method's forecasts, [window][step][target] on the original scale. NaN: not made yet.
struct BacktestMethod {
    std::string key;  ///< "model", or of a baseline; "dropout", "ensemble"; isExternal(): of a file of forecasts
    std::vector<double> forecast;
    std::vector<double> calibration;  ///< of the windows before the first cutoff that were not trained on
    std::vector<double> deviation;    ///< of a normal distribution around `forecast`; empty: it tells none
    /// Of one that brings its own (a file's): levels rising, quantiles [level][window][step][target]
    std::vector<double> levels = {};
    std::vector<std::vector<double>> quantiles = {};
};
/// Key of a method whose forecasts were made elsewhere; `name`: of the file, and of the model in it.
std::string externalKey(const std::string& name);
bool isExternal(std::string_view key);

struct Backtest {
    std::string run;               ///< id
    std::int64_t weightsStep = 0;  ///< of the weights that forecast: others make it worthless
    BacktestPlan plan;
    std::vector<std::string> targets;
    std::string unit;
    std::int64_t horizon = 0, rows = 0;
    std::vector<std::int64_t> cutoffs;  ///< first row that each window forecasts, rising
    /// Of many series that stand one below the other: the row behind each, rising. Empty: it is one series
    std::vector<std::int64_t> seriesEnds;
    std::vector<std::string> seriesNames = {};  ///< of each of them; empty: an older program did not keep them
    std::vector<std::int64_t> fittedRows;       ///< of each window: rows before this one were learned from
    std::vector<std::int64_t> done;             ///< 1: this window is forecast
    std::vector<double> truth;                  ///< [window][step][target], NaN where nothing was observed
    std::vector<double> seasonErrors;  ///< [window][target]: mean |y_t - y_(t-m)| of all rows before the cutoff
    std::vector<std::int64_t> times;   ///< [window][step] microseconds since 1970 UTC; empty: not known
    std::vector<std::int64_t> calibrationCutoffs;
    std::vector<double> calibrationTruth;
    std::vector<BacktestMethod> methods;  ///< the run first
    /// What the run's own head says: levels rising, quantiles [level][window][step][target]; empty: one number only
    std::vector<double> levels;
    std::vector<std::vector<double>> quantiles;
    std::int64_t audited = 0;   ///< origins at which other values behind them were tried
    std::vector<Phrase> leaks;  ///< what that changed before them; none: nothing
    std::int64_t skipped = 0;   ///< origins left out: a missing value in the window, or a part's border inside it

    [[nodiscard]] std::size_t windows() const { return cutoffs.size(); }
    [[nodiscard]] std::size_t perWindow() const { return static_cast<std::size_t>(horizon) * targets.size(); }
    [[nodiscard]] std::int64_t doneWindows() const;
    [[nodiscard]] bool finished() const { return doneWindows() == static_cast<std::int64_t>(windows()); }
    [[nodiscard]] const BacktestMethod* find(std::string_view key) const;
    /// Its name, or its number from 1 where names are not kept.
    [[nodiscard]] std::string nameOfSeries(std::size_t series) const;
    /// Which of many series a window is of, from 0.
    [[nodiscard]] std::size_t seriesOf(std::size_t window) const;
};
/// That part of it which is forecast: windows that are not done are left out.
Backtest doneOf(const Backtest& backtest);

/// "The run", "Persistence", "Monte-Carlo dropout", "arima.csv (external)".
Phrase testedMethodLabel(const std::string& key);

/// In the run's folder, with a checksum, in place of what was kept.
Result<> keepBacktest(const std::filesystem::path& runFolder, const Backtest& backtest);
/// NotFound: there is none. Corrupt: a byte of it is another, or it does not fit together.
Result<Backtest> readBacktest(const std::filesystem::path& runFolder);

}  // namespace gatelab
