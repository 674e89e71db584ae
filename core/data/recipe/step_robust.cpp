// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/recipe_steps.h"

namespace gatelab::steps {

RecipeStep robust() {
    return {"robust",
            GATELAB_TEXT("recipe", "Robust scale"),
            GATELAB_TEXT("recipe",
                         "Subtracts the median and divides by the distance of the quartiles of the training part. For "
                         "data with outliers."),
            {},
            [](const TrainView& train, const RecipeStepConfig& config) {
                return fitAffine(train, config, [](const std::vector<double>& values) {
                    return Affine{quantileOf(values, 0.5), quantileOf(values, 0.75) - quantileOf(values, 0.25)};
                });
            },
            restoreAffine};
}

}  // namespace gatelab::steps
