// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_report.h"

#include "base/number_text.h"
#include "base/units.h"
#include "config/cell_traits.h"
#include "config/choices.h"
#include "config/config_identity.h"
#include "config/setting_predicates.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace gatelab {

namespace {

Phrase size(double bytes) { return numberPhrase(sizeText(bytes)); }

Phrase count(std::int64_t number) { return numberPhrase(std::to_string(number)); }

/// "+32 %".
Phrase errorPercent(double percent, const std::string& written) {
    return numberPhrase((percent > 0 ? "+" : "") + written + " %");
}

Phrase seconds(double value) {
    return std::isfinite(value) ? Phrase(GATELAB_TEXT("RunReport", "%1 s"), {numberPhrase(numberText(value, 3))})
                                : Phrase();
}

/// The label of a choice; of one that this version does not have, its key.
Phrase labelOf(std::span<const Choice> choices, const std::string& key) {
    const Choice* row = findChoice(choices, key);
    return row != nullptr ? Phrase(row->label) : Phrase(key);
}

/// LibTorch has the library's own layer on the processor for the LSTM alone.
Phrase layers(const std::string& cell, const RunPlanInfo& plan) {
    if (!isLibrary(plan.implementation)) return labelOf(implementationChoices(), plan.implementation);
    const bool isGpu = plan.device.find("NVIDIA") != std::string::npos;
    return {isGpu                     ? GATELAB_TEXT("RunReport", "cuDNN %1")
            : cellTraits(cell).oneDnn ? GATELAB_TEXT("RunReport", "oneDNN %1")
                                      : GATELAB_TEXT("RunReport", "LibTorch %1"),
            {labelOf(cellChoices(), cell)}};
}

ReportedFact tensorMemory(const RunMeasures& measures) {
    const ForecastScore& score = measures.forecasts.memory;
    ReportedFact fact{"tensor_memory", GATELAB_TEXT("RunReport", "Tensor memory"),
                      forecastPhrase(score, [](double mebi) { return size(kMiB * mebi); })};
    if (measures.isResumed && std::isfinite(score.measured))
        fact.notes.emplace_back(GATELAB_TEXT("RunReport", "since the last resume"));
    return fact;
}

/// The chart draws the whole process: what is told apart from it must not bear its name.
ReportedFact processMemory(const RunMeasures& measures) {
    const MemoryFigures& memory = measures.memory;
    ForecastScore whole;
    if (memory.forecast > 0) whole.forecast = memory.forecast;
    // The peak that a GPU's allocator tells is of the tensors alone.
    if (!memory.gpu && memory.measured > 0) whole.measured = memory.measured;
    ReportedFact fact{"process_memory",
                      memory.gpu          ? GATELAB_TEXT("RunReport", "Memory forecast in all")
                      : memory.beside > 0 ? GATELAB_TEXT("RunReport", "Worker memory")
                                          : GATELAB_TEXT("RunReport", "Whole process"),
                      forecastPhrase(whole, size)};
    if (measures.isResumed && std::isfinite(whole.measured))
        fact.notes.emplace_back(GATELAB_TEXT("RunReport", "since the last resume"));
    if (memory.beside > 0)
        fact.notes.push_back({GATELAB_TEXT("RunReport", "the whole process, %1, less the window's own %2"),
                              {size(memory.measured + memory.beside), size(memory.beside)}});
    return fact;
}

RunReport costs(const RunMeasures& measures) {
    const ForecastScore& epoch = measures.forecasts.epoch;
    const double late = epoch.errorPercent();
    RunReport report{tensorMemory(measures),
                     processMemory(measures),
                     {"epoch_seconds", GATELAB_TEXT("RunReport", "Time per epoch"), seconds(epoch.measured)},
                     {"epoch_forecast", GATELAB_TEXT("RunReport", "Estimated time per epoch"), seconds(epoch.forecast),
                      epochForecastNotes(measures.forecasts)},
                     {"epoch_error", GATELAB_TEXT("RunReport", "Estimation error"),
                      std::isfinite(late) ? errorPercent(late, numberText(late, 2)) : Phrase()}};
    if (measures.disturbedSeconds > 0)
        report.push_back(
            {"disturbed",
             GATELAB_TEXT("RunReport", "Timing"),
             {GATELAB_TEXT("RunReport", "disturbed for %1"), {durationPhrase(measures.disturbedSeconds)}}});
    report.push_back(
        {"samples_per_second",
         GATELAB_TEXT("RunReport", "Samples per second"),
         std::isfinite(measures.samplesPerSecond) ? numberPhrase(numberText(measures.samplesPerSecond)) : Phrase(),
         {GATELAB_TEXT("RunReport", "mean over all steps, without evaluation and checkpoints")}});
    return report;
}

RunReport machine(const ExperimentConfig& config, const RunPlanInfo& plan) {
    const bool isPlanned = plan.totalSteps > 0;
    RunReport report{
        {"device", GATELAB_TEXT("RunReport", "Device"), plan.device},
        {"implementation", GATELAB_TEXT("RunReport", "Implementation"), layers(config.cell, plan)},
        {"precision", GATELAB_TEXT("RunReport", "Precision"), labelOf(precisionChoices(), plan.precision)},
        {"threads", GATELAB_TEXT("RunReport", "Threads"), isPlanned ? count(plan.threads) : Phrase()},
        {"parameters", GATELAB_TEXT("RunReport", "Parameters"), isPlanned ? count(plan.parameters) : Phrase()},
        {"seed", GATELAB_TEXT("RunReport", "Seed"), config.seed},
        {"engine", GATELAB_TEXT("RunReport", "Engine"), plan.engine}};
    if (!plan.deviceReason.empty()) report.front().notes.push_back(plan.deviceReason);
    return report;
}

RunReport program(const RunIdentity& identity) {
    RunReport report{{"gatelab", {"", "Gatelab"}, identity.gatelab},
                     {"system", GATELAB_TEXT("RunReport", "System"), identity.system},
                     {"processor", GATELAB_TEXT("RunReport", "Processor"), identity.processor}};
    if (!identity.driver.empty())
        report.push_back({"driver", GATELAB_TEXT("RunReport", "Driver of the GPU"), identity.driver});
    return report;
}

RunReport data(const ExperimentConfig& config, const RunIdentity& identity) {
    RunReport report;
    if (!identity.testFile.empty())
        report = {{"train_file", GATELAB_TEXT("RunReport", "Training file"), identity.trainFile},
                  {"test_file", GATELAB_TEXT("RunReport", "Test file"), identity.testFile}};
    report.push_back({"data_sha256", GATELAB_TEXT("RunReport", "Data, SHA-256"), identity.data});
    report.push_back({"recipe_sha256", GATELAB_TEXT("RunReport", "Recipe, SHA-256"), recipeIdentity(config)});
    report.push_back({"settings_sha256", GATELAB_TEXT("RunReport", "Settings, SHA-256"), settingsIdentity(config)});
    return report;
}

}  // namespace

