// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequence_sizes.h"

#include "data/split.h"

#include <algorithm>

namespace gatelab {

Result<SequenceSizes> sequenceSizes(const SequenceSet& set, const ExperimentConfig& config) {
    SequenceSizes sizes;
    std::int64_t rest = 0;
    for (std::size_t i = 0; i < set.items.size(); ++i) {
        if (set.items[i].steps <= 0) continue;
        ++(i < set.parts.size() && set.parts[i] == SequenceSet::Part::Test ? sizes.test : rest);
    }
    const auto split = splitRows(config.split, rest, 0);
    if (!split.ok()) return split.error();
    const std::int64_t train = split->train.size(), validation = split->validation.size();
    if (sizes.test > 0) {
        sizes.train = std::min(rest, std::max<std::int64_t>(1, rest * train / std::max<std::int64_t>(1, train + validation)));
        sizes.validation = rest - sizes.train;
    } else {
        sizes = {train, validation, split->test.size()};
    }
    if (sizes.train > 0) return sizes;
    return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Training", "the training part has no sequence (%1 in all); give it a larger share"), {set.items.size()}}};
}

ExperimentConfig withDataLength(ExperimentConfig config, const Dataset& data) {
    if (!data.sequences) return config;
    config.lookback = 1;
    for (const SequenceSet::Item& item : data.sequences->items) config.lookback = std::max(config.lookback, item.steps);
    return config;
}

std::int64_t exampleCount(const Dataset& data) { return data.series ? data.series->rows() : data.sequences ? static_cast<std::int64_t>(data.sequences->items.size()) : 0; }

MemoryForecast forecastMemory(const ExperimentConfig& config, const ModelShape& shape, const Dataset& data, std::int64_t examples, std::int64_t evaluated) {
    const ExperimentConfig fitting = withDataLength(config, data);
    return forecastMemory(fitting, shape, data.sequences ? examples * fitting.lookback : examples, evaluated);
}

}  // namespace gatelab
