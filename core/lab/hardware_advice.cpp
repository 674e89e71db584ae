// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/hardware_advice.h"

#include "config/cell_traits.h"
#include "config/setting_predicates.h"
#include "lab/lab.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <initializer_list>

namespace gatelab {

namespace {

constexpr std::int64_t kLargestBatch = 1 << 16;
constexpr double kAlike = 0.01;

bool isAllowed(const std::string& precision, const ExperimentConfig& config) {
    if (isFp64(config.precision) || isFp64(precision)) return precision == config.precision;
    return !isFp16(precision) || isFp16(config.precision);
}

ExperimentConfig on(const KnownDevice& device, ExperimentConfig config, const std::string& precision) {
    config.device = device.isGpu ? "cuda:0" : "cpu";
    config.precision = precision;
    return config;
}

MemoryRoom roomOf(const KnownDevice& device) { return {device.memoryBytes, device.isGpu}; }

/// The experiment's batch, halved until it fits, else doubled as long as it does.
std::int64_t largestBatch(const KnownDevice& device, ExperimentConfig config, const HardwareFormulas& formulas) {
    const auto fitsWith = [&](std::int64_t rows) {
        config.batchSize = rows;
        return memoryFit(formulas.memory(config), roomOf(device)) == MemoryFit::Fits;
    };
    const std::int64_t most = std::min(kLargestBatch, formulas.trainingExamples);
    std::int64_t rows = std::max<std::int64_t>(1, std::min(config.batchSize, most));
    if (!fitsWith(rows)) {
        while (rows > 1 && !fitsWith(rows)) rows /= 2;
        return fitsWith(rows) ? rows : 0;
    }
    while (rows < most && fitsWith(std::min(2 * rows, most))) rows = std::min(2 * rows, most);
    return rows;
}

double gpuMicrosecondsOfLayer(const ExperimentConfig& config) {
    const auto steps = static_cast<double>(config.lookback);
    const CellTraits& cell = cellTraits(config.cell);
    if (cell.library) return kGpuMicrosecondsPerTimeStep * steps;
    const double each = kGpuOperationsPerTimeStep * kGpuMicrosecondsPerOperation;
    return each * (cell.readsHidden() ? steps : std::max(1.0, std::ceil(std::log2(steps))));
}

double heldUpMs(const KnownDevice& device, const ExperimentConfig& config) {
    return device.isGpu ? 1e-3 * gpuMicrosecondsOfLayer(config) * static_cast<double>(config.layers) : 0;
}

DeviceAdvice adviceOf(const KnownDevice& device, ExperimentConfig config, const HardwareFormulas& formulas,
                      double error) {
    config.batchSize = std::min(config.batchSize, std::max<std::int64_t>(1, formulas.trainingExamples));
    DeviceAdvice advice;
    advice.device = device;
    advice.floorMs = std::numeric_limits<double>::infinity();
    for (const auto& [precision, rate] : device.flopsPerSecond) {
        if (!isAllowed(precision, config)) continue;
        const ExperimentConfig there = on(device, config, precision);
        const double least = floorMs(formulas.work(there), {rate, device.bytesPerSecond, 1, device.name});
        if (least < advice.floorMs) advice.floorMs = least, advice.precision = precision;
    }
    if (advice.precision.empty()) return advice;
    const double held = heldUpMs(device, config);
    advice.isHeldUp = held > advice.floorMs;
    if (std::isfinite(error) && !device.isGpu) advice.likelyMs = advice.floorMs * error;
    advice.floorMs = std::max(held, advice.floorMs);
    const ExperimentConfig there = on(device, config, advice.precision);
    const MemoryForecast memory = formulas.memory(there);
    advice.fit = memoryFit(memory, roomOf(device));
    advice.neededBytes = neededMemory(memory, roomOf(device));
    advice.largestBatch = largestBatch(device, there, formulas);
    return advice;
}

bool fits(const DeviceAdvice& one) { return one.fit == MemoryFit::Fits || one.fit == MemoryFit::Tight; }

/// What is to be reckoned with: at best where nothing more is known.
double expectedMs(const DeviceAdvice& one) { return std::isfinite(one.likelyMs) ? one.likelyMs : one.floorMs; }

std::string digits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

}  // namespace

std::vector<DeviceAdvice> adviseHardware(std::span<const KnownDevice> devices, const ExperimentConfig& config,
                                         const HardwareFormulas& formulas, double error) {
    std::vector<DeviceAdvice> all;
    for (const KnownDevice& device : devices) all.push_back(adviceOf(device, config, formulas, error));
    std::ranges::stable_sort(all, [](const DeviceAdvice& a, const DeviceAdvice& b) {
        return fits(a) != fits(b) ? fits(a) : expectedMs(a) < expectedMs(b);
    });
    return all;
}

Phrase hardwareSentence(std::span<const DeviceAdvice> advice, double error) {
    const auto fitting = std::ranges::count_if(advice, fits);
    if (fitting == 0)
        return GATELAB_TEXT("Hardware", "It fits on none of the known devices: take a smaller batch or network");
    const DeviceAdvice& best = advice.front();
    Phrase fastest{
        GATELAB_TEXT("Hardware", "It fits on %1 of %2 devices; fastest is %3 with %4: %5 ms a step at best."),
        {fitting, std::ssize(advice), best.device.name, best.precision, digits(best.floorMs)}};
    const auto alike = std::ranges::count_if(advice, [&best](const DeviceAdvice& one) {
        return fits(one) && expectedMs(one) <= expectedMs(best) * (1 + kAlike);
    });
    if (alike > 1)
        fastest = {GATELAB_TEXT("Hardware",
                                "It fits on %1 of %2 devices; the %3 fastest are alike, %4 with %5 among them: %6 ms a "
                                "step at best."),
                   {fitting, std::ssize(advice), alike, best.device.name, best.precision, digits(best.floorMs)}};
    if (best.isHeldUp)
        fastest =
            together(std::move(fastest), GATELAB_TEXT("Hardware",
                                                      "Time steps that follow each other hold a GPU up here: a larger "
                                                      "batch costs nothing more."));
    if (!std::isfinite(error)) return fastest;
    return together(std::move(fastest),
                    {GATELAB_TEXT("Hardware",
                                  "On this machine a step takes %1 times what the formula says, and that is "
                                  "reckoned for processors; no GPU was measured, and GPUs stand at their best."),
                     {digits(error)}});
}

}  // namespace gatelab
