// SPDX-License-Identifier: GPL-3.0-or-later
#include "compress/packed_file.h"
#include "compress/packed_layer.h"
#include "forecast/forecaster.h"
#include "forecast/kept_sequences.h"
#include "forecast/row_forecaster.h"
#include "run/packed_forecast.h"
#include "session/forecast_packed.h"
#include "store/run_weights.h"

namespace gatelab {

namespace {

/// "int8.safetensors (of the run's own weights)"
Phrase toldOf(const std::string& name, const PackedOrigin& origin) {
    if (origin.anew == 0 && origin.further == 0)
        return {GATELAB_TEXT("Compression", "%1 (the run's own weights)"), {name}};
    if (origin.anew == 0)
        return {GATELAB_TEXT("Compression", "%1 (the run's weights after %2 more steps)"), {name, origin.further}};
    return {GATELAB_TEXT("Compression", "%1 (another network than the run's: trained anew for %2 steps)"),
            {name, origin.anew + origin.further}};
}

/// `file` empty: INT8 of the weights that the run has under this name.
Result<PackedNetwork> packedNetwork(const std::filesystem::path& runFolder, const std::string& checkpoint,
                                    const std::filesystem::path& file) {
    auto weights = readRunWeights(runFolder, checkpoint);
    if (!weights.ok()) return weights.error().withContext("this run has no weights to forecast with");
    if (file.empty())
        return PackedNetwork{.weights = std::move(weights->file),
                             .units = weights->config.hiddenSize,
                             .rows = packedImplementations(PackKind::Int8),
                             .what = {GATELAB_TEXT("Compression", "INT8 of %1"), {weights->what}}};
    auto kept = readPackedFile(file);
    if (!kept.ok()) return kept.error();
    if (kept->origin.run != runFolder.filename().string())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Compression", "'%1' was made from another run (%2)"),
                      {file.filename().string(), kept->origin.run}}};
    return PackedNetwork{.weights = std::move(kept->weights),
                         .units = kept->units,
                         .rows = packedImplementations(kept->kind),
                         .what = toldOf(file.filename().string(), kept->origin),
                         .bytes = kept->bytes};
}

Error stopped(const std::exception& problem) {
    return {ErrorCode::Internal,
            {GATELAB_TEXT("Training", "the forecast stopped: %1; the run is unchanged"), {problem.what()}}};
}

}  // namespace

}  // namespace gatelab

/// Found by forecastPacked with dlsym.
extern "C" __attribute__((visibility("default"))) void gatelab_forecast_packed(
    const gatelab::PackedForecastRequest& request, const gatelab::Progress& progress,
    gatelab::Result<gatelab::PackedForecast>& made) {
    using namespace gatelab;
    try {
        const auto network = packedNetwork(request.forecast.runFolder, request.forecast.checkpoint, request.file);
        made = network.ok() ? makePackedForecast(request.forecast, *network, progress) : network.error();
    } catch (const std::exception& problem) {
        made = stopped(problem);
    }
}

/// Found by openPackedForecaster with dlsym.
extern "C" __attribute__((visibility("default"))) void gatelab_open_packed_forecaster(
    const std::filesystem::path& runFolder, const std::filesystem::path& file,
    gatelab::Result<std::unique_ptr<gatelab::SampleForecaster>>& made) {
    using namespace gatelab;
    try {
        auto network = packedNetwork(runFolder, "best", file);
        if (network.ok())
            made = openRowForecaster(runFolder, std::move(*network));
        else
            made = network.error();
    } catch (const std::exception& problem) {
        made = stopped(problem);
    }
}

/// Found by openSequenceStream with dlsym.
extern "C" __attribute__((visibility("default"))) void gatelab_open_sequence_stream(
    const std::filesystem::path& runFolder, const gatelab::StreamNetwork& network,
    gatelab::Result<std::unique_ptr<gatelab::SequenceStream>>& made) {
    using namespace gatelab;
    try {
        std::optional<PackedNetwork> packed;
        if (network.isPacked) {
            auto of = packedNetwork(runFolder, "best", network.file);
            if (!of.ok()) return void(made = of.error());
            packed = std::move(*of);
        }
        made = openKeptSequences(runFolder, std::move(packed));
    } catch (const std::exception& problem) {
        made = stopped(problem);
    }
}
