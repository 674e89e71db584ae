// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/table_text.h"

#include <cmath>
#include <cstdio>

namespace gatelab::table_text {

std::string number(double value, int digits) {
    if (!std::isfinite(value)) return {};
    char text[48];
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    return text;
}

std::string orDash(const std::string& text) { return text.empty() ? "-" : text; }

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

}  // namespace gatelab::table_text
