// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/shared_values.h"
#include "data/series.h"
#include "observe/metric_tap.h"
#include "ranks/rank_exchange.h"
#include "run/metric_channel.h"
#include "run/run_control.h"
#include "run/run_event.h"
#include "store/workspace.h"

#include <atomic>
#include <filesystem>
#include <memory>

namespace gatelab {

/// What one run is given; all outlive it.
struct PipelineInput {
    const ExperimentConfig& config;
    std::shared_ptr<const Dataset> data;  ///< null: loaded from the configuration
    RunRecord* record = nullptr;          ///< null: nothing is kept
    std::filesystem::path resumeFrom;     ///< empty: from the start
    std::filesystem::path startWeights;   ///< safetensors with PyTorch's names; empty: drawn
    RunControl& control;
    MetricChannel& channel;
    RunProgress& progress;
    std::atomic<RunState>& state;               ///< kept up to date for whoever looks
    double epochSeconds = 0;                    ///< as in RunRequest
    std::shared_ptr<SharedValues> shared = {};  ///< as in RunRequest
    std::int64_t maxThreads = 0;                ///< as in RunRequest
    /// With the other ranks that this run trains with; null: alone. Of a follower all else but the control is unused
    RankExchange* ranks = nullptr;
    std::filesystem::path keptIn = {};  ///< of a follower: the folder of rank 0's record; empty: nothing is kept
};

/// How a run ended; the Finished event says the same.
struct PipelineEnd {
    RunState state = RunState::Finished;
    Phrase why;                     ///< empty when the plan was done and its last weights are the best
    std::vector<TestScore> scores;  ///< model and baselines on the test part
};

/// One whole run, on the calling thread, in this order: load, prepare, windows, batches, model, training,
/// test. Errors of the data, the settings or the device come back as Error; StopWithError and exceptions of LibTorch
/// pass through to the training thread's door.
Result<PipelineEnd> runPipeline(const PipelineInput& input);

}  // namespace gatelab
