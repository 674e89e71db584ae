// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/backtest/backtest.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace gatelab {

/// How the intervals of a backtest come about.
enum class IntervalMethod : std::uint8_t { Split, Adaptive, Head, Dropout, Ensemble, Given };
/// "split", "aci", "head", "dropout", "ensemble"; "given": those that a method brings, which nobody chooses.
std::string_view intervalKey(IntervalMethod method);
std::optional<IntervalMethod> findIntervalMethod(std::string_view key);
Phrase intervalLabel(IntervalMethod method);
/// What it promises and what not, in a sentence.
Phrase intervalHelp(IntervalMethod method);

/// The ceil((n + 1) level)-th smallest of n sizes (Lei et al. 2018); infinite where there are too few. `sizes` rise.
double conformalQuantile(const std::vector<double>& sizes, double level);

/// By how much adaptive intervals move after each truth (Gibbs and Candes 2021): 10 / windows, 0.02 to 0.05, so that
/// they have come to their level by the end.
double adaptiveRate(std::size_t windows);
/// Latest errors that adaptive intervals remember.
inline constexpr std::size_t kAdaptiveMemory = 1000;

/// Quantiles of a method's forecasts.
struct BacktestIntervals {
    IntervalMethod method = IntervalMethod::Split;
    std::vector<double> levels;                  ///< rising
    std::vector<std::vector<double>> quantiles;  ///< [level][window][step][target]; NaN: not known there
    /// Of a normal distribution, both empty where it is none: for CRPS in closed form
    std::vector<double> mean, deviation;
    /// Of split and adaptive ones: half width of the interval of 80 and of 95 % after the last truth, [step][target]
    std::vector<double> last80, last95;
    std::vector<Phrase> notes;
    [[nodiscard]] bool empty() const { return levels.empty(); }
};
/// Of the run's forecasts, or those of a baseline (`key`; split and adaptive only); of a method that brings quantiles
/// these, whatever is asked for. Empty levels with a note: what the
/// method needs is not there.
BacktestIntervals makeIntervals(const Backtest& backtest, IntervalMethod method, std::string_view key = "model");

}  // namespace gatelab
