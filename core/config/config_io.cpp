// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_io.h"

#include "config/field.h"
#include "io/json/json_text.h"

#include <algorithm>

namespace gatelab {
namespace {

constexpr int kFormatVersion = 1;
using Json = nlohmann::ordered_json;
/// With names by their order: those of a file of others may be a million.
using ReadJson = nlohmann::json;

Json toJson(const FieldValue& value) {
    return std::visit([](const auto& v) { return Json(v); }, value);
}

/// "line 3, column 7" of a byte counted from 1, as parsers count.
Phrase placeOf(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, byte > 0 ? std::min(byte - 1, text.size()) : 0);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t start = before.rfind('\n');
    return {GATELAB_TEXT("Experiment", "line %1, column %2"),
            {line, before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1}};
}

Result<FieldValue> fromJson(const Field& field, const ReadJson& json) {
    if (json.is_boolean()) return FieldValue(json.get<bool>());
    // Beyond 2^63 it would turn negative; no setting goes as far.
    const bool isTooLarge = json.is_number_unsigned() && json.get<std::uint64_t>() > INT64_MAX;
    if (json.is_number_integer() && !isTooLarge) return FieldValue(json.get<std::int64_t>());
    if (json.is_number()) return FieldValue(json.get<double>());
    if (json.is_string()) return FieldValue(json.get<std::string>());
    if (json.is_array()) {
        std::vector<std::string> items;
        for (const auto& item : json) {
            if (!item.is_string())
                return Error{ErrorCode::InvalidInput,
                             {GATELAB_TEXT("Experiment", "'%1' must be a list of texts"), {field.key}}};
            items.push_back(item.get<std::string>());
        }
        return FieldValue(items);
    }
    return Error{ErrorCode::InvalidInput,
                 {GATELAB_TEXT("Experiment", "'%1' has a value of an unknown kind"), {field.key}}};
}

}  // namespace

std::string configToJson(const ExperimentConfig& config) {
    Json json;
    json["gatelab"] = kFormatVersion;
    for (const Field& field : fields()) json[field.key] = toJson(fieldValue(config, field));
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<ConfigReadReport> configFromJson(std::string_view text) {
    ReadJson json;
    try {
        json = parseJson<ReadJson>(text);
    } catch (const ReadJson::parse_error& problem) {
        return Error{
            ErrorCode::Corrupt,
            GATELAB_TEXT("Experiment", "this is not JSON; an experiment is a JSON object with a member \"gatelab\"")}
            .withContext(placeOf(text, problem.byte));
    } catch (const ReadJson::out_of_range&) {
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Experiment", "a number in it is beyond 1e308; correct the number")};
    }
    if (!json.is_object())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Experiment", "an experiment is a JSON object with a member \"gatelab\"")};
    const auto version = json.find("gatelab");
    if (version == json.end() || !version->is_number_integer())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Experiment", "the member \"gatelab\" is missing: this is not an experiment")};
    if (version->is_number_unsigned() && version->get<std::uint64_t>() > kFormatVersion)
        return Error{
            ErrorCode::Unsupported,
            {GATELAB_TEXT("Experiment",
                          "the experiment was written by a newer Gatelab (format %1); update this program to open it"),
             {version->dump()}}};
    ConfigReadReport report;
    for (const auto& [key, value] : json.items()) {
        if (key == "gatelab") continue;
        const Field* field = findField(key);
        if (!field) {
            report.warnings.push_back(
                Phrase(GATELAB_TEXT("Experiment", "the setting '%1' is not known here and was left out"), {key}));
            continue;
        }
        auto parsed = fromJson(*field, value);
        if (!parsed) return parsed.error();
        if (auto stored = setFieldValue(report.config, *field, *parsed); !stored) return stored.error();
        if (auto problem = checkFieldValue(*field, fieldValue(report.config, *field)))
            return problem->withContext(std::string("'") + field->key + "'");
    }
    return report;
}

std::vector<std::string> differingKeys(const ExperimentConfig& a, const ExperimentConfig& b) {
    std::vector<std::string> keys;
    for (const Field& field : fields())
        if (fieldValue(a, field) != fieldValue(b, field)) keys.emplace_back(field.key);
    return keys;
}

}  // namespace gatelab
