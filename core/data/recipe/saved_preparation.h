// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/error_intervals.h"
#include "data/level_check.h"
#include "data/many/prepare_many.h"
#include "data/recipe/channel_scale.h"
#include "data/recipe/recipe.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// What a kept run needs to prepare rows that it has never seen as it prepared its own: the data of the training are
/// not asked for.
struct FittedRecipe {
    struct Column {
        std::string name, unit;  ///< unit empty: not known
        bool input = true, target = false;
        LearnedLevel learned = {};
    };
    struct Step {
        std::string text;  ///< as parseRecipeStep reads it
        StepState learned;
    };
    /// What is added to a forecast so that the truth lies between with this probability: from the quantile `level` of
    /// the sizes of the errors on the validation part, on the original scale, for each step of the horizon,
    /// [step][target]. Of runs of older versions; those of today keep `errors`.
    struct ErrorInterval {
        double level = 0;
        std::vector<double> low, high;
    };
    std::vector<Column> columns;    ///< before the first step, in the order of the table
    std::vector<Step> steps;        ///< those that were on, in their order
    std::vector<double> minScales;  ///< minWindowScales, one per target
    std::int64_t rows = 0;          ///< of the data of the training
    bool hasTime = false;
    std::int64_t firstMicros = 0, stepMicros = 0;  ///< its first time and the distance of its rows; 0: not known
    std::vector<ErrorInterval> intervals;
    /// Of the forecasts of validation and test part; empty: there were none, or the run has not ended
    ErrorIntervals errors;
    std::vector<ApartColumn> apart = {};  ///< of one of many series
    /// "number", "switch" or "word" of each of columnNames() (keptKind()); empty: kept by an older version
    std::vector<std::string> kinds = {};
    /// Many series, by their names; then the columns are told here and everything else there
    std::vector<std::string> names = {};
    std::vector<FittedRecipe> members = {};
};

/// The same for sequences.
struct SavedSequences {
    std::vector<std::string> channels, classes, tokenNames;
    std::int64_t tokens = 0;      ///< > 0: one channel of token numbers
    std::int64_t classCount = 0;  ///< also where classes have no names
    std::int64_t targets = 0;     ///< numbers per sequence; 0 for classes
    ChannelScale scale;
    std::int64_t shortest = 0, longest = 0;  ///< steps of the sequences of the training; 0: not kept
    std::int64_t soundRate = 0;              ///< samples a second of the sounds that they are; 0: no sounds, not kept
};

/// Exactly one of the two is set.
struct SavedPreparation {
    std::optional<FittedRecipe> series;
    std::optional<SavedSequences> sequences;
};

/// Prepares another series as that of the training was. Its columns are found by name; columns that were not used are
/// left out. All of its first `observedRows` rows become the test part, and nothing is fitted. NotFound names a column
/// that is missing.
Result<PreparedPtr> prepareKept(const SeriesPtr& series, const FittedRecipe& kept, std::int64_t observedRows);

/// What another series has otherwise than that of the training: distance of the rows, units, level and spread. Empty:
/// nothing.
std::vector<Phrase> differencesFrom(const FittedRecipe& kept, const Series& series);
std::vector<Phrase> differencesFrom(const SavedSequences& kept, const SequenceSet& set);

/// Another set as a kept network reads it: its classes in the order of the training (a class that it never saw is -1,
/// like none), every sequence in the test part. NotFound, InvalidInput where channels or tokens are others.
Result<SequenceSetPtr> sequencesLike(const SavedSequences& kept, const SequenceSet& set);

}  // namespace gatelab
