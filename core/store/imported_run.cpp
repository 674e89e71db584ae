// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/imported_run.h"

#include "store/workspace.h"

#include <nlohmann/json.hpp>

#include <string_view>

namespace gatelab {

namespace {

using Json = nlohmann::ordered_json;
constexpr std::string_view kMark = "gatelab-imported-run: ";

Json pairs(const ImportedRun::Texts& texts) {
    Json all = Json::array();
    for (const auto& [name, value] : texts) all.push_back({name, value});
    return all;
}

std::string textOf(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

ImportedRun::Texts textsOf(const Json& json, const char* key) {
    ImportedRun::Texts texts;
    const auto found = json.find(key);
    if (found == json.end() || !found->is_array()) return texts;
    for (const Json& one : *found)
        if (one.is_array() && one.size() == 2 && one[0].is_string() && one[1].is_string())
            texts.emplace_back(one[0].get<std::string>(), one[1].get<std::string>());
    return texts;
}

}  // namespace

ExperimentConfig importedConfig(const ImportedRun& run) {
    const Json json{{"tool", run.tool},
                    {"source", run.source},
                    {"key", run.key},
                    {"project", run.project},
                    {"parameters", pairs(run.parameters)},
                    {"tags", pairs(run.tags)},
                    {"epochs", run.hasEpochs}};
    ExperimentConfig config;
    config.notes = std::string(kMark) + json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return config;
}

bool hasSettings(const ExperimentConfig& config) { return !config.notes.starts_with(kMark); }
bool hasSettings(const RunSummary& run) { return hasSettings(*run.config); }

ImportedRun importedFrom(const ExperimentConfig& config) {
    if (hasSettings(config)) return {};
    const Json json = Json::parse(std::string_view(config.notes).substr(kMark.size()), nullptr, false);
    const bool isWhole = json.is_object() && !textOf(json, "tool").empty();
    if (!isWhole) return {"?", {}, {}, {}, {}, {}, false};  // imported, and nobody knows any more from where
    const auto epochs = json.find("epochs");
    return {textOf(json, "tool"),
            textOf(json, "source"),
            textOf(json, "key"),
            textOf(json, "project"),
            textsOf(json, "parameters"),
            textsOf(json, "tags"),
            epochs != json.end() && epochs->is_boolean() && epochs->get<bool>()};
}
ImportedRun importedFrom(const RunSummary& run) { return importedFrom(*run.config); }

Phrase settingsObstacle(const RunSummary& run) {
    if (hasSettings(run)) return {};
    return {GATELAB_TEXT("Imported", "settings are not known (imported from %1)"), {importedFrom(run).tool}};
}

}  // namespace gatelab
