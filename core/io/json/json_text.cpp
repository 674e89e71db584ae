// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/json/json_text.h"

#include <array>

namespace gatelab {

std::string_view boundedJson(std::string_view text, std::size_t members) {
    struct Open {
        bool isObject = false;
        std::size_t members = 1;
    };
    std::array<Open, kDeepestJson + 1> open{};
    std::size_t depth = 0;
    bool isText = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (isText) {
            if (c == '\\') ++at;
            isText = c != '"';
        } else if (c == '"') {
            isText = true;
        } else if (c == '{' || c == '[') {
            if (depth == kDeepestJson) return text.substr(0, at);
            open[++depth] = {c == '{', 1};
        } else if ((c == '}' || c == ']') && depth > 0) {
            --depth;
        } else if (c == ',' && open[depth].isObject && ++open[depth].members > members) {
            return text.substr(0, at);
        }
    }
    return text;
}

}  // namespace gatelab
