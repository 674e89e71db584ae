// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequence_sizes.h"

#include "data/sequence_parts.h"
#include "data/split.h"

#include <algorithm>

namespace gatelab {
namespace {

/// They are kept as they were read: nothing is prepared in advance.
double heldBytes(const SequenceSet& set) {
    double bytes = static_cast<double>(set.items.capacity() * sizeof(SequenceSet::Item) + set.parts.capacity() * sizeof(SequenceSet::Part));
    for (const SequenceSet::Item& item : set.items) bytes += static_cast<double>((item.values.capacity() + item.targets.capacity()) * sizeof(float));
    return bytes;
}

}  // namespace

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
    ExperimentConfig fitting = withDataLength(config, data);
    std::int64_t train = fitting.batchSize;
    if (data.sequences) {
        const auto sizes = sequenceSizes(*data.sequences, config);
        // Of more or fewer sequences each part keeps its share.
        const auto part = [&](std::int64_t size) { return (size * examples + exampleCount(data) - 1) / exampleCount(data); };
        if (sizes.ok()) train = part(sizes->train);
        if (sizes.ok() && evaluated < 0) evaluated = part(sizes->validation);
    } else if (const auto rows = splitRows(config.split, examples, config.splitGap); rows.ok()) {
        train = (rows->train.size() - config.lookback - config.horizon) / std::max<std::int64_t>(1, config.stride) + 1;
    }
    fitting.batchSize = std::clamp<std::int64_t>(train, 1, std::max<std::int64_t>(1, fitting.batchSize));  // no batch is larger than its part
    if (!data.sequences) return forecastMemory(fitting, shape, examples, evaluated);
    MemoryForecast forecast = forecastMemory(fitting, shape, examples * fitting.lookback, evaluated);
    forecast.tables = heldBytes(*data.sequences) * static_cast<double>(examples) / static_cast<double>(std::max<std::int64_t>(1, exampleCount(data)));
    // Each length asks for blocks of its own size, and those of the lengths before are kept.
    if (!equallyLong(*data.sequences)) forecast.spare = forecast.activations + forecast.workspace;
    return forecast;
}

}  // namespace gatelab
