// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/implementation_choice.h"

#include "config/cpu_step_obstacle.h"
#include "device/monitor.h"
#include "io/file_io.h"
#include "plan/devices.h"

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <sstream>

namespace gatelab {
namespace {

/// Counts up when the kernels change so much that old measurements tell nothing.
constexpr int kKernels = 4;
constexpr std::uint64_t kMaxBytes = 1 << 20;
constexpr int kTiesThatTell = 3;
/// After the row of a provisional choice; its ties follow.
constexpr std::string_view kProvisional = " provisional ";

std::filesystem::path choicesFile() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    if (cache != nullptr && *cache != '\0') return std::filesystem::path(cache) / "gatelab" / "processor-choices.txt";
    return home != nullptr ? std::filesystem::path(home) / ".cache" / "gatelab" / "processor-choices.txt"
                           : std::filesystem::path();
}

/// "native", or "native provisional 1" with the ties; nothing: neither.
std::optional<SavedChoice> readChoice(std::string_view text) {
    SavedChoice choice;
    const auto mark = text.find(kProvisional);
    choice.isFirm = mark == std::string_view::npos;
    choice.row = text.substr(0, mark);
    if (choice.row != kCpuStep && choice.row != "native" && choice.row != "library") return std::nullopt;
    if (choice.isFirm) return choice;
    const std::string_view ties = text.substr(mark + kProvisional.size());
    const auto read = std::from_chars(ties.data(), ties.data() + ties.size(), choice.ties);
    if (read.ec != std::errc() || read.ptr != ties.data() + ties.size()) return std::nullopt;
    return choice;
}

std::string written(const SavedChoice& choice) {
    return choice.row + (choice.isFirm ? "" : std::string(kProvisional) + std::to_string(choice.ties));
}

/// Lines "key=choice"; others are left out.
std::map<std::string, SavedChoice> readChoices() {
    std::map<std::string, SavedChoice> choices;
    const auto text = readFileBytes(choicesFile(), kMaxBytes);
    if (!text.ok()) return choices;
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
        const auto equals = line.rfind('=');
        if (equals == std::string::npos) continue;
        if (auto choice = readChoice(std::string_view(line).substr(equals + 1)))
            choices[line.substr(0, equals)] = std::move(*choice);
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
        << (cpuStepObstacle(c, !plan.device.is_cpu()).source[0] == '\0' ? " whole " : " ") << c.implementation << ' '
        << c.threads;
    return key.str();
}

std::optional<SavedChoice> savedChoice(const std::string& key) {
    const std::lock_guard lock(fileMutex());
    const auto choices = readChoices();
    const auto found = choices.find(key);
    return found == choices.end() ? std::nullopt : std::optional(found->second);
}

void keepChoice(const std::string& key, const SavedChoice& choice) {
    const std::lock_guard lock(fileMutex());
    auto choices = readChoices();
    choices[key] = choice;
    std::string text;
    for (const auto& [one, kept] : choices) text += one + '=' + written(kept) + '\n';
    const std::filesystem::path file = choicesFile();
    if (file.empty() || !makeFolders(file.parent_path()).ok()) return;
    (void)writeFileDurably(file, text).ok();
}

SavedChoice afterMeasuring(const std::optional<SavedChoice>& before, const RowFinding& found) {
    if (found.isCalm && found.isClear) return {found.row};
    SavedChoice choice = before.value_or(SavedChoice{found.row, false, 0});
    if (found.isCalm) ++choice.ties;
    choice.isFirm = choice.isFirm || choice.ties >= kTiesThatTell;
    return choice;
}

std::string ImplementationChoices::choose(const std::string& key,
                                          const std::function<std::optional<RowFinding>()>& measure) {
    const std::lock_guard lock(mutex_);
    const auto before = savedChoice(key);
    if (before && (before->isFirm || measured_.contains(key))) return before->row;
    const auto found = measure();
    if (!found) return before ? before->row : "";
    const SavedChoice choice = afterMeasuring(before, *found);
    keepChoice(key, choice);
    measured_.insert(key);
    return choice.row;
}

}  // namespace gatelab
