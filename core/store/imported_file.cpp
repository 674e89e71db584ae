// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/imported_file.h"

#include "io/json/json_text.h"

#include <utility>

namespace gatelab {

namespace {

using Json = nlohmann::ordered_json;
/// With names by their order: those of a file of others may be a million.
using ReadJson = nlohmann::json;

Json pairs(const ImportedRun::Texts& texts) {
    Json all = Json::array();
    for (const auto& [name, value] : texts) all.push_back({name, value});
    return all;
}

std::string textOf(const ReadJson& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

ImportedRun::Texts textsOf(const ReadJson& json, const char* key) {
    ImportedRun::Texts texts;
    const auto found = json.find(key);
    if (found == json.end() || !found->is_array()) return texts;
    for (const ReadJson& one : *found)
        if (one.is_array() && one.size() == 2 && one[0].is_string() && one[1].is_string())
            texts.emplace_back(one[0].get<std::string>(), one[1].get<std::string>());
    return texts;
}

/// Without tool: it names no program.
ImportedRun runOf(const ReadJson& json, const char* program) {
    if (!json.is_object()) return {};
    const auto epochs = json.find("epochs");
    return {textOf(json, program),
            textOf(json, "source"),
            textOf(json, "key"),
            textOf(json, "project"),
            textsOf(json, "parameters"),
            textsOf(json, "tags"),
            epochs != json.end() && epochs->is_boolean() && epochs->get<bool>()};
}

}  // namespace

std::string importedToJson(const ImportedRun& run) {
    const Json json{{"gatelab", 1},
                    {"imported",
                     {{"program", run.tool},
                      {"source", run.source},
                      {"key", run.key},
                      {"project", run.project},
                      {"parameters", pairs(run.parameters)},
                      {"tags", pairs(run.tags)},
                      {"epochs", run.hasEpochs}}}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<ImportedRun> importedFromJson(std::string_view text) {
    // Of the many that are settings none is read twice
    if (text.find("\"imported\"") == std::string_view::npos && text.find("\"tool\"") == std::string_view::npos)
        return std::nullopt;
    const auto json = tryParseJson<ReadJson>(text);
    if (!json.is_object()) return std::nullopt;
    const auto found = json.find("imported");
    ImportedRun run = found != json.end() ? runOf(*found, "program") : runOf(json, "tool");
    // Damaged, and yet no run of settings that are the usual ones
    if (found != json.end() && run.tool.empty()) run.tool = "?";
    return run.tool.empty() ? std::nullopt : std::optional(std::move(run));
}

}  // namespace gatelab
