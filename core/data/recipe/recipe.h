// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/text.h"
#include "config/experiment_config.h"
#include "data/series.h"
#include "data/split.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// One value of a parameter that is chosen.
struct RecipeChoice {
    const char* key;
    Text label;
};

/// One parameter of a recipe step, for its form.
struct RecipeParameter {
    const char* key;
    Text label;
    const char* fallback;               ///< default, as text
    std::vector<RecipeChoice> choices;  ///< empty: a number
    double low = 0, high = 0;
    bool isText = false;  ///< no number: any text, which the step itself reads
};

/// A step as the user wrote it: "fill(method=linear)"; '!' in front switches it off.
struct RecipeStepConfig {
    std::string key;
    std::map<std::string, std::string> parameters;
    bool enabled = true;
};
/// Checks the step's key, its parameters' names, numbers and choices; the error lists what there is.
Result<RecipeStepConfig> parseRecipeStep(std::string_view text);
std::string formatRecipeStep(const RecipeStepConfig& step);

/// Columns under preparation: [rows] per channel, with what each column may be used for. Missing and infinite values
/// are NaN.
struct Table {
    struct Column {
        std::string name;
        std::vector<double> values;
        bool input = true;
        bool target = false;
        bool known = false;                 ///< follows from the time alone, so it is known for rows to come
        std::vector<RowRange> masked = {};  ///< rows that no target may be in, filled or not
    };
    TimeAxis time;
    std::vector<Column> columns;
    std::vector<std::string> others = {};  ///< columns of the data that are neither inputs nor targets
    /// First row after train, after validation, after test: nothing looks ahead across these
    std::vector<std::int64_t> borders;
    /// [rows] row by which all values of the row are known: later than the row itself only where a
    std::vector<std::int64_t> knownAt;
    ///< gap was interpolated. Empty: every row is known at its own time. Windows respect it.
    [[nodiscard]] std::int64_t rows() const {
        return columns.empty() ? 0 : static_cast<std::int64_t>(columns.front().values.size());
    }
};

/// The training rows of a table and nothing else: the only thing a fit function can see, so leaks are type errors.
class TrainView {
public:
    TrainView(const Table& table, RowRange train) : table_(&table), train_(train) {}
    [[nodiscard]] std::size_t columns() const { return table_->columns.size(); }
    [[nodiscard]] const std::string& name(std::size_t column) const { return table_->columns[column].name; }
    [[nodiscard]] bool isTarget(std::size_t column) const { return table_->columns[column].target; }
    [[nodiscard]] bool hasTime() const { return table_->time.known(); }
    /// Between rows; 0: not known.
    [[nodiscard]] std::int64_t stepMicros() const { return hasTime() ? table_->time.stepMicros : 0; }
    /// Also of a column that is not used.
    [[nodiscard]] bool isInData(const std::string& name) const {
        const auto& others = table_->others;
        return std::ranges::find(others, name) != others.end() ||
               std::ranges::find(table_->columns, name, &Table::Column::name) != table_->columns.end();
    }
    [[nodiscard]] std::span<const double> values(std::size_t column) const {
        return std::span(table_->columns[column].values)
            .subspan(static_cast<std::size_t>(train_.begin), static_cast<std::size_t>(train_.size()));
    }

private:
    const Table* table_;
    RowRange train_;
};

/// A step with what it learned. apply never looks at rows after the one it computes (causal). The one exception,
/// filling a gap from both its sides, says so in its help, never looks across a border, and marks the rows in
/// Table::knownAt.
class FittedStep {
public:
    virtual ~FittedStep() = default;
    /// Whether the data of the training are such that it means something there; the error says why not.
    [[nodiscard]] virtual Result<> check(const Table&) const { return {}; }
    virtual void apply(Table& table) const = 0;
    /// Takes values of target column `column` from the step's output scale back to its input scale. For steps that need
    /// history (difference) `history` holds the step-input-scale values up to the forecast origin. values: consecutive
    /// steps 1..n after the origin.
    virtual void invert(std::size_t column, std::span<const double> history, std::span<double> values) const = 0;
    /// What it learned, as JSON text, for checkpoints and the leak panel.
    [[nodiscard]] virtual std::string state() const = 0;
};

