// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/architecture.h"
#include "data/series.h"

#include <cstdint>

namespace gatelab {

/// The batch of a run that holds most steps, those that pad it among them.
struct LargestBatch {
    std::int64_t steps = 1, size = 1;
    std::int64_t seen = 1;  ///< training steps up to the one that has it
};

/// What padding makes of the sequences of a run.
struct SequenceBatches {
    LargestBatch largest;  ///< of training
    std::int64_t train = 0, validation = 0;
    std::int64_t held = 0;  ///< steps of all parts, each part padded to its longest
    SequenceFacts facts;
};
/// Of the batches that seed and settings make. Where looking at all of them would take long, the longest sequences are
/// taken to meet.
SequenceBatches sequenceBatches(const SequenceSet& set, const ExperimentConfig& config);

}  // namespace gatelab
