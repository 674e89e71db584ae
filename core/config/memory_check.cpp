// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/memory_check.h"

#include "base/number_text.h"
#include "config/field.h"
#include "io/row_memory.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace gatelab {
namespace {

constexpr double kForecastError = 0.2;

/// Tables, and on the host what is made of them for the steps: more of it than the rule allows lies in files.
double heldRows(const MemoryForecast& forecast, bool withData) {
    const double rows = forecast.tables + (withData ? forecast.data : 0);
    const auto most = static_cast<double>(rowMemoryLimit());
    return most > 0 ? std::min(rows, most) : rows;
}

struct Cause {
    double MemoryForecast::*bytes;
    Text name;
    Phrase (*remedy)(const ExperimentConfig& config);
    const char* field;  ///< where the remedy is set
};

Phrase either(Phrase first, Phrase second) {
    return {GATELAB_TEXT("Memory", "%1, or %2"), {std::move(first), std::move(second)}};
}

Phrase smallerPasses(const ExperimentConfig& config) {
    Phrase remedy = config.task == "forecast"
                        ? GATELAB_TEXT("Memory", "a smaller batch, a shorter lookback or fewer units")
                        : GATELAB_TEXT("Memory", "a smaller batch or fewer units");
    if (config.recomputeChunk == 0) remedy = either(std::move(remedy), GATELAB_TEXT("Memory", "recomputing in chunks"));
    if (config.precision != "bf16" && config.precision != "fp16")
        remedy = either(std::move(remedy), GATELAB_TEXT("Memory", "the precision BF16"));
    return remedy;
}
Phrase smallerNetwork(const ExperimentConfig&) {
    return GATELAB_TEXT("Memory", "a smaller hidden size or fewer layers");
}
Phrase smallerState(const ExperimentConfig& config) {
    return config.optimiser == "sgd" ? smallerNetwork(config)
                                     : either(smallerNetwork(config), GATELAB_TEXT("Memory", "the optimiser SGD"));
}
Phrase lessData(const ExperimentConfig&) { return GATELAB_TEXT("Memory", "a smaller part of the data"); }
Phrase lessElse(const ExperimentConfig&) { return GATELAB_TEXT("Memory", "closing other programs"); }

const Cause kCauses[] = {
    {&MemoryForecast::activations, GATELAB_TEXT("Memory", "activations"), smallerPasses, "batch_size"},
    {&MemoryForecast::workspace, GATELAB_TEXT("Memory", "workspace"), smallerPasses, "batch_size"},
    {&MemoryForecast::weights, GATELAB_TEXT("Memory", "weights"), smallerNetwork, "hidden_size"},
    {&MemoryForecast::gradients, GATELAB_TEXT("Memory", "gradients"), smallerNetwork, "hidden_size"},
    {&MemoryForecast::optimiser, GATELAB_TEXT("Memory", "optimiser state"), smallerState, "hidden_size"},
    {&MemoryForecast::data, GATELAB_TEXT("Memory", "data"), lessData, "data"},
    {&MemoryForecast::tables, GATELAB_TEXT("Memory", "data"), lessData, "data"},
    {&MemoryForecast::framework, GATELAB_TEXT("Memory", "program and libraries"), lessElse, "device"},
};

/// A limit counts address space, and a process takes more of that than it ever fills.
Phrase roomText(double available, const MemoryRoom& room) {
    if (!(room.limit > 0)) return bytesText(available);
    return {
        GATELAB_TEXT(
            "Memory",
            "%1 (the memory limit of %2, less %3 of address space that program and libraries reserve and do not fill)"),
        {bytesText(available), bytesText(room.limit), bytesText(room.limit - available)}};
}

}  // namespace

double bytesOutsideForecast(const MemoryForecast& forecast, const MemoryRoom& room) {
    return std::isfinite(room.held)
               ? std::max(0.0, room.held + room.toLoad - heldRows(forecast, false) - forecast.framework)
               : 0;
}

double availableMemory(const MemoryForecast& forecast, const MemoryRoom& room) {
    const double held = std::isfinite(room.held)
                            ? std::clamp(forecast.framework + heldRows(forecast, false) - room.toLoad, 0.0, room.held)
                            : 0,
                 available = room.bytes + held;
    return available > 0 ? available : std::numeric_limits<double>::quiet_NaN();
}

double neededMemory(const MemoryForecast& forecast, const MemoryRoom& room) {
    if (room.gpu) return forecast.total() - forecast.tables;
    return forecast.total() - (forecast.tables + forecast.data - heldRows(forecast, true));
}

MemoryFit memoryFit(const MemoryForecast& forecast, const MemoryRoom& room) {
    const double needed = neededMemory(forecast, room), available = availableMemory(forecast, room);
    if (!(available > 0)) return MemoryFit::Unknown;
    // Where address space is limited a library that is refused some ends the process: there is no room for an error.
    const double tight = (room.limit > 0 ? 1 : 1 + kForecastError) * available;
    return needed <= available ? MemoryFit::Fits : needed <= tight ? MemoryFit::Tight : MemoryFit::TooLarge;
}

std::optional<ConfigFinding> checkMemory(const ExperimentConfig& config, const MemoryForecast& forecast,
                                         const MemoryRoom& room) {
    const MemoryFit fit = memoryFit(forecast, room);
    if (fit != MemoryFit::Tight && fit != MemoryFit::TooLarge) return std::nullopt;
    const auto held = [&](const Cause& cause) {
        if (room.gpu && cause.bytes == &MemoryForecast::tables) return 0.0;
        const bool isRows = cause.bytes == &MemoryForecast::tables || cause.bytes == &MemoryForecast::data;
        return room.gpu || !isRows ? forecast.*cause.bytes : std::min(forecast.*cause.bytes, heldRows(forecast, true));
    };
    const Cause& largest = *std::ranges::max_element(kCauses, {}, held);
    std::vector<Phrase> parts = {bytesText(neededMemory(forecast, room)),
                                 roomText(availableMemory(forecast, room), room), largest.name,
                                 bytesText(held(largest)), largest.remedy(config)};
    if (fit == MemoryFit::Tight || config.startAnyway)
        return ConfigFinding{Severity::Warning,
                             largest.field,
                             {GATELAB_TEXT("Memory",
                                           "this run needs about %1 of memory, and there are %2 for it; the largest "
                                           "part is %3 with %4; should the system end it, try %5"),
                              std::move(parts)}};
    parts.emplace_back(findField("start_anyway")->label);
    return ConfigFinding{Severity::Error,
                         largest.field,
                         {GATELAB_TEXT("Memory",
                                       "not enough memory: this run needs about %1, and there are %2 for it; the "
                                       "largest part is %3 with %4; try %5; the setting '%6' starts it all the same"),
                          std::move(parts)}};
}

}  // namespace gatelab