/// What a step learned, as FittedStep::state() tells it: the columns in their order, and lists of numbers by name (one
/// per column where the step learns by column). NaN: a number that JSON cannot hold (an infinity).
struct StepState {
    std::vector<std::string> columns;
    std::map<std::string, std::vector<double>> numbers;
};

/// A step that was fitted before, for rows that it has not seen.
struct SavedStep {
    const StepState& learned;
    const RecipeStepConfig& config;
    /// Number of the new data's first row, counted from the first row of the data of the training; none: not known
    std::optional<std::int64_t> firstRow;
};

/// One kind of step: a row of the table.
struct RecipeStep {
    const char* key;
    Text label;
    Text help;
    std::vector<RecipeParameter> parameters;
    Result<std::unique_ptr<FittedStep>> (*fit)(const TrainView& train, const RecipeStepConfig& config);
    /// The same step as when it was fitted, to the bit. Corrupt where what it learned is not complete.
    Result<std::unique_ptr<FittedStep>> (*restore)(const SavedStep& kept);
    bool isRepeatable = false;  ///< a recipe may hold several, each with work of its own
};
std::span<const RecipeStep> recipeSteps();
const RecipeStep* findRecipeStep(std::string_view key);
/// The text of the step that masks these rows of these columns: by their times where they are known and in order, else
/// by their numbers.
std::string maskStep(std::span<const std::string> columns, std::span<const RowRange> rows, const TimeAxis& time);

/// Data after the recipe, with everything needed to go back to the original scale. Immutable, shared between threads.
struct PreparedSeries {
    SeriesPtr source;
    Split split;
    Table table;                       ///< after all steps
    std::vector<std::size_t> inputs;   ///< columns fed to the network
    std::vector<std::size_t> targets;  ///< columns to forecast
    /// Stage k: the target columns, in the order of `targets`, before step k (for exact inversion)
    std::vector<Table> stages;
    std::vector<std::unique_ptr<FittedStep>> steps;
    std::vector<std::string> stepTexts;
    /// What minWindowScales said of the training's data, where these are others; empty: they are the training's
    std::vector<double> savedMinScales;
    /// [target][row] what originalTarget() tells where a step masks rows of a target; empty: none does
    std::vector<std::vector<double>> unmasked = {};

    /// Place of each target among the inputs; -1: it is none.
    [[nodiscard]] std::vector<std::int64_t> targetInputs() const;
    /// Places of the inputs that are known for rows to come.
    [[nodiscard]] std::vector<std::int64_t> knownInputs() const;
    /// The target's values on the original scale, gaps filled with the last value before (causal); NaN where there is
    /// none before.
    [[nodiscard]] std::vector<double> observedTarget(std::size_t t) const;
    /// The target's values on the original scale as they are in the file: NaN where nothing was observed, or is masked.
    [[nodiscard]] std::span<const double> originalTarget(std::size_t t) const;
    /// The unit of all targets on the original scale; empty: not known, or they differ.
    [[nodiscard]] std::string targetUnit() const;
    /// Forecast values of target t for steps 1..n after row `origin` (the last observed row), from prepared to original
    /// scale, in place.
    void invert(std::size_t t, std::int64_t origin, std::span<double> values) const;

private:
    [[nodiscard]] const Channel& targetChannel(std::size_t t) const;
};
using PreparedPtr = std::shared_ptr<const PreparedSeries>;

/// Chooses columns, fits every step on the training rows only, applies it. Errors name step and column. A target
/// without two different values in the training part is refused: there is nothing to learn. `kinds`: the steps that
/// there are, by the keys of the recipe.
Result<PreparedPtr> prepareSeries(const SeriesPtr& series, const ExperimentConfig& config,
                                  std::span<const RecipeStep> kinds = recipeSteps());

}  // namespace gatelab
