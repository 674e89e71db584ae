// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/model_shape.h"

#include "data/recipe/categories.h"
#include "data/recipe/known_ahead.h"

#include <algorithm>

namespace gatelab {

ModelShape modelShape(const ExperimentConfig& config, const Dataset& data) {
    ModelShape shape;
    if (data.series) {
        const Series& series = *data.series;
        shape.inputs = std::ssize(inputChannels(series, config));
        // What is known ahead is read twice.
        shape.inputs += std::ssize(
            withWordChannels(series, config.recipe, knownAheadColumns(config.recipe), unusedWords(series, config)));
        shape.targets = std::max<std::int64_t>(1, static_cast<std::int64_t>(config.targets.size()));
    } else if (data.sequences) {
        const SequenceSet& set = *data.sequences;
        shape.inputs = std::max<std::int64_t>(1, static_cast<std::int64_t>(set.channelNames.size()));
        shape.classes = static_cast<std::int64_t>(set.classNames.size());
        shape.tokens = set.tokens;
    }
    return shape;
}

}  // namespace gatelab
