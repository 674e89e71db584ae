// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace gatelab {

/// What to look for, and on which network.
struct FinderRequest {
    enum class Kind { LearningRate, BatchSize } kind = Kind::LearningRate;
    ExperimentConfig config;
    std::shared_ptr<const Dataset> data;  ///< null: loaded from the configuration
    /// Run or checkpoint folder whose weights are copied; empty: start values of the configuration
    std::filesystem::path weights;
};

/// One learning rate or batch size that was tried.
struct FinderPoint {
    double value = 0;
    double loss = 0, smoothed = 0;  ///< learning rate: loss of that step, and its running mean
    double samplesPerSecond = 0;    ///< batch size: median of the rounds
    double tensorBytes = 0;         ///< batch size: peak of the tensors
    /// Batch size: of the samples per second, from the slowest round to the fastest
    double spread = 0;
};

/// A chart's data and what follows from it. The search has touched no run.
struct FinderResult {
    FinderRequest::Kind kind = FinderRequest::Kind::LearningRate;
    std::vector<FinderPoint> points;  ///< in the order of `value`
    double suggestion = 0;            ///< `reason` says why this one
    bool weak = false;                ///< the suggestion is hardly told from noise; `reason` says so
    Phrase reason;                    ///< whole sentences
    const char* field = "";           ///< key of the setting that takes the suggestion
};

}  // namespace gatelab
