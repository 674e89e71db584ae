// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/field.h"
#include "data/series.h"

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {

struct Setting {
    const Field* field = nullptr;
    FieldValue value;
};

/// One setting that suits the data, why, and what the other option that one would think of costs.
struct Suggestion {
    const Field* field = nullptr;
    FieldValue value;
    Phrase reason;
    std::vector<Setting> other = {};  ///< empty: there is no such option
    /// By which the error of a linear forecast changes with it, on training rows that it was not fitted to: 0.03 is 3 %
    /// more; NaN: not measured. Of the start: a linear forecast against the last value.
    double otherError = std::numeric_limits<double>::quiet_NaN();
    /// Times as much as is computed, per epoch or by more epochs; NaN: as much, or not known
    double otherTime = std::numeric_limits<double>::quiet_NaN();
    /// Of the inputs, by column: otherError with this one alone beside the target
    std::vector<std::pair<std::string, double>> columnErrors = {};
};

/// What is known of a series before anything is trained; all of it from its training part, but for `drifting`.
struct SeriesFacts {
    std::int64_t rows = 0, trainRows = 0, testRows = 0;
    /// At the end, for which a forecast is wanted: no target has a value there, nor its quantity in a log beside it
    std::int64_t waitingRows = 0;
    std::int64_t season = 1;        ///< rows; 1: none found
    std::int64_t secondSeason = 0;  ///< rows, of the first target, beside `season`; 0: none
    std::int64_t stepMicros = 0;
    /// Error of a linear forecast that sees the levels of the target over that of one that sees each window by itself,
    /// on training rows that neither was fitted to; 1: too few rows
    double levelError = 1;
    /// Error of the last value as a forecast over that of the window's mean, on the training rows; 1: too few
    double lastError = 1;
    /// The first target whose values lie elsewhere in the test part, as the doctor says it of the same data; empty:
    /// none
    std::string drifting;
    /// Columns besides the targets whose past makes a linear forecast of them better by at least 3 %
    std::vector<std::string> helping;
    /// Columns that seem to hold coming values of the target: none of those that help
    std::vector<std::string> telling;
    /// Error of a linear forecast that sees all columns over that of one that sees the targets and those that help;
    /// NaN: not measured
    double allColumnsError = std::numeric_limits<double>::quiet_NaN();
    /// Error of a linear forecast that sees this column and the target over that of one that sees the target alone
    std::vector<std::pair<std::string, double>> columnErrors;
};
/// Empty columns and parts leave what there is to be found at its default. config: which columns, which split, which
/// recipe.
SeriesFacts seriesFacts(const SeriesPtr& series, const ExperimentConfig& config);
/// Error of a linear forecast of the targets from windows of `other` rows over that from config.lookback rows; NaN: too
/// few rows, or windows too long for it to be measured at once.
double lookbackError(const Series& series, const ExperimentConfig& config, std::int64_t other);
/// Error of a linear forecast of the targets over that of their last value, for the horizon of the configuration, from
/// windows of its lookback or of the longest that can be measured; NaN: too few rows for one of the horizon's length.
double linearError(const Series& series, const ExperimentConfig& config);

/// Settings for these data and config.goal over `config`, in the order of their dependence; none for a field that
/// `isGiven`, and what is given counts for the others. Made for about 20 s of training on two cores, and chosen over a
/// panel of series (tests/bench/panel.py). Pure; a second for 100,000 rows.
std::vector<Suggestion> suggestSettings(const Dataset& data, const ExperimentConfig& config,
                                        const std::function<bool(std::string_view key)>& isGiven);
/// The same for every goal.
struct GoalSuggestions {
    std::vector<Suggestion> experiment, forecast;
    /// Of config.goal.
    [[nodiscard]] const std::vector<Suggestion>& of(const ExperimentConfig& config) const;
};
GoalSuggestions suggestForGoals(const Dataset& data, const ExperimentConfig& config,
                                const std::function<bool(std::string_view key)>& isGiven);
ExperimentConfig withSuggestions(ExperimentConfig config, std::span<const Suggestion> suggestions);

}  // namespace gatelab
