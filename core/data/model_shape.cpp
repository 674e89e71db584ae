// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/model_shape.h"

#include "data/recipe/categories.h"
#include "data/recipe/known_ahead.h"
#include "data/recipe/word_tables.h"

#include <algorithm>

namespace gatelab {

ModelShape modelShape(const ExperimentConfig& config, const Dataset& data) {
    ModelShape shape;
    if (data.series) {
        const Series& series = *data.series;
        std::vector<std::string> inputs = inputChannels(series, config);
        // What is known ahead is read twice.
        for (const std::string& name :
             withWordChannels(series, config.recipe, knownAheadColumns(config.recipe), unusedWords(series, config)))
            inputs.push_back(name + " +1");
        shape.inputs = std::ssize(inputs);
        shape.tables = wordTables(config.recipe, inputs);
        shape.targets = std::max<std::int64_t>(1, static_cast<std::int64_t>(config.targets.size()));
    } else if (data.sequences) {
        const SequenceSet& set = *data.sequences;
        shape.inputs = std::max<std::int64_t>(1, static_cast<std::int64_t>(set.channelNames.size()));
        shape.classes = static_cast<std::int64_t>(set.classNames.size());
        shape.tokens = set.tokens;
    }
    return shape;
}

ModelShape modelShape(const ExperimentConfig& config, const PreparedSeries& prepared) {
    ModelShape shape;
    std::vector<std::string> inputs;
    for (const std::size_t column : prepared.inputs) inputs.push_back(prepared.table.columns[column].name);
    shape.inputs = std::ssize(inputs);
    shape.targets = std::ssize(prepared.targets);
    shape.targetInputs = prepared.targetInputs();
    shape.tables = wordTables(config.recipe, inputs);
    return shape;
}

}  // namespace gatelab
