// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/backtest/backtest.h"
#include "lab/backtest/conformal.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Scores of a backtest by fev's definitions (fev 0.10.0): each is formed of one window, over its steps, then the mean
/// over targets, then the mean over windows.
namespace gatelab {

/// Of one window, or the mean of several; NaN: cannot be formed.
struct WindowScores {
    double mae, rmse, mase, smape, wql, crps, coverage80, coverage95, width80, width95;
};

/// One row of the table, in the order of the screen.
struct BacktestScore {
    const char* key;  ///< as fev spells it
    Text name;
    Text help;  ///< the convention
    double WindowScores::*value;
    bool lowerIsBetter;  ///< false: the nearest to its nominal value is best
};
std::span<const BacktestScore> backtestScores();

/// Mean |y_t - y_(t - season)| of all rows before each cutoff, those rising; NaN: there is none.
std::vector<double> seasonErrorsAt(std::span<const double> values, std::span<const std::int64_t> cutoffs,
                                   std::int64_t season);

/// Levels that WQL and CRPS of a table are of, so that its rows can be compared: the deciles where every one of `all`
/// has them, else those that all have. Empty ones are no part of it; empty: there are none in common.
std::vector<double> commonLevels(std::span<const BacktestIntervals> all);
/// "0.1, 0.5, 0.9"; of the deciles "0.1 to 0.9".
std::string levelsText(std::span<const double> levels);

/// By window. `intervals` null: scores that need them are NaN. WQL and CRPS are of `levels`; null: of those that it
/// has, and the CRPS of a normal distribution in closed form.
std::vector<WindowScores> windowScores(const Backtest& backtest, const BacktestMethod& method,
                                       const BacktestIntervals* intervals, const std::vector<double>* levels = nullptr);
/// Mean over the windows that have it.
WindowScores meanScores(const std::vector<WindowScores>& windows);

/// A mean with its 95 % interval by resampling blocks of neighbouring windows, 1,000 times: windows overlap, and what
/// is near in time is alike. The ends are NaN with fewer than two blocks.
struct BlockInterval {
    double mean, low, high;
};
BlockInterval blockInterval(std::span<const double> values, std::int64_t block);
/// Windows in a block: as many as overlap, at least the cube root of their number.
std::int64_t blockOf(const Backtest& backtest);

/// Shares of truths within the interval of 80 and of 95 %.
struct CoverageRow {
    std::string name;  ///< "1", or "2016-07"
    double coverage80 = 0, coverage95 = 0, mae = 0;
    std::int64_t values = 0;
};
/// By step of the horizon. Of one method; `intervals` null: the errors alone.
std::vector<CoverageRow> byStep(const Backtest& backtest, const BacktestMethod& method,
                                const BacktestIntervals* intervals);
/// By the month of the truth; empty: no times are known.
std::vector<CoverageRow> byMonth(const Backtest& backtest, const BacktestMethod& method,
                                 const BacktestIntervals* intervals);

/// "2016-07" of the middle step of each window; empty: no times are known.
std::vector<std::string> monthsOfWindows(const Backtest& backtest);

/// Shares of the truths between neighbouring deciles, which should each be 0.1 (probability integral transform), with
/// the band in which 95 % of them lie by blocks of windows. Empty: the deciles are not all there.
struct PitBin {
    double share, low, high;
};
std::vector<PitBin> pitBins(const Backtest& backtest, const BacktestIntervals& intervals);

/// Which methods it was compared with, a sentence; empty: none.
Phrase comparedWith(const Backtest& backtest);
/// The simple method with the least MAE; null: there is none.
const BacktestMethod* bestBaseline(const Backtest& backtest);

/// What was found, whole sentences, the most important one first.
std::vector<Phrase> backtestFindings(const Backtest& backtest, const BacktestIntervals& intervals);

}  // namespace gatelab
