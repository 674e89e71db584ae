// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/architecture.h"
#include "data/series.h"
#include "data/windows.h"

#include <cstdint>

namespace gatelab {

/// In SequenceSet::parts: of a validation folder or list, which is the validation part.
inline constexpr SequenceSet::Part kGivenValidation{3};

/// How many sequences each part has: given test and validation parts stay what they are; the others are divided by the
/// shares (or numbers) of config.split; where a test part is given, training and validation share the rest in their
/// proportion, and where only a validation part is given, training and test. Sequences without a step are in no part.
struct SequenceSizes {
    std::int64_t train = 0, validation = 0, test = 0;
};
/// Sequences of the TEST part that the data bring, without those of no step.
std::int64_t givenTest(const SequenceSet& set);
/// The same of the validation part.
std::int64_t givenValidation(const SequenceSet& set);
/// InvalidInput when none is left for training.
Result<SequenceSizes> sequenceSizes(const SequenceSet& set, const ExperimentConfig& config);
/// The same of `rest` sequences beside a test part of `test` that is given (0: none is).
Result<SequenceSizes> sequenceSizes(std::int64_t rest, std::int64_t test, const std::string& split);

/// The settings with the length that the data give: sequences are padded to the longest, whatever the lookback is set
/// to.
ExperimentConfig withDataLength(ExperimentConfig config, const Dataset& data);
/// Rows of a series, or sequences.
std::int64_t exampleCount(const Dataset& data);
/// Windows or sequences of the training part; 0: the data cannot be split so.
std::int64_t trainingExamples(const ExperimentConfig& config, const Dataset& data);
/// The forecast with what only the data tell: how long the sequences of the largest batch are, how large the validation
/// part is, and that no batch is larger than its part. examples: as exampleCount counts.
MemoryForecast forecastMemory(const ExperimentConfig& config, const ModelShape& shape, const Dataset& data,
                              std::int64_t examples);
/// The same of a series whose windows are known, which may be fewer than there are places for.
MemoryForecast forecastMemory(const ExperimentConfig& config, const ModelShape& shape, const Dataset& data,
                              const SplitWindows& windows);

}  // namespace gatelab
