// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "io/safetensors_file.h"

#include <cstdint>
#include <limits>
#include <map>
#include <string>

namespace gatelab {

/// Numbers of a run that training changes and a resumed run needs. Data order, dropout masks and gradient noise are
/// functions of the seed and these counters, so no random state is kept.
struct TrainingCounters {
    std::int64_t step = 0;      ///< optimiser steps done
    std::int64_t epoch = 0;     ///< 0-based, the one in progress
    std::int64_t position = 0;  ///< batches of this epoch done
    std::int64_t piece = 0;     ///< resumes so far
    double seconds = 0;
    std::int64_t threads = 1;  ///< blocks of rows that sums go over, chosen by a rule at the first start, then kept
    std::int64_t bestStep = -1, bestEpoch = -1;
    double bestValidation = std::numeric_limits<double>::infinity();
    std::int64_t epochsWithoutBest = 0;
    double plateauBest = std::numeric_limits<double>::infinity();
    std::int64_t plateauBad = 0, plateauCuts = 0;
    double lastRate = -1;  ///< learning rate last written to the metrics
    /// Loss of fitted start weights, before the first step; infinite: they were not judged
    double startValidation = std::numeric_limits<double>::infinity();
    friend bool operator==(const TrainingCounters&, const TrainingCounters&) = default;
};

/// Everything that a run needs to go on as if it had never stopped: one value, one serialiser. Tensors are
/// on the host under "weights/", "optimiser/", "best/", "average/", "carried/" and "exchange/" (what the exchange
/// between ranks has put off); `config` is the copy with all live
/// changes so far.
struct TrainingState {
    ExperimentConfig config;
    TrainingCounters counters;
    std::string implementation;
    std::string tuning;  ///< CudaModule::choices where the implementation measured any
    /// Optimiser and loss scale begin anew: a branch changed them, so that the saved ones do not fit
    bool isOptimiserNew = false;
    bool finite = true;  ///< no NaN or infinity in any tensor
    std::map<std::string, RawTensor> tensors;

    /// Tensors whose name starts with `group`/, without that prefix.
    [[nodiscard]] std::map<std::string, RawTensor> group(const std::string& group) const;
};

/// PyTorch's ReduceLROnPlateau (mode min, relative threshold, no cooldown): counts this validation loss and, when it is
/// due, one more cut.
void notePlateau(const ExperimentConfig& config, TrainingCounters& counters, double validation);

TensorFile stateToFile(const TrainingState& state);
/// Fails when a counter is missing or no number, or the configuration cannot be read.
Result<TrainingState> stateFromFile(TensorFile file);

}  // namespace gatelab
