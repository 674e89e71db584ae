// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/json_reader_lines.h"

#include "data/tables/json_reader_columns.h"
#include "io/json/json_text.h"

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;
using Values = std::vector<std::pair<std::string, std::string>>;

void take(const Json& value, const std::string& name, Values& values) {
    if (value.is_structured()) {
        std::size_t place = 0;
        for (const auto& [key, inner] : value.items()) {
            const std::string inside = value.is_array() ? "_" + std::to_string(place++) : key;
            take(inner, name.empty() ? inside : name + (value.is_array() ? "" : ".") + inside, values);
        }
    } else if (!value.is_null()) {
        values.emplace_back(name, value.is_string()    ? value.get<std::string>()
                                  : value.is_boolean() ? (value.get<bool>() ? "1" : "0")
                                                       : value.dump());
    }
}

}  // namespace

std::optional<std::vector<std::pair<std::string, std::string>>> flatJson(std::string_view text) {
    const std::string mended = withoutNan(text);
    const Json object = tryParseJson<Json>(mended.empty() ? text : std::string_view(mended));
    if (!object.is_object()) return std::nullopt;
    Values values;
    take(object, "", values);
    return values.empty() ? std::nullopt : std::optional(std::move(values));
}

}  // namespace gatelab
