// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "base/text.h"
#include "config/experiment_config.h"
#include "data/windows.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// Over all windows, steps and targets; independent of batch size. MASE and R² divide by what each target has of its
/// own, MASE by the errors of its own season: they are means over the targets of each one's, and so the same on every
/// scale.
struct ForecastScores {
    double mse = 0, rmse = 0, mae = 0, mase = 0, smape = 0, r2 = 0;
    /// 1 - sqrt((r - 1)^2 + (alpha - 1)^2 + (beta - 1)^2) of correlation r, ratio of deviations alpha and ratio of
    /// means beta (Gupta et al. 2009), the mean over targets; NaN where the truth has no spread or mean or the forecast
    /// none
    double kge = 0;
    std::int64_t values = 0;
    std::int64_t targets = 0;
};
/// Truth and forecast in the same order: [window][step][target]. `seasonErrors`: of every target the in-sample mean
/// absolute one-season error for MASE. Where the truth is missing nothing is scored; non-finite forecasts make the
/// scores non-finite. Values above 1e154, whose squares are larger than any number, leave only the MSE infinite. smape
/// in percent (0 to 200); r2 against the mean of the truth. A target whose season repeats exactly has no MASE, and one
/// whose truth does not change no R²: the mean is that of the others, NaN where there is none.
ForecastScores scoreForecast(std::span<const double> truth, std::span<const double> forecast,
                             std::span<const double> seasonErrors);

/// One row of the table of scores, by which forecasts and classifications are judged, in the order of the screen.
struct Score {
    enum class Better { Lower, Higher, Neither };
    const char* key;   ///< in files, JSON and columns
    const char* name;  ///< as the field writes it: "RMSE", "R²"; words have a translation in the context "Scores"
    Better better = Better::Lower;
    /// Null: a score of intervals (spread_scores.h) or classes (class_scores.h)
    double ForecastScores::*value = nullptr;
    bool isShare = false;      ///< a share: the same number on every scale
    bool isOfOwnUnit = false;  ///< has a meaning on the original scale alone
    /// Whether score a is better than b; a number is better than none. An order, for sorting.
    [[nodiscard]] bool isBetter(double a, double b) const;
    /// Whether a may be called better than b: it is, and the two are not the same (isSameScore).
    [[nodiscard]] bool beats(double a, double b) const;
};
std::span<const Score> scores();
/// Whether they differ by no more than scores of the same forecasts, summed in another order: a network that kept its
/// start forecasts as the baseline that it started from.
bool isSameScore(double a, double b);
/// Null when there is no such score.
const Score* findScore(std::string_view key);

/// Forecasts of one method for a set of windows.
struct BaselineForecast {
    std::string key;
    std::vector<double> values;   ///< [window][step][target], original scale
    ForecastScores standardised;  ///< on the scale standardised by the training part (published ETTh1 numbers)
    ForecastScores original;
    std::int64_t season = 1;  ///< rows of the season that it uses; 1: none, or the targets have others
    double seconds = 0;
    std::string note;  ///< "season of 24 rows found in the training part"
};

/// One method that a network must beat. It works on the target as it is in the file, whatever the recipe does to the
/// network's inputs (persistence stays persistence when the recipe differences); gaps hold the last value. It is fitted
/// on the training rows and sees nothing after the origin of the window it forecasts.
struct Baseline {
    const char* key;
    Text label;
    Text help;
    /// values [window][step][target] on the original scale. seasons: as findSeasons() has them.
    Result<std::vector<double>> (*forecast)(const PreparedSeries& prepared, const WindowSet& windows,
                                            std::span<const std::int64_t> seasons, const Progress& progress);
    bool isFitted = true;     ///< learns from the training part, if only its season
    bool isSeasonal = false;  ///< forecasts with the season of the training part
};
std::span<const Baseline> baselines();

/// Period of the training part of each target, rows; 1 where there is none. See season.h.
std::vector<std::int64_t> findSeasons(const PreparedSeries& prepared);

/// Every baseline on the given windows (usually test), scored on both scales; without a training part only those that
/// are not fitted. At most 5 s on 1e5 rows.
Result<std::vector<BaselineForecast>> runBaselines(const PreparedSeries& prepared, const WindowSet& windows,
                                                   const Progress& progress = {});

/// Scores of any forecast [window][step][target] given on the prepared scale, on both scales, by the same code as the
/// baselines.
struct ScoredForecast {
    ForecastScores standardised, original;
};
Result<ScoredForecast> scorePrepared(const PreparedSeries& prepared, const WindowSet& windows,
                                     std::span<const double> values);

}  // namespace gatelab
