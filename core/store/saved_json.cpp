// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/saved_json.h"

#include "config/config_io.h"
#include "io/hash.h"
#include "io/json/json_text.h"

#include <algorithm>

namespace gatelab {

namespace {

using Json = nlohmann::json;  // its members are sorted

Error corrupt(Phrase what) { return {ErrorCode::Corrupt, std::move(what)}; }

}  // namespace

std::string jsonChecksum(std::string_view text) {
    Json json = tryParseJson<Json>(text);
    if (!json.is_object()) return {};
    json.erase(kChecksumKey);
    return sha256(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Result<> checkMembers(std::string_view text, const std::vector<std::string_view>& known) {
    const Json json = tryParseJson<Json>(text);
    if (!json.is_object()) return corrupt(GATELAB_TEXT("Files", "it is no JSON object"));
    for (const auto& [key, value] : json.items()) {
        if (key == kChecksumKey && value != jsonChecksum(text))
            return corrupt(GATELAB_TEXT("Files", "it does not fit its checksum"));
        if (key != kChecksumKey && std::ranges::find(known, key) == known.end())
            return corrupt({GATELAB_TEXT("Files", "its member '%1' is not known here"), {key}});
    }
    return {};
}

Error unreadableJson(std::string_view text) {
    if (Json::accept(text)) return corrupt(GATELAB_TEXT("Files", "it lacks what belongs in it"));
    return corrupt(GATELAB_TEXT("Files", "it was cut, or changed by hand: it is no whole JSON text"));
}

Result<ExperimentConfig> wholeConfigFrom(std::string_view text) {
    auto read = configFromJson(text);
    if (!read) return read.error().code == ErrorCode::Unsupported ? read.error() : corrupt(read.error().phrase);
    if (!read->warnings.empty()) return corrupt(read->warnings.front());
    return std::move(read->config);
}

std::filesystem::path freeName(const std::filesystem::path& stem, const std::string& ending,
                               std::span<const char* const> parts) {
    std::filesystem::path free = stem.string() + ending;
    const auto isTaken = [&](const char* part) {
        std::error_code ignored;
        return std::filesystem::exists(free.string() + part, ignored);
    };
    for (int number = 2; std::ranges::any_of(parts, isTaken); ++number)
        free = stem.string() + "-" + std::to_string(number) + ending;
    return free;
}

}  // namespace gatelab
