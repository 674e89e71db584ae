// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/csv_cell.h"

#include <charconv>
#include <cmath>
#include <string_view>

namespace gatelab {

namespace {

bool isNumber(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string csvText(const std::string& text) {
    const bool likeFormula =
        !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos && !isNumber(text);
    const std::string safe = likeFormula ? "'" + text : text;
    if (safe.find_first_of(",\"\r\n") == std::string::npos) return safe;
    std::string quoted = "\"";
    for (const char c : safe) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

void appendCsvNumber(std::string& out, double value) {
    if (!std::isfinite(value)) return;
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    out.append(buffer, end);
}

}  // namespace gatelab
