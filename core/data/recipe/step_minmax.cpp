// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/recipe_steps.h"

#include <algorithm>

namespace gatelab::steps {

RecipeStep minmax() {
    return {
        "minmax",
        GATELAB_TEXT("recipe", "Scale to a range"),
        GATELAB_TEXT("recipe",
                     "Maps the smallest and largest training value to the given limits. Later values may lie outside."),
        {{"low", GATELAB_TEXT("recipe", "Lower limit"), "0", {}, -1e6, 1e6},
         {"high", GATELAB_TEXT("recipe", "Upper limit"), "1", {}, -1e6, 1e6}},
        [](const TrainView& train, const RecipeStepConfig& config) -> Result<std::unique_ptr<FittedStep>> {
            const RecipeStep row = minmax();
            const double low = numberOf(row, config, "low"), high = numberOf(row, config, "high");
            if (!(low < high))
                return Error{ErrorCode::InvalidInput,
                             GATELAB_TEXT("Preparing", "minmax: the lower limit must be below the upper limit")};
            return fitAffine(train, config, [low, high](const std::vector<double>& values) {
                const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
                const double scale = (*largest - *smallest) / (high - low);
                return Affine{*smallest - low * (scale > 0 ? scale : 1), scale};
            });
        },
        restoreAffine};
}

}  // namespace gatelab::steps
