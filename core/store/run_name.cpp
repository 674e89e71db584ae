// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/run_name.h"

#include "config/architecture.h"
#include "config/cell_traits.h"
#include "config/field.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string_view>
#include <vector>

namespace gatelab {
namespace {

/// "LSTM 1×32", "learning rate 0.003", "seed 2": the name, cut at its middle dots. Not empty.
std::vector<std::string> partsOf(const std::string& name) {
    constexpr std::string_view kBetween = " · ";
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t at; (at = name.find(kBetween, begin)) != std::string::npos; begin = at + kBetween.size())
        parts.push_back(name.substr(begin, at - begin));
    parts.push_back(name.substr(begin));
    return parts;
}

/// As older programs called a model: "BiLSTM 2×256".
std::string formerModelName(const ExperimentConfig& config) {
    return (config.bidirectional ? "Bi" : "") + std::string(cellTraits(config.cell).family) + " " +
           std::to_string(config.layers) + "×" + std::to_string(config.hiddenSize);
}

/// "learning rate 0.003", "no layer norm", "other recipe", "data ETTh1.csv and 2 more".
bool tellsSetting(const std::string& part) {
    static const std::map<std::string, const Field*, std::less<>> kWords = [] {
        std::map<std::string, const Field*, std::less<>> words;
        for (const Field& field : fields()) {
            std::string name(field.key);
            std::ranges::replace(name, '_', ' ');
            words.emplace(std::move(name), &field);
        }
        return words;
    }();
    std::string_view rest = part;
    if (const std::size_t more = rest.rfind(" and "); more != std::string_view::npos && rest.ends_with(" more"))
        rest = rest.substr(0, more);
    for (const std::string_view before : {"no ", "other "})
        if (rest.starts_with(before) && kWords.contains(rest.substr(before.size()))) return true;
    if (kWords.contains(rest)) return true;
    for (std::size_t end = rest.rfind(' '); end != std::string_view::npos && end > 0; end = rest.rfind(' ', end - 1)) {
        const auto found = kWords.find(rest.substr(0, end));
        if (found == kWords.end()) continue;
        const std::string value(rest.substr(end + 1));
        const FieldValue usual = fieldValue(ExperimentConfig{}, *found->second);
        if (std::holds_alternative<bool>(usual)) return false;
        if (std::holds_alternative<std::string>(usual))
            return value.find(' ') == std::string::npos || found->first.ends_with("data");
        char* last = nullptr;
        std::strtod(value.c_str(), &last);
        return !value.empty() && last == value.c_str() + value.size();
    }
    return false;
}

/// "from step 120", "run 2".
bool countsRuns(std::string_view part) {
    for (const std::string_view before : {"from step ", "run "})
        if (part.starts_with(before) && part.size() > before.size())
            return part.find_first_not_of("0123456789", before.size()) == std::string_view::npos;
    return false;
}

}  // namespace

std::string numberText(std::int64_t number) { return number > 0 ? "#" + std::to_string(number) : std::string(); }

std::string runName(const ExperimentConfig& config) {
    return config.name.empty() ? modelName(config).english() : config.name;
}

bool isMadeName(const std::string& name, const ExperimentConfig& config) {
    const std::string model = modelName(config).english();
    const std::vector<std::string> parts = partsOf(name);
    return (parts.front() == model || parts.front() == formerModelName(config)) &&
           std::all_of(parts.begin() + 1, parts.end(),
                       [](const std::string& part) { return countsRuns(part) || tellsSetting(part); });
}

}  // namespace gatelab
