// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// Which items of a sequence set belong to which part; indices into SequenceSet::items.
struct SequenceParts {
    std::vector<std::int64_t> train, validation, test;
    /// What a method that needs no validation may know: all that is not tested.
    [[nodiscard]] std::vector<std::int64_t> known() const;
};

/// Parts the items: a given TEST part stays the test part; the others are shuffled by the seed and divided as
/// sequenceSizes says, but those of a running text stay in its order; a stratified split (data/split.h) gives each part
/// its share of every class, within one sequence.
Result<SequenceParts> splitSequences(const SequenceSet& set, const ExperimentConfig& config);

/// Whether all sequences have the same number of steps.
bool equallyLong(const SequenceSet& set);
/// Steps of each sequence where all of the data have as many; 0: they differ, or these are no sequences, or null.
std::int64_t equalSteps(const Dataset* data);

/// Classes of a classification or labelling set, from the names or the labels themselves.
std::int64_t countClasses(const SequenceSet& set, const std::string& task);

}  // namespace gatelab
