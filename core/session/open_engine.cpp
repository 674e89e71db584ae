// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/continue_text.h"
#include "session/engine.h"
#include "session/forecast_packed.h"
#include "session/measure_backtest.h"
#include "session/measure_compression.h"
#include "session/measure_ranks.h"

#include "base/library_folder.h"
#include "base/torch_module.h"
#include "device/monitor.h"

#include <dlfcn.h>

#include <new>
#include <string>

namespace gatelab {

namespace {

/// The loader has no code for it. A folder whose programs may not be run says "failed to map segment", too.
bool isShortOfMemory(const std::string& message) {
    return message.find("annot allocate memory") != std::string::npos ||
           (message.find("failed to map segment") != std::string::npos && addressSpace().limit > 0);
}

Error shortOfMemory(const std::string& message) {
    return {ErrorCode::OutOfMemory,
            {GATELAB_TEXT("Training",
                          "not enough memory to load the training engine (%1); nothing was started; raise the limit of "
                          "the process (ulimit -v), or close other programs"),
             {message}}};
}

Error notOurEngine(const std::string& path) {
    return {ErrorCode::Corrupt,
            {GATELAB_TEXT("Training", "%1 is not the engine of this program (%2); build or install Gatelab again"),
             {path, loaderMessage()}}};
}

/// A function of the engine's library, which is opened for it and stays open.
template <class Function>
Result<Function> engineFunction(const char* name) {
    const auto path = libraryFolder() / "libgatelab_engine.so";
    void* library = openTorchModule(path, "torch/lib/libtorch_cpu.so", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        const std::string message = loaderMessage();
        if (isShortOfMemory(message)) return shortOfMemory(message);
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Training",
                                   "the training engine cannot be opened (%1); data and kept runs can still be looked "
                                   "at; gatelab-worker "
                                   "engine install fetches what the engine needs"),
                      {message}}};
    }
    const auto function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr ? Result<Function>(function) : notOurEngine(path.string());
}

}  // namespace

Result<RunNeeds> Engine::needs(const ExperimentConfig&, const std::shared_ptr<const Dataset>&,
                               const std::filesystem::path&, const std::shared_ptr<SharedValues>&) {
    return Error{ErrorCode::Unsupported, GATELAB_TEXT("Training", "this engine trains one run after the other")};
}

Result<std::shared_ptr<Engine>> openEngine() {
    const auto make = engineFunction<Engine* (*)()>("gatelab_make_engine");
    if (!make.ok()) return make.error();
    try {
        return std::shared_ptr<Engine>((*make)());
    } catch (const std::bad_alloc& failure) {
        return shortOfMemory(failure.what());
    } catch (const std::exception& failure) {
        return Error{ErrorCode::Internal,
                     {GATELAB_TEXT("Training", "the training engine did not start: %1"), {failure.what()}}};
    }
}

Result<std::vector<RankLink>> measureRanks(const RankSetup& setup, std::int64_t size, const Progress& progress) {
    using Measure = void (*)(const RankSetup&, std::int64_t, const Progress&, Result<std::vector<RankLink>>&);
    const auto measure = engineFunction<Measure>("gatelab_measure_ranks");
    if (!measure.ok()) return measure.error();
    Result<std::vector<RankLink>> measured = Error{};
    (*measure)(setup, size, progress, measured);
    return measured;
}

Result<PackedForecast> forecastPacked(const PackedForecastRequest& request, const Progress& progress) {
    using Make = void (*)(const PackedForecastRequest&, const Progress&, Result<PackedForecast>&);
    const auto make = engineFunction<Make>("gatelab_forecast_packed");
    if (!make.ok()) return make.error();
    Result<PackedForecast> made = Error{};
    (*make)(request, progress, made);
    return made;
}

Result<std::unique_ptr<SampleForecaster>> openPackedForecaster(const std::filesystem::path& runFolder,
                                                               const std::filesystem::path& file) {
    using Made = Result<std::unique_ptr<SampleForecaster>>;
    using Open = void (*)(const std::filesystem::path&, const std::filesystem::path&, Made&);
    const auto open = engineFunction<Open>("gatelab_open_packed_forecaster");
    if (!open.ok()) return open.error();
    Made made = Error{};
    (*open)(runFolder, file, made);
    return made;
}

Result<std::unique_ptr<SequenceStream>> openSequenceStream(const std::filesystem::path& runFolder,
                                                           const StreamNetwork& network) {
    using Made = Result<std::unique_ptr<SequenceStream>>;
    using Open = void (*)(const std::filesystem::path&, const StreamNetwork&, Made&);
    const auto open = engineFunction<Open>("gatelab_open_sequence_stream");
    if (!open.ok()) return open.error();
    Made made = Error{};
    (*open)(runFolder, network, made);
    return made;
}

Result<TextContinuation> continueText(const ContinuationRequest& request, const ContinuationWatch& watch) {
    using GoOn = void (*)(const ContinuationRequest&, const ContinuationWatch&, Result<TextContinuation>&);
    const auto goOn = engineFunction<GoOn>("gatelab_continue_text");
    if (!goOn.ok()) return goOn.error();
    Result<TextContinuation> made = Error{};
    (*goOn)(request, watch, made);
    return made;
}

Result<CompressionReport> measureCompression(const CompressionRequest& request, const CompressionWatch& watch) {
    using Measure = void (*)(const CompressionRequest&, const CompressionWatch&, Result<CompressionReport>&);
    const auto measure = engineFunction<Measure>("gatelab_measure_compression");
    if (!measure.ok()) return measure.error();
    Result<CompressionReport> measured = Error{};
    (*measure)(request, watch, measured);
    return measured;
}

Result<Backtest> makeBacktest(const BacktestRequest& request, const BacktestWatch& watch) {
    using Make = void (*)(const BacktestRequest&, const BacktestWatch&, Result<Backtest>&);
    const auto make = engineFunction<Make>("gatelab_make_backtest");
    if (!make.ok()) return make.error();
    Result<Backtest> made = Error{};
    (*make)(request, watch, made);
    return made;
}

Result<NormalAhead> forecastDropout(const std::filesystem::path& runFolder, const std::shared_ptr<const Dataset>& data,
                                    std::int64_t samples) {
    using Make = void (*)(const std::filesystem::path&, const std::shared_ptr<const Dataset>&, std::int64_t,
                          Result<NormalAhead>&);
    const auto make = engineFunction<Make>("gatelab_forecast_dropout");
    if (!make.ok()) return make.error();
    Result<NormalAhead> made = Error{};
    (*make)(runFolder, data, samples, made);
    return made;
}

}  // namespace gatelab
