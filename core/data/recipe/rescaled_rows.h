// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/recipe/recipe.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// Whether a step "rescale" of this preparation brings rows of the column to another unit.
bool isRescaled(const PreparedSeries& prepared, const std::string& column);
/// A column of the data as it is in the file, but for the rows that such steps rescaled: those are as they are then.
std::vector<double> rescaledSource(const PreparedSeries& prepared, const std::string& column);

/// The series as the steps "rescale" of a recipe make it, where there are any; those that cannot be read are left.
std::optional<Series> rescaledSeries(const Series& series, std::span<const std::string> recipe);

/// The text of the step that makes x of these rows of a column times * x + plus.
std::string rescaleStep(const std::string& column, RowRange rows, double times, double plus, const TimeAxis& time);

}  // namespace gatelab
