// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/run_name.h"

#include "config/architecture.h"
#include "config/config_difference.h"
#include "config/field_use.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <variant>
#include <vector>

namespace gatelab {
namespace {

constexpr std::string_view kBetween = " · ";
constexpr std::string_view kMore = " and ";
constexpr std::size_t kMaxReported = 2, kLongestValue = 24, kMaxSiblings = 200;

std::string joined(const std::vector<std::string>& parts) {
    std::string name;
    for (const std::string& part : parts) name += (name.empty() ? "" : std::string(kBetween)) + part;
    return name;
}

std::string branchText(std::int64_t step) { return "from step " + std::to_string(step); }

std::string seedText(const ExperimentConfig& config) { return settingText(*findField("seed"), config); }

/// What a name may tell of, the seed last. A branch has a plan of its own, which says nothing.
std::vector<ConfigChange> namedChanges(const ExperimentConfig& parent, const ExperimentConfig& child, bool isBranch) {
    std::vector<ConfigChange> changes = configChanges(parent, child);
    const bool isOtherFile = parent.dataPath != child.dataPath;  // says what becomes of the built-in series too
    std::erase_if(changes, [&](const ConfigChange& change) {
        const std::string_view key = change.field->key;
        return isCosmetic(*change.field) || (isBranch && (key == "epochs" || key == "max_steps")) ||
               (isOtherFile && key == "builtin");
    });
    std::stable_partition(changes.begin(), changes.end(),
                          [](const ConfigChange& change) { return change.field->group != FieldGroup::Run; });
    return changes;
}

/// Whether it says anything of the new run: not what has no effect there, nor that what had none before is as usual.
bool isWorthTelling(const ConfigChange& change, const ExperimentConfig& before, const ExperimentConfig& config) {
    if (unusedReason(*change.field, config)) return false;
    return !unusedReason(*change.field, before) || change.to != fieldValue(ExperimentConfig{}, *change.field);
}

/// "learning rate 0.001", and of several changes the first: "learning rate 0.001 and 2 more".
bool says(const std::string& part, const std::string& change) {
    return part == change || part.starts_with(change + std::string(kMore));
}

/// The setting of this run that it says; null: none.
const Field* settingIn(const std::string& part, const ExperimentConfig& config) {
    const auto found =
        std::ranges::find_if(fields(), [&](const Field& field) { return says(part, settingText(field, config)); });
    return found == fields().end() ? nullptr : &*found;
}

/// "run 2": of several that say the same of themselves.
std::string repeatText(int number) { return "run " + std::to_string(number); }

bool isRepeatText(std::string_view part) {
    constexpr std::string_view kRun = "run ";
    return part.starts_with(kRun) && part.size() > kRun.size() &&
           std::ranges::all_of(part.substr(kRun.size()), [](char c) { return c >= '0' && c <= '9'; });
}

/// With a parent, its name is only passed on.
bool isAsked(const ExperimentConfig& config, const RunSummary* parent) {
    if (config.name.empty() || !parent) return !config.name.empty();
    return config.name != parent->config->name && config.name != parent->name &&
           config.name != nameWithoutSeed(parent->name, parent->config);
}

/// Settings with an effect in `config` that another run has otherwise, counted without copying them.
std::size_t distance(const ExperimentConfig& other, const ExperimentConfig& config) {
    return static_cast<std::size_t>(std::ranges::count_if(fields(), [&](const Field& field) {
        return !isCosmetic(field) &&
               !std::visit([&](auto member) { return other.*member == config.*member; }, field.member) &&
               !unusedReason(field, config);
    }));
}

/// Of the newest runs that the program has named after this model the one with the fewest other settings; null: there
/// is none.
const RunSummary* nearestOf(const std::string& model, const ExperimentConfig& config,
                            std::span<const RunSummary> runs) {
    const RunSummary* nearest = nullptr;
    std::size_t seen = 0, best = 0;
    for (const RunSummary& run : runs) {
        if (run.name != model && !run.name.starts_with(model + std::string(kBetween))) continue;
        if (modelName(run.config) != model) continue;
        const std::size_t far = distance(run.config, config);
        if (!nearest || far < best) nearest = &run, best = far;
        if (++seen == kMaxSiblings) break;
    }
    return nearest;
}

/// The name of `from` as far as it holds for `config`, with what differs. A parent's other words are passed on, a
/// sibling's are its own.
std::string derivedName(const ExperimentConfig& config, const RunSummary& from, std::int64_t branchStep,
                        bool isParent) {
    const ExperimentConfig& before = from.config;
    std::vector<ConfigChange> changes = namedChanges(before, config, branchStep >= 0);
    const std::vector<std::string> old = nameParts(from.name);
    std::vector<std::string> parts = {old.front()};
    if (old.front() == modelName(before)) {
        parts.front() = modelName(config);
        std::erase_if(changes, [&](const ConfigChange& change) {
            return modelName(applyChanges(before, {&change, 1})) != old.front();
        });
    }
    for (std::size_t i = 1; i < old.size(); ++i) {
        if (old[i] == branchText(from.branchStep) || isRepeatText(old[i])) continue;  // neither holds for another run
        const auto change = std::find_if(changes.begin(), changes.end(), [&](const ConfigChange& one) {
            return says(old[i], settingText(*one.field, before));
        });
        const Field* setting = settingIn(old[i], config);
        if (change != changes.end()) {
            if (isWorthTelling(*change, before, config)) parts.push_back(settingText(*change->field, config));
        } else if (setting ? !unusedReason(*setting, config) : isParent)
            parts.push_back(old[i]);
        if (change != changes.end()) changes.erase(change);
    }
    std::erase_if(changes, [&](const ConfigChange& change) { return !isWorthTelling(change, before, config); });
    if (branchStep >= 0) parts.push_back(branchText(branchStep));
    if (changes.size() > kMaxReported)
        parts.push_back(settingText(*changes.front().field, config) + std::string(kMore) +
                        std::to_string(changes.size() - 1) + " more");
    else
        for (const ConfigChange& change : changes) parts.push_back(settingText(*change.field, config));
    return joined(parts);
}

}  // namespace

std::vector<std::string> nameParts(const std::string& name) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t at; (at = name.find(kBetween, begin)) != std::string::npos; begin = at + kBetween.size())
        parts.push_back(name.substr(begin, at - begin));
    parts.push_back(name.substr(begin));
    return parts;
}

