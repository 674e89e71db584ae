// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequences/sequence_sizes.h"

#include "config/setting_predicates.h"
#include "data/sequences/sequence_batches.h"
#include "data/split.h"
#include "data/windows.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {
namespace {

/// They are kept as they were read: nothing is prepared in advance.
double heldBytes(const SequenceSet& set) {
    double bytes = static_cast<double>(set.items.capacity() * sizeof(SequenceSet::Item) +
                                       set.parts.capacity() * sizeof(SequenceSet::Part));
    for (const SequenceSet::Item& item : set.items)
        bytes += static_cast<double>((item.values.capacity() + item.targets.capacity()) * sizeof(double));
    return bytes;
}

/// No batch is larger than its part.
ExperimentConfig withBatchOf(ExperimentConfig config, std::int64_t train) {
    config.batchSize = std::max<std::int64_t>(1, std::min(config.batchSize, train));
    return config;
}

/// Sequences with steps that the data give to a part.
std::int64_t given(const SequenceSet& set, SequenceSet::Part part) {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < std::min(set.items.size(), set.parts.size()); ++i)
        if (set.items[i].steps > 0 && set.parts[i] == part) ++count;
    return count;
}

Error noTraining(std::int64_t all) {
    return Error{
        ErrorCode::InvalidInput,
        {GATELAB_TEXT("Training", "the training part has no sequence (%1 in all); give it a larger share"), {all}}};
}

/// Where the data bring a validation part: `rest` is what they give neither to it nor to a test part; it is divided as
/// the split says only where they bring no test part.
Result<SequenceSizes> besideValidation(std::int64_t rest, std::int64_t validation, std::int64_t test,
                                       const std::string& split) {
    SequenceSizes sizes{rest, validation, test};
    if (test > 0) return rest > 0 ? Result<SequenceSizes>(sizes) : noTraining(validation + test);  // nothing to divide
    const auto rows = splitRows(split, rest, 0);
    if (!rows.ok()) return rows.error();
    const std::int64_t train = rows->train.size(), tested = rows->test.size(), both = train + tested;
    if (both > 0) sizes.test = rest * tested / both, sizes.train = rest - sizes.test;
    return sizes.train > 0 ? Result<SequenceSizes>(sizes) : noTraining(rest + validation + test);
}

}  // namespace

std::int64_t givenTest(const SequenceSet& set) { return given(set, SequenceSet::Part::Test); }
std::int64_t givenValidation(const SequenceSet& set) { return given(set, kGivenValidation); }

Result<SequenceSizes> sequenceSizes(const SequenceSet& set, const ExperimentConfig& config) {
    const std::int64_t test = givenTest(set), validation = givenValidation(set);
    const std::int64_t rest =
        std::ranges::count_if(set.items, [](const SequenceSet::Item& item) { return item.steps > 0; }) - test -
        validation;
    if (validation > 0) return besideValidation(rest, validation, test, config.split);
    return sequenceSizes(rest, test, config.split);
}

Result<SequenceSizes> sequenceSizes(std::int64_t rest, std::int64_t test, const std::string& split) {
    SequenceSizes sizes{.test = test};
    const auto rows = splitRows(split, rest, 0);
    if (!rows.ok()) return rows.error();
    const std::int64_t train = rows->train.size(), validation = rows->validation.size();
    if (sizes.test > 0) {
        sizes.train =
            std::min(rest, std::max<std::int64_t>(1, rest * train / std::max<std::int64_t>(1, train + validation)));
        sizes.validation = rest - sizes.train;
    } else {
        sizes = {train, validation, rows->test.size()};
    }
    return sizes.train > 0 ? Result<SequenceSizes>(sizes) : noTraining(rest + test);
}

ExperimentConfig withDataLength(ExperimentConfig config, const Dataset& data) {
    if (!data.sequences) return config;
    config.lookback = 1;
    for (const SequenceSet::Item& item : data.sequences->items) config.lookback = std::max(config.lookback, item.steps);
    return config;
}

std::int64_t exampleCount(const Dataset& data) {
    return data.series      ? data.series->rows()
           : data.sequences ? static_cast<std::int64_t>(data.sequences->items.size())
                            : 0;
}

std::int64_t trainingExamples(const ExperimentConfig& config, const Dataset& data) {
    if (data.sequences) {
        const auto sizes = sequenceSizes(*data.sequences, config);
        return sizes.ok() ? sizes->train : 0;
    }
    const std::int64_t rows = exampleCount(data);
    const auto split = splitRows(config.split, rows, config.splitGap);
    if (!split.ok() || !isForecast(config)) return rows;
    return windowPlaces(split->train, config.lookback, config.horizon, trainStride(config));
}

MemoryForecast forecastMemory(const ExperimentConfig& config, const ModelShape& shape, const Dataset& data,
                              std::int64_t examples) {
    if (!data.sequences) {
        const auto rows = splitRows(config.split, examples, config.splitGap);
        if (!rows.ok() || !isForecast(config)) return forecastMemory(config, shape, examples);
        const std::int64_t trained = windowPlaces(rows->train, config.lookback, config.horizon, trainStride(config));
        return forecastMemory(withBatchOf(config, trained), shape, examples,
                              windowPlaces(rows->validation, config.lookback, config.horizon, 1), {}, trained);
    }
    const SequenceBatches batches = sequenceBatches(*data.sequences, config);
    // Of more or fewer sequences each part keeps its share.
    const double share =
        static_cast<double>(examples) / static_cast<double>(std::max<std::int64_t>(1, exampleCount(data)));
    const auto part = [share](std::int64_t number) {
        return static_cast<std::int64_t>(std::ceil(share * static_cast<double>(number)));
    };
    ExperimentConfig fitting = config;
    fitting.lookback = batches.largest.steps;
    if (share <= 1) fitting.batchSize = batches.largest.size;
    SequenceFacts facts = batches.facts;
    facts.examples = part(facts.examples);
    MemoryForecast forecast = forecastMemory(withBatchOf(std::move(fitting), part(batches.train)), shape,
                                             part(batches.held), part(batches.validation), facts);
    forecast.tables = heldBytes(*data.sequences) * share;
    return forecast;
}

MemoryForecast forecastMemory(const ExperimentConfig& config, const ModelShape& shape, const Dataset& data,
                              const SplitWindows& windows) {
    return forecastMemory(withBatchOf(config, windows.train.size()), shape, exampleCount(data),
                          windows.validation.size(), {}, windows.train.size());
}

}  // namespace gatelab
