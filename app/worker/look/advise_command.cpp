// SPDX-License-Identifier: GPL-3.0-or-later
// "advise": which known devices an experiment would fit on, with which precision and batch, and how fast.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"

#include "app/hardware_check.h"
#include "base/number_text.h"
#include "data/sequences/sequence_sizes.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct AdviseOptions {
    ExperimentOptions experiment;
    bool json = false, noMeasure = false, sources = false;
};

const char* fitText(MemoryFit fit) {
    switch (fit) {
        case MemoryFit::Fits:
            return "fits";
        case MemoryFit::Tight:
            return "tight";
        case MemoryFit::TooLarge:
            return "too large";
        case MemoryFit::Unknown:
            return "no such precision";
    }
    return "";
}

double examplesPerSecond(double ms, std::int64_t batch) { return 1e3 * static_cast<double>(batch) / ms; }

void printTable(const HardwareCheck& check, std::int64_t batch, bool withSources) {
    std::printf("%-30s %-9s %-9s %11s %10s %10s %12s %13s\n", "device", "precision", "memory", "of bytes", "batch to",
                "ms at best", "ms likely", "examples/s");
    for (const DeviceAdvice& one : check.devices) {
        const double ms = std::isfinite(one.likelyMs) ? one.likelyMs : one.floorMs;
        std::printf("%-30s %-9s %-9s %11s %10lld %9s%s %12s %13s\n", one.device.name.c_str(), one.precision.c_str(),
                    fitText(one.fit), plainText(bytesText(one.neededBytes)).c_str(),
                    static_cast<long long>(one.largestBatch), figureText(one.floorMs, 3).c_str(),
                    one.isHeldUp ? "*" : " ", figureText(one.likelyMs, 3).c_str(),
                    figureText(examplesPerSecond(ms, batch), 3).c_str());
        if (withSources) std::printf("    %s\n", one.device.source.c_str());
    }
    std::printf(
        "* held up by time steps that follow each other: %.1f us each with cuDNN, else %.0f operations of %.1f us\n",
        kGpuMicrosecondsPerTimeStep, kGpuOperationsPerTimeStep, kGpuMicrosecondsPerOperation);
    if (std::isfinite(check.error))
        std::printf("measured here %s ms a step, by the formula %s ms: likely is %s times at best, of processors\n",
                    figureText(check.measuredMs, 3).c_str(), figureText(check.formulaMs, 3).c_str(),
                    figureText(check.error, 3).c_str());
    std::printf("%s\n", consoleText(check.sentence).c_str());
}

void printAsJson(const HardwareCheck& check) {
    Json devices = Json::array();
    for (const DeviceAdvice& one : check.devices)
        devices.push_back({{"device", one.device.name},
                           {"precision", one.precision},
                           {"fit", fitText(one.fit)},
                           {"needed_bytes", one.neededBytes},
                           {"largest_batch", one.largestBatch},
                           {"best_ms", number(one.floorMs)},
                           {"likely_ms", number(one.likelyMs)},
                           {"held_up", one.isHeldUp},
                           {"source", one.device.source}});
    const Json json{{"measured_ms", number(check.measuredMs)},
                    {"formula_ms", number(check.formulaMs)},
                    {"error", number(check.error)},
                    {"text", check.sentence.english()},
                    {"devices", devices}};
    printJson(json);
}

int advise(const AdviseOptions& options) {
    auto config = options.experiment.config();
    if (!config.ok()) return fail(config.error(), options.json);
    const auto data = options.experiment.data(*config);
    if (!data.ok()) return fail(data.error(), options.json);
    std::shared_ptr<Engine> engine;
    if (!options.noMeasure) {
        auto opened = openEngine();
        if (!opened.ok()) return fail(opened.error(), options.json);
        engine = *opened;
    }
    installSignals();
    ProgressLine line(options.json);
    const auto check = checkHardware(engine, *config, *data, [&](double share) {
        line.show("measuring this machine", share);
        return signalCount == 0;
    });
    line.end();
    if (!check.ok()) return signalCount > 0 ? kInterrupted : fail(check.error(), options.json);
    if (options.json)
        printAsJson(*check);
    else
        printTable(*check, std::min(config->batchSize, std::max<std::int64_t>(1, trainingExamples(*config, **data))),
                   options.sources);
    return kDone;
}

}  // namespace

CommandAction setAdvise(CLI::App& app) {
    const auto options = std::make_shared<AdviseOptions>();
    options->experiment.addTo(app);
    app.add_flag("--no-measure", options->noMeasure, "Only the formulas: how far they are off here is not measured");
    app.add_flag("--sources", options->sources, "Also where the figures of each device are from");
    app.add_flag("--json", options->json, "One JSON object");
    return [options] { return advise(*options); };
}

}  // namespace gatelab::worker
