// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/preset_experiment.h"

#include "base/library_folder.h"
#include "config/architecture.h"
#include "io/file_io.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <string>

namespace gatelab {
namespace {

constexpr std::uint64_t kFileBytes = 1u << 20;

/// THE table; a test keeps it and the folder resources/experiments together.
constexpr PresetExperiment kRows[] = {
    {"adding-100", GATELAB_TEXT("PresetExperiment", "Adding problem, 100 steps"), {}},
    {"temporal-order-6a", GATELAB_TEXT("PresetExperiment", "Temporal order 6a, chrono initialisation"), {}},
    {"grammar-text", GATELAB_TEXT("PresetExperiment", "Text by a small grammar, BiLSTM"), {}},
    {"case-text", GATELAB_TEXT("PresetExperiment", "Case: text in a fraction of the time"), {}},
    {"two-ranks", GATELAB_TEXT("PresetExperiment", "Two processes share a run, resources watched"), {}},
    {"catchments", GATELAB_TEXT("PresetExperiment", "Discharge of 40 catchments from weather and attributes"), {}},
    {"etth1-ot-24", GATELAB_TEXT("PresetExperiment", "Oil temperature of a transformer, 24 hours ahead"),
     GATELAB_TEXT("PresetExperiment", "ETTh1.csv of the ETT data set"), "ETTh1", 7, 0, 17420},
    {"italy-power", GATELAB_TEXT("PresetExperiment", "Italian power demand, two classes"),
     GATELAB_TEXT("PresetExperiment", "ItalyPowerDemand_TRAIN.ts of the UCR archive"), "ItalyPowerDemand", 1, 2, 24},
    {"japanese-vowels", GATELAB_TEXT("PresetExperiment", "Japanese vowels, nine speakers"),
     GATELAB_TEXT("PresetExperiment", "JapaneseVowels_TRAIN.ts of the UEA archive"), "JapaneseVowels", 12, 9, 0},
    {"basic-motions", GATELAB_TEXT("PresetExperiment", "Basic motions, four classes"),
     GATELAB_TEXT("PresetExperiment", "BasicMotions_TRAIN.ts of the UEA archive"), "BasicMotions", 6, 4, 100},
};

}  // namespace

std::span<const PresetExperiment> readyExperiments() { return kRows; }

const PresetExperiment* findPresetExperiment(std::string_view key) {
    const auto* row = std::ranges::find(kRows, key, [](const PresetExperiment& r) { return std::string_view(r.key); });
    return row == std::end(kRows) ? nullptr : row;
}

bool isNamedFor(const PresetExperiment& ready, const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    const std::string_view wanted = ready.fileName;
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    return !wanted.empty() && name.size() >= wanted.size() &&
           std::ranges::equal(wanted, std::string_view(name).substr(0, wanted.size()), {}, lower, lower);
}

std::string nameWith(const PresetExperiment& ready, const ExperimentConfig& config) {
    if (!ready.needsFile() || isNamedFor(ready, config.dataPath)) return config.name;
    return config.name + " on " + dataName(config);
}

Result<ConfigReadReport> readPresetExperiment(const PresetExperiment& experiment) {
    const auto path = sharedPlace("experiments/" + std::string(experiment.key) + ".json");
    if (path.empty())
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("PresetExperiment",
                                   "the ready-made experiment %1 is not where it belongs; install Gatelab again"),
                      {experiment.key}}};
    const auto bytes = readFileBytes(path, kFileBytes);
    if (!bytes.ok()) return bytes.error();
    auto report = configFromJson(*bytes);
    return report.ok() ? report : Result<ConfigReadReport>(report.error().withContext(path.string()));
}

}  // namespace gatelab
