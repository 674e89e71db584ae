// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trackers/json_values.h"

#include "io/json/json_text.h"

#include <limits>

namespace gatelab {

namespace {

using Json = nlohmann::ordered_json;
constexpr int kDeepest = 4;
constexpr std::size_t kLongest = 1 << 20;

std::optional<double> wordNumber(std::string_view word) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (word == "NaN") return std::numeric_limits<double>::quiet_NaN();
    if (word == "Infinity") return kInfinity;
    if (word == "-Infinity") return -kInfinity;
    return std::nullopt;
}

std::optional<double> numberOf(const Json& value) {
    if (value.is_number()) return value.get<double>();
    if (value.is_boolean()) return value.get<bool>() ? 1.0 : 0.0;
    return value.is_string() ? wordNumber(value.get_ref<const std::string&>()) : std::nullopt;
}

/// Python writes NaN where JSON has no word for it: a text in its place.
std::string withoutWords(std::string_view json) {
    std::string text;
    bool isQuoted = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        if (isQuoted && json[i] == '\\' && i + 1 < json.size()) {
            text += json.substr(i++, 2);
            continue;
        }
        if (json[i] == '"') isQuoted = !isQuoted;
        std::string_view word;
        if (!isQuoted)
            for (const std::string_view each : {"-Infinity", "Infinity", "NaN"})
                if (word.empty() && json.substr(i, each.size()) == each) word = each;
        if (word.empty()) {
            text += json[i];
            continue;
        }
        text.append("\"").append(word).append("\"");
        i += word.size() - 1;
    }
    return text;
}

void walk(const std::string& name, const Json& value, int depth, const UseJsonValue& use) {
    if (value.is_object() && !value.empty() && depth < kDeepest) {
        for (const auto& [key, inner] : value.items())
            walk(name.empty() ? key : name + "." + key, inner, depth + 1, use);
        return;
    }
    if (name.empty() || value.is_null()) return;
    // A deep value is not written: that would go as deep.
    const bool isPlain = !value.is_structured();
    const std::string text = value.is_string()  ? value.get<std::string>()
                             : isPlain          ? value.dump(-1, ' ', false, Json::error_handler_t::replace)
                             : value.is_array() ? "[" + std::to_string(value.size()) + "]"
                                                : "{" + std::to_string(value.size()) + "}";
    use(name, numberOf(value), text);
}

}  // namespace

std::optional<double> jsonNumber(std::string_view json) {
    if (const auto word = wordNumber(json)) return word;
    if (json.size() > kLongest) return std::nullopt;
    return numberOf(tryParseJson<Json>(json));
}

void forJsonValues(const std::string& name, std::string_view json, const UseJsonValue& use) {
    if (json.size() > kLongest) return;
    Json value = tryParseJson<Json>(json);
    if (value.is_discarded()) value = tryParseJson<Json>(withoutWords(json));
    if (!value.is_discarded()) walk(name, value, 0, use);
}

}  // namespace gatelab
