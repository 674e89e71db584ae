// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/recipe/recipe.h"

#include <QString>
#include <string>
#include <vector>

namespace gatelab {

/// "Fill gaps", in the language of the window.
QString recipeStepName(const RecipeStepConfig& step);
/// "Fill gaps, linear": the step's name and the parameters that differ from their defaults.
QString describeRecipeStep(const RecipeStepConfig& step);
/// "Fill gaps, linear; Standardise": the steps that are on. One that cannot be read stands as it is written; none:
/// "none".
QString describeRecipe(const std::vector<std::string>& recipe);

}  // namespace gatelab
