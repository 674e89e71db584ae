// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/recipe/recipe.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// Whether a step of this preparation says what values of the column mean: "rescale", which brings rows to another
/// unit, or "fill" with a constant, which stands for blanks.
bool isRescaled(const PreparedSeries& prepared, const std::string& column);
/// A column of the data as it is in the file, but for what such steps corrected: that is as it is then.
std::vector<double> rescaledSource(const PreparedSeries& prepared, const std::string& column);

/// The series as such steps of a recipe make it, where there are any; those that cannot be read are left.
std::optional<Series> rescaledSeries(const Series& series, std::span<const std::string> recipe);

/// Of the parameter "columns" of a step; empty: it is for all columns, or has none.
std::vector<std::string> namedColumns(const RecipeStepConfig& step);
/// Whether the step fills blanks with a constant that they mean.
bool isConstantFill(const RecipeStepConfig& step);
/// The text of the step that makes the blanks of these columns zeros.
std::string zeroStep(std::span<const std::string> columns);

/// The text of the step that makes a number missing wherever it is in these columns; none: in all.
std::string maskValuesStep(std::span<const std::string> columns, double value);
/// Whether a step that is on does so with this number of the column, in all rows.
bool masksValue(std::string_view step, const std::string& column, double value);

/// The text of the step that makes x of these rows of a column times * x + plus.
std::string rescaleStep(const std::string& column, RowRange rows, double times, double plus, const TimeAxis& time);

}  // namespace gatelab
