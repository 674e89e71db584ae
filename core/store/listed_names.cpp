// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/listed_names.h"

#include "config/architecture.h"
#include "config/config_difference.h"
#include "config/field_use.h"
#include "store/run_name.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>

namespace gatelab {
namespace {

constexpr std::size_t kLookedAt = 500, kAllNamed = 4, kMaxNamed = 6;
constexpr int kMinDigits = 2, kMaxDigits = 10;

/// What names the data: its file, else the series that is built in.
bool namesData(const Field& field) {
    const std::string_view key = field.key;
    return key == "data" || key == "builtin";
}

bool isOfSameData(const ExperimentConfig& a, const ExperimentConfig& b) {
    return a.dataPath == b.dataPath && (!a.dataPath.empty() || a.builtin == b.builtin);
}

/// Whether a column, the format of its numbers: what comes with a file.
bool comesWithData(const Field& field) {
    return field.group == FieldGroup::Import || field.group == FieldGroup::Columns;
}

/// With so many digits, or with those that it takes to write it out: 192 instead of 1.9e+02.
std::string numberWith(double value, int digits) {
    char text[32];
    do std::snprintf(text, sizeof text, "%.*g", digits, value);
    while (std::string_view(text).find("e+") != std::string_view::npos && ++digits <= kMaxDigits);
    return text;
}

/// The least digits with which these numbers are as many as they are.
int digitsFor(const std::set<double>& values) {
    for (int digits = kMinDigits; digits < kMaxDigits; ++digits) {
        std::set<std::string> texts;
        for (const double value : values) texts.insert(numberWith(value, digits));
        if (texts.size() == values.size()) return digits;
    }
    return kMaxDigits;
}

bool isEqual(const Field& field, const ExperimentConfig& a, const ExperimentConfig& b) {
    return std::visit([&](auto member) { return a.*member == b.*member; }, field.member);
}

/// Whether the name of the model says it: the cell, its size.
bool isInModelName(const Field& field, const ExperimentConfig& a, const ExperimentConfig& b) {
    const ConfigChange change{&field, fieldValue(a, field), fieldValue(b, field)};
    return modelName(applyChanges(a, {&change, 1})) != modelName(a);
}

/// The setting whose words begin the part ("learning rate 0.003"); null: a person's words.
const Field* settingOf(std::string_view part) {
    static const std::map<std::string, const Field*, std::less<>> kWords = [] {
        std::map<std::string, const Field*, std::less<>> words;
        for (const Field& field : fields()) words.emplace(settingWords(field), &field);
        return words;
    }();
    for (const std::string_view before : {"no ", "other "})
        if (part.starts_with(before))
            if (const auto found = kWords.find(part.substr(before.size())); found != kWords.end()) return found->second;
    for (std::size_t end = part.size(); end != std::string_view::npos && end > 0; end = part.rfind(' ', end - 1))
        if (const auto found = kWords.find(part.substr(0, end)); found != kWords.end()) return found->second;
    return nullptr;
}

/// Whether the program has put the part behind the name to tell of a setting: "seed 3", not "seed crystal".
bool tellsSetting(const std::string& whole, const ExperimentConfig& config) {
    static constexpr std::string_view kMore = " and ";
    std::string part = whole;
    if (const std::size_t more = whole.rfind(kMore); more != std::string::npos && whole.ends_with(" more"))
        part.resize(more);
    const Field* field = settingOf(part);
    if (!field) return false;
    if (part == settingText(*field, config)) return true;
    const std::string value = part.substr(std::min(part.size(), settingWords(*field).size() + 1));
    char* end = nullptr;
    std::strtod(value.c_str(), &end);  // of settings that were changed since
    return !value.empty() && end == value.c_str() + value.size();
}

}  // namespace

ListedNames::ListedNames(std::span<const RunSummary* const> listed) {
    std::vector<const ExperimentConfig*> configs;
    for (const RunSummary* run : listed.first(std::min(listed.size(), kLookedAt))) configs.push_back(&*run->config);
    if (configs.empty()) return;
    isListed_ = true;
    const ExperimentConfig &first = *configs.front(), plain{};
    std::vector<const ExperimentConfig*> firstOfData;  // of each run
    for (const ExperimentConfig* config : configs)
        firstOfData.push_back(*std::ranges::find_if(
            configs, [config](const ExperimentConfig* one) { return isOfSameData(*one, *config); }));
    std::set<const Field*> near;  // those in which runs of the same data differ
    bool isOtherFile = false;
    for (const Field& field : fields()) {
        const auto other = std::ranges::find_if(
            configs, [&](const ExperimentConfig* config) { return !isEqual(field, first, *config); });
        if (other == configs.end() || isCosmetic(field) || isInModelName(field, first, **other)) continue;
        isOtherFile = isOtherFile || std::string_view(field.key) == "data";
        bool isNear = false;
        for (std::size_t i = 0; i < configs.size() && !isNear; ++i)
            isNear = !isEqual(field, *firstOfData[i], *configs[i]);
        if (isNear)
            near.insert(&field);
        else if (comesWithData(field))
            continue;
        std::vector<std::pair<FieldValue, std::size_t>> counts;  // as often as it occurs
        std::set<double> numbers;
        for (const ExperimentConfig* config : configs) {
            FieldValue value = fieldValue(*config, field);
            if (const auto* number = std::get_if<double>(&value)) numbers.insert(*number);
            const auto known = std::ranges::find(counts, value, &std::pair<FieldValue, std::size_t>::first);
            if (known == counts.end())
                counts.emplace_back(std::move(value), 1);
            else
                ++known->second;
        }
        const FieldValue usual = fieldValue(plain, field);
        const auto most = std::ranges::max_element(counts, {}, [&](const auto& one) {
            return std::pair(one.second, one.first == usual);  // of two that are as frequent the usual one
        });
        telling_.push_back({&field, most->first, numbers.empty() ? kMaxDigits : digitsFor(numbers),
                            std::holds_alternative<bool>(most->first)});
    }
    if (isOtherFile)  // which says what becomes of the built-in series too
        std::erase_if(telling_, [](const Telling& one) { return std::string_view(one.field->key) == "builtin"; });
    if (telling_.size() > kAllNamed)
        for (Telling& one : telling_) one.onlyOther = one.onlyOther || std::string_view(one.field->key) != "seed";
    // What tells a run from its nearest first.
    std::ranges::stable_sort(telling_, {}, [&near](const Telling& one) {
        return one.field->group == FieldGroup::Run ? 3 : namesData(*one.field) ? 2 : near.contains(one.field) ? 0 : 1;
    });
}

std::string ListedNames::textOf(const Telling& telling, const ExperimentConfig& config) const {
    const FieldValue value = fieldValue(config, *telling.field);
    if (const auto* number = std::get_if<double>(&value))
        return settingWords(*telling.field) + " " + numberWith(*number, telling.digits);
    return settingText(*telling.field, config);
}

std::vector<std::string> ListedNames::parts(const std::string& name, const ExperimentConfig& config,
                                            bool withSeed) const {
    std::vector<std::string> parts = nameParts(name);
    if (!isListed_ || parts.front() != modelName(config)) return parts;
    const bool isBranch =
        std::ranges::any_of(parts, [](const std::string& part) { return part.starts_with("from step "); });
    std::vector<std::string> kept;
    for (std::size_t i = 1; i < parts.size(); ++i)
        if (!tellsSetting(parts[i], config)) kept.push_back(parts[i]);
    parts.resize(1);
    std::vector<std::string> named;
    std::size_t last = 0, beyond = 0;  // told whatever is left out: the data, and beyond the most the seed
    for (const Telling& one : telling_) {
        const std::string_view key = one.field->key;
        if ((!withSeed && key == "seed") || (isBranch && (key == "epochs" || key == "max_steps"))) continue;
        if (one.onlyOther && fieldValue(config, *one.field) == one.usual) continue;
        if (unusedReason(*one.field, config)) continue;
        named.push_back(textOf(one, config));
        if (key == "seed") ++beyond;
        if (key == "seed" || namesData(*one.field)) ++last;
    }
    if (const std::size_t most = kMaxNamed + beyond; named.size() > most) {
        const std::size_t left = named.size() - most;
        const auto end = named.end() - static_cast<std::ptrdiff_t>(last);
        const auto begin = named.erase(end - static_cast<std::ptrdiff_t>(left), end);
        *std::prev(begin) += " and " + std::to_string(left) + " more";
    }
    std::ranges::move(named, std::back_inserter(parts));
    std::ranges::move(kept, std::back_inserter(parts));
    return parts;
}

}  // namespace gatelab
