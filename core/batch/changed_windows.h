// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "batch/batcher.h"
#include "config/experiment_config.h"

#include <cstdint>
#include <span>
#include <vector>

namespace gatelab {

/// Changes the windows of training batches on the processor as the augmentation settings say
/// (data/augmentation.h). Of validation and test batches nobody asks it.
class ChangedWindows {
public:
    /// `known`: inputs that follow from the time; `source` outlives it.
    ChangedWindows(const ExperimentConfig& config, std::vector<std::int64_t> known, const ExampleSource& source);
    /// Of a batch on the processor, of which row b is example numbers[b] of the source. Tokens are no numbers, and
    /// stay.
    void change(std::int64_t epoch, std::span<const std::int64_t> numbers, Batch& batch) const;

private:
    template <class T>
    void changeRows(std::int64_t epoch, std::span<const std::int64_t> numbers, const Batch& partners,
                    Batch& batch) const;

    ExperimentConfig config_;
    std::vector<std::int64_t> known_;
    const ExampleSource* source_;
};

}  // namespace gatelab