RunReport runReport(RunSection section, const RunSummary& run, const RunPlanInfo& plan, const RunMeasures& measures) {
    switch (section) {
        case RunSection::Costs:
            return costs(measures);
        case RunSection::Machine:
            return machine(run.config, plan);
        case RunSection::Program:
            return program(plan.identity);
        case RunSection::Data:
            return data(run.config, plan.identity);
    }
    return {};
}

Phrase valueOf(const RunReport& report, std::string_view key) {
    const auto found = std::ranges::find(report, key, &ReportedFact::key);
    return found == report.end() ? Phrase() : found->value;
}

double disturbedSeconds(std::span<const RunEvent> events) {
    std::vector<std::pair<double, double>> spans;
    for (const RunEvent& event : events)
        if (const auto* timing = event.as<DisturbedTiming>()) spans.emplace_back(timing->began, event.seconds);
    // Several causes may disturb the same stretch.
    std::ranges::sort(spans);
    double seconds = 0, until = 0;
    for (const auto& [from, to] : spans) {
        seconds += std::max(0.0, to - std::max(from, until));
        until = std::max(until, to);
    }
    return seconds;
}

Phrase forecastPhrase(const ForecastScore& score, const std::function<Phrase(double)>& write) {
    if (!std::isfinite(score.measured)) return std::isfinite(score.forecast) ? write(score.forecast) : Phrase();
    if (!std::isfinite(score.errorPercent())) return write(score.measured);
    const std::int64_t error = std::llround(score.errorPercent());
    return {GATELAB_TEXT("RunReport", "%2 (estimated %1, %3)"),
            {write(score.forecast), write(score.measured),
             errorPercent(static_cast<double>(error), std::to_string(error))}};
}

}  // namespace gatelab
