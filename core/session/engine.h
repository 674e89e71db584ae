// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "base/shared_values.h"
#include "config/architecture.h"
#include "config/experiment_config.h"
#include "data/recipe/recipe.h"
#include "data/series.h"
#include "device/engine_info.h"
#include "inspect/inspection.h"
#include "run/continuation.h"
#include "run/finder.h"
#include "run/forecast_set.h"
#include "run/metric_channel.h"
#include "run/run_control.h"
#include "run/run_needs.h"
#include "run/sample_forecaster.h"
#include "run/start_weights.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/// The LibTorch-free face of libgatelab_engine. ui and app see this header and nothing behind it; the library is opened
/// with dlopen.
namespace gatelab {

class RunRecord;
struct RankSetup;

/// Of a process that a run with several ranks started: where it is told all else (PipeStore).
struct RankChannel {
    int in = -1, out = -1;     ///< descriptors of reading and writing; both are closed by the run; -1: it is none
    std::string address = {};  ///< of this machine, as it was reached from another one; empty: it is the starter's
};

/// What to run. The record (may be null: nothing is kept, e.g. for benches) is owned by the run from now on.
struct RunRequest {
    ExperimentConfig config;
    std::shared_ptr<const Dataset> data;  ///< null: loaded from config on the training thread
    std::unique_ptr<RunRecord> record;
    std::filesystem::path resumeFrom;  ///< checkpoint or run folder; empty: from the start
    /// Safetensors with PyTorch's names, for a run from the start; empty: drawn
    std::filesystem::path startWeights = {};
    double epochSeconds = 0;  ///< of training per epoch as forecast before: the run scores it; 0: none
    bool stepsOnce = false;   ///< makes one step, then it is paused
    /// Of runs that train together: what they read, prepare and measure once; null: it trains alone
    std::shared_ptr<SharedValues> shared = {};
    /// Threads that share its batches, however many are fastest; its bits are the same. 0: those that are fastest
    std::int64_t maxThreads = 0;
    RankChannel rank = {};
    std::shared_ptr<const RankSetup> ranks = {};  ///< of a run with several ranks; null: all on this machine
};

/// One run on its own thread. Destruction abandons (saves a checkpoint, state Interrupted) and joins.
class RunSession {
public:
    virtual ~RunSession() = default;
    virtual RunControl& control() = 0;                 ///< any thread
    virtual MetricChannel& channel() = 0;              ///< one consumer thread
    [[nodiscard]] virtual RunState state() const = 0;  ///< any thread, at once
    [[nodiscard]] virtual bool done() const = 0;       ///< any thread, at once
    virtual void wait() = 0;                           ///< blocks until the training thread has ended
};

/// Everything that needs tensors.
class Engine {
public:
    virtual ~Engine() = default;
    virtual const EngineInfo& info() = 0;
    /// Before a run from the start is kept: what start() would refuse of its settings, data, machine and weights is
    /// said here, with the field that is to blame where there is one. The data that was looked at, for the run: `data`,
    /// or what was loaded where that is null. Blocks; call it from a job thread.
    virtual Result<std::shared_ptr<const Dataset>> check(const ExperimentConfig& config,
                                                         const std::shared_ptr<const Dataset>& data,
                                                         const std::filesystem::path& startWeights) = 0;
    /// The same check for a run that is to train beside others, without a look at what is free now, and what it would
    /// take. Blocks; call it from a job thread.
    virtual Result<RunNeeds> needs(const ExperimentConfig& config, const std::shared_ptr<const Dataset>& data,
                                   const std::filesystem::path& startWeights,
                                   const std::shared_ptr<SharedValues>& shared);
    /// Returns at once; errors of the data or the model arrive as a Finished event with state Failed.
    virtual Result<std::unique_ptr<RunSession>> start(RunRequest request) = 0;
    /// Writes the checkpoint from which `into` goes on when it is resumed; nothing is trained. InvalidInput when
    /// settings change the weights' shapes or leave nothing to train. Blocks; call it from a job thread.
    virtual Result<PreparedContinuation> prepare(const Continuation& continuation) = 0;
    /// Blocks; call it from a job thread.
    virtual Result<ForecastSet> forecast(const ForecastRequest& request, const Progress& progress) = 0;
    /// A kept run that forecasts after every row it is given. Blocks; the forecaster stays on the thread that uses it.
    virtual Result<std::unique_ptr<SampleForecaster>> openForecaster(const std::filesystem::path& runFolder) = 0;
    /// Searches a learning rate or batch size on a network of its own. Blocks; call it from a job thread.
    virtual Result<FinderResult> find(const FinderRequest& request, const Progress& progress) = 0;
    /// Looks inside the network of a kept run, or of one that trains (inspect/inspection.h). Blocks; call it from a job
    /// thread.
    virtual Result<std::unique_ptr<Inspector>> inspect(const InspectRequest& request) = 0;
    /// How the start values of a network are spread (train/start_weights.h). Blocks, for up to a second; call it from a
    /// job thread.
    virtual Result<std::vector<StartWeights>> startWeights(const ExperimentConfig& config, const ModelShape& shape) = 0;
};

/// Opens libgatelab_engine beside libgatelab_core (about 0.6 s; call it off the GUI thread). The library stays open for
/// the life of the program.
Result<std::shared_ptr<Engine>> openEngine();

/// Writes a forecast set: CSV (one row per window, step, target; original scale, with time where known; answers to
/// sequences as in core/export/forecast_export.cpp) and HDF5 (arrays and attributes).
Result<> exportForecastCsv(const ForecastSet& set, const std::filesystem::path& path);
/// The recursive forecast alone: one row per step and target, with time where known. Fails with InvalidInput when there
/// is none.
Result<> exportClosedLoopCsv(const ForecastSet& set, const std::filesystem::path& path);
Result<> exportForecastHdf5(const ForecastSet& set, const std::filesystem::path& path);
/// What follows the last observed row: one row per step and target, with its time where known and the bounds of every
/// interval. InvalidInput when there is none.
Result<> exportFutureCsv(const ForecastSet& set, const std::filesystem::path& path);

}  // namespace gatelab