std::string settingWords(const Field& field) {
    std::string words(field.key);
    std::replace(words.begin(), words.end(), '_', ' ');
    return words;
}

/// Without a file the built-in series is the data.
std::string settingText(const Field& field, const ExperimentConfig& config) {
    const std::string_view key = field.key;
    if (key == "data" && config.dataPath.empty()) return settingText(*findField("builtin"), config);
    const FieldValue value = fieldValue(config, field);
    const std::string words = settingWords(field);
    if (const auto* on = std::get_if<bool>(&value)) return *on ? words : "no " + words;
    std::string text = formatFieldValue(value);
    if (const auto* number = std::get_if<double>(&value)) {
        char plain[32];  // 0.0003 instead of 3e-04
        std::snprintf(plain, sizeof plain, "%.10g", *number);
        text = plain;
    }
    if (key == "data" || key == "test_data") text = std::filesystem::path(text).filename().string();
    return text.empty() || text.size() > kLongestValue ? "other " + words : words + " " + text;
}

std::string runName(const ExperimentConfig& config) { return config.name.empty() ? modelName(config) : config.name; }

std::string runName(const ExperimentConfig& config, const RunSummary& parent, std::int64_t branchStep) {
    return isAsked(config, &parent) ? config.name : derivedName(config, parent, branchStep, true);
}

std::string newRunName(const ExperimentConfig& config, const RunSummary* parent, std::int64_t branchStep,
                       std::span<const RunSummary> runs) {
    if (isAsked(config, parent)) return config.name;
    const RunSummary* sibling = parent ? nullptr : nearestOf(modelName(config), config, runs);
    const std::string name = parent    ? derivedName(config, *parent, branchStep, true)
                             : sibling ? derivedName(config, *sibling, -1, false)
                                       : modelName(config);
    std::set<std::string_view> taken;
    for (const RunSummary& run : runs)
        if (run.name.starts_with(name)) taken.insert(run.name);
    std::string free = name;
    for (int number = 2; taken.contains(free); ++number) free = joined({name, repeatText(number)});
    return free;
}

bool isMadeName(const std::string& name, const ExperimentConfig& config) {
    return nameParts(name).front() == modelName(config);
}

std::pair<std::string, std::string> splitName(const std::string& name) {
    const std::size_t at = name.find(kBetween);
    return at == std::string::npos ? std::pair(name, std::string())
                                   : std::pair(name.substr(0, at), name.substr(at + kBetween.size()));
}

bool saysBranch(const std::string& name, std::int64_t step) {
    const std::vector<std::string> parts = nameParts(name);
    return step >= 0 && std::ranges::find(parts, branchText(step)) != parts.end();
}

std::string nameWithoutSeed(const std::string& name, const ExperimentConfig& config) {
    std::vector<std::string> parts = nameParts(name);
    parts.erase(std::remove_if(
                    parts.begin() + 1, parts.end(),
                    [seed = seedText(config)](const std::string& part) { return part == seed || isRepeatText(part); }),
                parts.end());
    return joined(parts);
}

std::string sharedName(std::span<const RunSummary* const> runs) {
    std::map<std::string, std::size_t> counts;
    for (const RunSummary* run : runs)
        if (std::string name = nameWithoutSeed(run->name, run->config); 2 * ++counts[name] > runs.size()) return name;
    return {};
}

}  // namespace gatelab
