// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/model_shape.h"

#include "data/many/many_series.h"
#include "data/recipe/known_ahead.h"

#include <algorithm>

namespace gatelab {

ModelShape modelShape(const ExperimentConfig& config, const Dataset& data) {
    ModelShape shape;
    if (data.series) {
        // The column that tells many series apart is no input; one that is known ahead is read twice.
        const auto channels = static_cast<std::int64_t>(data.series->channels.size()) - (isMany(*data.series) ? 1 : 0);
        shape.inputs = config.inputs.empty() ? channels : static_cast<std::int64_t>(config.inputs.size());
        shape.inputs += static_cast<std::int64_t>(knownAheadColumns(config.recipe).size());
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
