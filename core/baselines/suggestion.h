// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/field.h"
#include "data/series.h"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace gatelab {

/// One setting that suits the data, and why.
struct Suggestion {
    const Field* field = nullptr;
    FieldValue value;
    Phrase reason;
};

/// What is known of a series before anything is trained; all of it from its training part.
struct SeriesFacts {
    std::int64_t rows = 0, trainRows = 0, testRows = 0;
    std::int64_t season = 1;  ///< rows; 1: none found
    /// Error of a linear forecast that sees the levels of the target over that of one that sees each window by itself,
    /// on training rows that neither was fitted to; 1: too few rows
    double levelError = 1;
    /// Columns besides the targets whose past makes a linear forecast of them better by at least 3 %
    std::vector<std::string> helping;
};
/// Empty columns and parts leave what there is to be found at its default. config: which columns, which split, which
/// recipe.
SeriesFacts seriesFacts(const SeriesPtr& series, const ExperimentConfig& config);

/// Settings for these data over `config`, in the order of their dependence; none for a field that `isGiven`, and what
/// is given counts for the others. Made for about 20 s of training on two cores, and chosen over a panel of series
/// (tests/bench/panel.py). Pure; a second for 100,000 rows.
std::vector<Suggestion> suggestSettings(const Dataset& data, const ExperimentConfig& config,
                                        const std::function<bool(std::string_view key)>& isGiven);
ExperimentConfig withSuggestions(ExperimentConfig config, std::span<const Suggestion> suggestions);

}  // namespace gatelab
