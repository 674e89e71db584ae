// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/step_choice.h"

#include "config/whole_step.h"
#include "device/monitor.h"
#include "io/file_io.h"
#include "train/devices.h"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <sstream>

namespace gatelab {
namespace {

/// Counts up when the kernels change so much that old measurements tell nothing.
constexpr int kKernels = 3;
constexpr std::uint64_t kMostBytes = 1 << 20;

std::filesystem::path choicesFile() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    if (cache != nullptr && *cache != '\0') return std::filesystem::path(cache) / "gatelab" / "processor-choices.txt";
    return home != nullptr ? std::filesystem::path(home) / ".cache" / "gatelab" / "processor-choices.txt"
                           : std::filesystem::path();
}

/// Lines "key=row"; others are left out.
std::map<std::string, std::string> readChoices() {
    std::map<std::string, std::string> choices;
    const auto text = readFileBytes(choicesFile(), kMostBytes);
    if (!text.ok()) return choices;
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
        const auto equals = line.rfind('=');
        if (equals == std::string::npos) continue;
        const std::string row = line.substr(equals + 1);
        if (row == "whole" || row == "native" || row == "library") choices[line.substr(0, equals)] = row;
    }
    return choices;
}

std::mutex& fileMutex() {
    static std::mutex mutex;
    return mutex;
}

}  // namespace

std::string choiceKey(const TrainPlan& plan) {
    const ExperimentConfig& c = plan.config;
    std::ostringstream key;
    key << processorName() << '|' << describeEngine().threads << '|' << kKernels << '|' << c.cell << ' ' << c.layers
        << (c.bidirectional ? " both " : " one ") << c.precision << " T" << c.lookback << " B" << c.batchSize << " I"
        << plan.shape.inputs << " E" << (plan.shape.tokens > 0 ? c.embeddingSize : 0) << " H" << c.hiddenSize << " P"
        << c.projectionSize << " R" << c.recomputeChunk << ' ' << c.task << ' ' << c.decoder << ' ' << c.pooling << " d"
        << c.recurrentDropout << " z" << c.zoneout << (c.peephole ? " peephole" : "") << (c.splitBatch ? " split" : "")
        << (wholeStepObstacle(c, !plan.device.is_cpu()).source[0] == '\0' ? " whole " : " ") << c.implementation << ' '
        << c.threads;
    return key.str();
}

std::optional<std::string> keptChoice(const std::string& key) {
    const std::lock_guard lock(fileMutex());
    const auto choices = readChoices();
    const auto found = choices.find(key);
    return found == choices.end() ? std::nullopt : std::optional(found->second);
}

void keepChoice(const std::string& key, const std::string& row) {
    const std::lock_guard lock(fileMutex());
    auto choices = readChoices();
    choices[key] = row;
    std::string text;
    for (const auto& [one, kept] : choices) text += one + '=' + kept + '\n';
    const std::filesystem::path file = choicesFile();
    if (file.empty() || !makeFolders(file.parent_path()).ok()) return;
    (void)writeFileDurably(file, text).ok();
}

}  // namespace gatelab
