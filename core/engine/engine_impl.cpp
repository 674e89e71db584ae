// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/engine.h"

#include "engine/rank_run.h"
#include "engine/run_session.h"
#include "forecast/forecaster.h"
#include "forecast/row_forecaster.h"
#include "nn/host_memory.h"
#include "plan/devices.h"
#include "replay/inspector.h"
#include "train/continuation.h"
#include "train/failure.h"
#include "train/finders.h"
#include "train/start_check.h"
#include "train/start_weights.h"

namespace gatelab {

namespace {

/// The engine of this process. Devices are looked up once, when it is opened.
class LibTorchEngine final : public Engine {
public:
    LibTorchEngine() { installHostMemory(); }

    const EngineInfo& info() override { return info_; }

    Result<std::shared_ptr<const Dataset>> check(const ExperimentConfig& config,
                                                 const std::shared_ptr<const Dataset>& data,
                                                 const std::filesystem::path& startWeights) override {
        try {
            return checkStart(config, data, startWeights);
        } catch (...) {
            return describeFailure(std::current_exception());
        }
    }

    Result<RunNeeds> needs(const ExperimentConfig& config, const std::shared_ptr<const Dataset>& data,
                           const std::filesystem::path& startWeights,
                           const std::shared_ptr<SharedValues>& shared) override {
        try {
            return startNeeds(config, data, startWeights, shared);
        } catch (...) {
            return describeFailure(std::current_exception());
        }
    }

    Result<std::unique_ptr<RunSession>> start(RunRequest request) override {
        try {
            return std::unique_ptr<RunSession>(std::make_unique<InProcessSession>(std::move(request)));
        } catch (const std::exception& problem) {
            return Error{ErrorCode::Internal,
                         {GATELAB_TEXT("Training",
                                       "no training thread could be started: %1; nothing was changed; close other "
                                       "programs and try again"),
                          {problem.what()}}};
        }
    }

    Result<PreparedContinuation> prepare(const Continuation& continuation) override {
        try {
            return prepareContinuation(continuation);
        } catch (const std::exception& problem) {
            return Error{ErrorCode::Internal,
                         {GATELAB_TEXT("Training", "the checkpoint could not be prepared: %1; nothing was changed"),
                          {problem.what()}}};
        }
    }

    Result<ForecastSet> forecast(const ForecastRequest& request, const Progress& progress) override {
        try {
            return makeForecastSet(request, progress);
        } catch (const std::exception& problem) {
            return Error{
                ErrorCode::Internal,
                {GATELAB_TEXT("Training", "the forecast stopped: %1; the run is unchanged"), {problem.what()}}};
        }
    }

    Result<std::unique_ptr<SampleForecaster>> openForecaster(const std::filesystem::path& runFolder) override {
        try {
            return openRowForecaster(runFolder);
        } catch (const std::exception& problem) {
            return Error{
                ErrorCode::Internal,
                {GATELAB_TEXT("Training", "the forecast stopped: %1; the run is unchanged"), {problem.what()}}};
        }
    }

    Result<FinderResult> find(const FinderRequest& request, const Progress& progress) override {
        try {
            return runFinder(request, progress);
        } catch (const std::exception& problem) {
            return Error{ErrorCode::Internal,
                         {GATELAB_TEXT("Training", "the search stopped: %1; nothing was changed"), {problem.what()}}};
        }
    }

    Result<std::unique_ptr<Inspector>> inspect(const InspectRequest& request) override {
        try {
            return openInspector(request);
        } catch (const std::exception& problem) {
            return Error{ErrorCode::Internal,
                         {GATELAB_TEXT("Inspect", "the network could not be looked into: %1; the run is unchanged"),
                          {problem.what()}}};
        }
    }

    Result<std::vector<StartWeights>> startWeights(const ExperimentConfig& config, const ModelShape& shape) override {
        try {
            return gatelab::startWeights(config, shape);
        } catch (const std::exception& problem) {
            return Error{ErrorCode::Internal,
                         {GATELAB_TEXT("Training", "the initial weights could not be drawn: %1"), {problem.what()}}};
        }
    }

private:
    EngineInfo info_ = describeEngine();
};

}  // namespace

}  // namespace gatelab

/// Found by openEngine with dlsym; the caller owns the engine.
extern "C" __attribute__((visibility("default"))) gatelab::Engine* gatelab_make_engine() {
    return new gatelab::LibTorchEngine();
}

/// Found by measureRanks likewise.
extern "C" __attribute__((visibility("default"))) void gatelab_measure_ranks(
    const gatelab::RankSetup& setup, std::int64_t size, const gatelab::Progress& progress,
    gatelab::Result<std::vector<gatelab::RankLink>>& measured) {
    try {
        measured = gatelab::measureAsFirst(setup, size, progress);
    } catch (const std::exception& problem) {
        measured = gatelab::Error{
            gatelab::ErrorCode::Internal,
            {GATELAB_TEXT("Ranks", "the messages between ranks could not be measured: %1"), {problem.what()}}};
    }
}
