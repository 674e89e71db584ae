// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "train/train_plan.h"

namespace gatelab {

/// Parts the items: a given TEST part stays the test part; the others are shuffled by the seed and divided as sequenceSizes says.
Result<SequenceParts> splitSequences(const SequenceSet& set, const ExperimentConfig& config);

/// Whether all sequences have the same number of steps.
bool equallyLong(const SequenceSet& set);

/// Classes of a classification or labelling set, from the names or the labels themselves.
std::int64_t countClasses(const SequenceSet& set, const std::string& task);

}  // namespace gatelab
