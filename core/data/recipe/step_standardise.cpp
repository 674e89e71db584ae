// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/sum_of_squares.h"
#include "data/recipe/recipe_steps.h"

namespace gatelab::steps {
namespace {

/// Mean and standard deviation (divided by n, as published ETTh1 results do), in two passes for accuracy.
Affine learnMoments(const std::vector<double>& values) {
    const auto count = static_cast<double>(values.size());
    double sum = 0;
    for (const double value : values) sum += value;
    const double mean = sum / count;
    SumOfSquares squares;
    for (const double value : values) squares.add(value - mean);
    return {mean, squares.rootMean(count)};
}

}  // namespace

RecipeStep standardise() {
    return {
        "standardise",
        GATELAB_TEXT("recipe", "Standardise"),
        GATELAB_TEXT("recipe",
                     "Subtracts the mean and divides by the standard deviation of the training part. The usual "
                     "choice for recurrent networks."),
        {},
        [](const TrainView& train, const RecipeStepConfig& config) { return fitAffine(train, config, learnMoments); },
        restoreAffine};
}

}  // namespace gatelab::steps
