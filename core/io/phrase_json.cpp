// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/phrase_json.h"

#include "io/json/json_text.h"

#include <algorithm>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kDeepestPhrase = 8;

bool readPhrase(const Json& from, Phrase& phrase, int depth) {
    if (from.is_string()) {
        phrase = from.get<std::string>();
        return true;
    }
    const auto member = [&](const char* key, auto kind) {
        const auto it = from.find(key);
        return it != from.end() && (*it.*kind)();
    };
    if (depth > kDeepestPhrase || !from.is_object() || !member("context", &Json::is_string) ||
        !member("source", &Json::is_string) || !member("arguments", &Json::is_array))
        return false;
    phrase = {};
    phrase.context = from["context"].get<std::string>(), phrase.source = from["source"].get<std::string>();
    return std::ranges::all_of(from["arguments"], [&](const Json& item) {
        return readPhrase(item, phrase.arguments.emplace_back(), depth + 1);
    });
}

}  // namespace

Json phraseToJson(const Phrase& phrase) {
    if (phrase.context.empty()) return phrase.source;
    Json list = Json::array();
    for (const Phrase& argument : phrase.arguments) list.push_back(phraseToJson(argument));
    return {{"context", phrase.context}, {"source", phrase.source}, {"arguments", std::move(list)}};
}

bool phraseFromJson(const Json& from, Phrase& phrase) { return readPhrase(from, phrase, 0); }

std::string phraseToText(const Phrase& phrase) {
    return phrase.context.empty() ? phrase.source
                                  : phraseToJson(phrase).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Phrase phraseFromText(std::string_view text) {
    Phrase phrase;
    if (!text.starts_with('{')) return std::string(text);
    const Json json = tryParseJson<Json>(text);
    return phraseFromJson(json, phrase) ? phrase : Phrase(std::string(text));
}

}  // namespace gatelab
