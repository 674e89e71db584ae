// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/run_name.h"

#include "config/architecture.h"
#include "config/config_difference.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace gatelab {
namespace {

constexpr std::string_view kBetween = " · ";
constexpr std::size_t kMostTold = 2, kLongestValue = 24;

std::vector<std::string> partsOf(const std::string& name) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t at; (at = name.find(kBetween, begin)) != std::string::npos; begin = at + kBetween.size()) parts.push_back(name.substr(begin, at - begin));
    parts.push_back(name.substr(begin));
    return parts;
}

std::string joined(const std::vector<std::string>& parts) {
    std::string name;
    for (const std::string& part : parts) name += (name.empty() ? "" : std::string(kBetween)) + part;
    return name;
}

/// "seed 7", "learning rate 0.001", "layer norm", "no layer norm", "other data".
std::string said(const Field& field, const FieldValue& value) {
    std::string words = field.key;
    std::replace(words.begin(), words.end(), '_', ' ');
    if (const auto* on = std::get_if<bool>(&value)) return *on ? words : "no " + words;
    const std::string text = formatFieldValue(value);
    return text.empty() || text.size() > kLongestValue ? "other " + words : words + " " + text;
}

std::string saidBranch(std::int64_t step) { return "from step " + std::to_string(step); }

std::string saidSeed(const ExperimentConfig& config) { return said(*findField("seed"), config.seed); }

/// What a name may tell of, the seed last. A branch has a plan of its own, which says nothing.
std::vector<ConfigChange> toldChanges(const ExperimentConfig& parent, const ExperimentConfig& child, bool isBranch) {
    std::vector<ConfigChange> changes = configChanges(parent, child);
    std::erase_if(changes, [&](const ConfigChange& change) {
        const std::string_view key = change.field->key;
        return isAside(*change.field) || (isBranch && (key == "epochs" || key == "max_steps"));
    });
    std::stable_partition(changes.begin(), changes.end(), [](const ConfigChange& change) { return change.field->group != FieldGroup::Run; });
    return changes;
}

}  // namespace

std::string runName(const ExperimentConfig& config) { return config.name.empty() ? modelName(config) : config.name; }

std::string runName(const ExperimentConfig& config, const RunSummary& parent, std::int64_t branchStep) {
    const ExperimentConfig& before = parent.config;
    const bool isAsked = !config.name.empty() && config.name != before.name && config.name != parent.name && config.name != nameWithoutSeed(parent.name, before);
    if (isAsked) return config.name;
    std::vector<ConfigChange> changes = toldChanges(before, config, branchStep >= 0);
    const std::vector<std::string> old = partsOf(parent.name);
    std::vector<std::string> parts = {old.front()};
    if (old.front() == modelName(before)) {
        parts.front() = modelName(config);
        std::erase_if(changes, [&](const ConfigChange& change) { return modelName(applyChanges(before, {&change, 1})) != old.front(); });
    }
    for (std::size_t i = 1; i < old.size(); ++i) {
        if (old[i] == saidBranch(parent.branchStep)) continue;  // the child does not begin there
        const auto change = std::find_if(changes.begin(), changes.end(), [&](const ConfigChange& one) { return said(*one.field, one.from) == old[i]; });
        parts.push_back(change == changes.end() ? old[i] : said(*change->field, change->to));
        if (change != changes.end()) changes.erase(change);
    }
    if (branchStep >= 0) parts.push_back(saidBranch(branchStep));
    if (changes.size() > kMostTold) parts.push_back(said(*changes.front().field, changes.front().to) + " and " + std::to_string(changes.size() - 1) + " more");
    else
        for (const ConfigChange& change : changes) parts.push_back(said(*change.field, change.to));
    return joined(parts);
}

std::string nameWithoutSeed(const std::string& name, const ExperimentConfig& config) {
    std::vector<std::string> parts = partsOf(name);
    parts.erase(std::remove(parts.begin() + 1, parts.end(), saidSeed(config)), parts.end());
    return joined(parts);
}

}  // namespace gatelab
