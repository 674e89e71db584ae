// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "data/windows.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// Something before a border that changes when only values after it do.
struct Leak {
    enum class Kind {
        Fit,      ///< what a step learned
        Column,   ///< values of a column after a step
        Known,    ///< by when a row is taken for known
        Windows,  ///< which windows there are
        Scale,    ///< the scale of a channel of sequences
        Parts     ///< which sequence belongs to which part
    };
    Kind kind = Kind::Column;
    int step = -1;             ///< number of the recipe's step, from 0; -1: none of them
    std::string stepText;      ///< "smooth(window=5)"
    std::string column;        ///< that changed; empty: none by itself
    std::string changed;       ///< the column whose later values had been changed; empty: all of them together
    std::int64_t row = -1;     ///< the first row that changed
    std::int64_t border = -1;  ///< the first row whose values had been changed
    Phrase what;               ///< the same as a sentence
};

struct PerturbedAudit {
    std::int64_t preparations = 0;  ///< how often the data were prepared with other values
    std::vector<std::int64_t> borders;
    std::vector<Leak> leaks;  ///< none: nothing before a border depends on what comes after it
};

/// Prepares the series again with other values, and other gaps, after each border (the end of the training and of the
/// validation part), and compares all that lies before it: what the steps learned, the columns, the rows that are taken
/// for known, the windows. Where something differs, each column is changed by itself and the recipe is run step by step
/// to name both. `steps`: as in prepareSeries. Thread-safe.
Result<PerturbedAudit> auditByPerturbing(const SeriesPtr& series, const ExperimentConfig& config,
                                         const Progress& progress = {},
                                         std::span<const RecipeStep> steps = recipeSteps());
/// The same for one forecast origin: whether what a window of `lookback` rows before row `border` gives the network, or
/// what the steps learned, is otherwise with other values and gaps from `border` on. `own`: the series as it is
/// prepared; of many series, the rows of the one that `border` lies in. Nothing: all is the same to the last bit. Rows
/// that are known only behind the border are in no such window. Thread-safe.
Result<std::optional<Leak>> auditOrigin(const PreparedSeries& own, const ExperimentConfig& config, std::int64_t border,
                                        std::span<const RecipeStep> steps = recipeSteps());
/// Adds to `audit` what auditByPerturbing finds; false: not looked, as the series has more values than so many (of many
/// series: times their number), or cannot be prepared with others.
bool addPerturbed(const SeriesPtr& series, const ExperimentConfig& config, std::int64_t maxValues, LeakAudit& audit);
/// The same as auditByPerturbing for sequences: other values in all items that are not trained on.
Result<PerturbedAudit> auditByPerturbing(const SequenceSet& set, const ExperimentConfig& config,
                                         const Progress& progress = {});

}  // namespace gatelab
