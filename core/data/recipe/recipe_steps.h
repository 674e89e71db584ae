// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/recipe/recipe.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

/// What the step files share; only core/data includes this. Each function returns one row of the table in
/// recipe_steps.cpp.
namespace gatelab::steps {

RecipeStep rescale();
RecipeStep mask();
RecipeStep fill();
RecipeStep standardise();
RecipeStep minmax();
RecipeStep robust();
RecipeStep difference();
RecipeStep seasonalDifference();
RecipeStep logarithm();
RecipeStep boxCox();
RecipeStep clip();
RecipeStep detrend();
RecipeStep smooth();
RecipeStep calendar();
RecipeStep lags();
RecipeStep rolling();
RecipeStep oneHot();
RecipeStep category();
RecipeStep formula();
RecipeStep fourier();
RecipeStep holidays();
RecipeStep known();

/// A step after which values are what was observed, also those of a target: it says what the file means, in another
/// unit or by a blank.
class TruthStep : public FittedStep {
public:
    [[nodiscard]] virtual bool concerns(const std::string& column) const = 0;
    /// The values of such a column as they are meant.
    virtual void correct(const TimeAxis& time, std::span<double> values) const = 0;
    void apply(Table& table) const final {
        for (Table::Column& column : table.columns)
            if (!column.known && concerns(column.name)) correct(table.time, column.values);
    }
    void invert(std::size_t, std::span<const double>, std::span<double>) const final {}
};
/// The one of a step's text, of its data from their first row on; null: the step is none, or cannot be read.
std::unique_ptr<TruthStep> truthStep(std::string_view text);

/// A step "known" without its rows gets those of the horizon; another step stays as it is.
void settleKnown(std::int64_t horizon, RecipeStepConfig& config);
/// A step that scales leaves the words of columns that are read through a table at 0 and 1, also where they are known
/// ahead: it gets the columns as a parameter of its own, which no text of a step has.
void settleWords(const std::vector<std::string>& recipe, RecipeStepConfig& config);

/// After all steps: fills PreparedSeries::unmasked.
void leaveOutMasked(PreparedSeries& prepared);

/// The same list of such names.
std::string namesText(std::span<const std::string> names);
/// Names of a list "a|b%2Cc", in which what the text of a step gives another meaning is written as %XX.
std::vector<std::string> namesOf(const std::string& text);
std::string unescaped(std::string_view text);
std::string escaped(std::string_view name);

/// Value of a parameter of a checked step, or its row's default.
double numberOf(const RecipeStep& row, const RecipeStepConfig& config, const char* name);
std::string textOf(const RecipeStep& row, const RecipeStepConfig& config, const char* name);

/// The training values that are there (neither missing nor infinite).
std::vector<double> presentValues(const TrainView& train, std::size_t column);
/// The same for a step that must learn from them; fails naming the column that has none.
Result<std::vector<double>> valuesToLearn(const TrainView& train, std::size_t column);
/// Quantile by linear interpolation (Hyndman and Fan 1996, type 7) of values in any order; values must not be empty.
double quantileOf(std::vector<double> values, double q);

/// "[1.5, null]": JSON that reads back to the same doubles.
std::string jsonNumbers(const std::vector<double>& values);
/// {"columns": ["a"], "mean": [1.5]}
std::string jsonState(const std::vector<std::string>& columns,
                      const std::vector<std::pair<std::string, std::vector<double>>>& lists);

/// y = (x - offset) / scale per column: standardise, minmax and robust differ only in how the two are learned.
struct Affine {
    double offset = 0;
    double scale = 1;
};
/// Fits `learn` on the present training values of every column but those of settleWords. Fails naming the column that
/// has none.
Result<std::unique_ptr<FittedStep>> fitAffine(const TrainView& train, const RecipeStepConfig& config,
                                              const std::function<Affine(const std::vector<double>&)>& learn);
Result<std::unique_ptr<FittedStep>> restoreAffine(const SavedStep& kept);

/// A list that a step learned, one number per column. Corrupt when it is missing or of another length.
Result<std::vector<double>> learnedNumbers(const StepState& learned, const char* name);

}  // namespace gatelab::steps
