// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/c_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace gatelab::c_text {

namespace {
constexpr std::size_t kFloatsInLine = 10, kBytesInLine = 24;
constexpr float kMostByte = 127;

std::string digitsOf(double value) {
    char digits[40];
    return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

std::string list(const std::string& head, std::size_t count, std::size_t inLine, const auto& each) {
    std::string text = "static const " + head + "[" + std::to_string(count) + "] = {";
    for (std::size_t i = 0; i < count; ++i)
        text += (i > 0 ? "," : "") + std::string(i % inLine == 0 ? "\n" : " ") + each(i);
    return text + "};\n";
}
}  // namespace

std::string number(float value) {
    char digits[32];
    std::string text(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text + "f";
}

std::string floats(const std::string& name, std::span<const float> values) {
    return list("float " + name, values.size(), kFloatsInLine, [&](std::size_t i) { return number(values[i]); });
}

std::string doubles(const std::string& name, std::span<const double> values) {
    return list("double " + name, values.size(), kFloatsInLine, [&](std::size_t i) { return digitsOf(values[i]); });
}

std::string listed(std::span<const double> values) {
    std::string text;
    for (const double value : values) text += (text.empty() ? "" : ", ") + digitsOf(value);
    return text;
}

std::string bytes(const std::string& name, std::span<const float> values, std::int64_t rows) {
    const std::size_t columns = values.size() / static_cast<std::size_t>(rows);
    std::vector<float> scales;
    for (std::size_t r = 0; r < static_cast<std::size_t>(rows); ++r) {
        float most = 0;
        for (const float value : values.subspan(r * columns, columns)) most = std::max(most, std::abs(value));
        scales.push_back(most > 0 ? most / kMostByte : 1);
    }
    return list("signed char " + name, values.size(), kBytesInLine,
                [&](std::size_t i) { return std::to_string(std::lround(values[i] / scales[i / columns])); }) +
           floats(name + "_scale", scales);
}

std::string integers(const std::string& name, const std::vector<std::int64_t>& values) {
    return list("int " + name, values.size(), kBytesInLine, [&](std::size_t i) { return std::to_string(values[i]); });
}

std::string filled(std::string_view pattern, const std::vector<std::pair<std::string, std::string>>& words) {
    std::string text;
    while (!pattern.empty()) {
        const std::size_t from = pattern.find('$'), to = from == pattern.npos ? from : pattern.find('$', from + 1);
        text += pattern.substr(0, from);
        if (to == pattern.npos) break;
        const std::string_view word = pattern.substr(from + 1, to - from - 1);
        for (const auto& [key, value] : words)
            if (key == word) text += value;
        pattern.remove_prefix(to + 1);
    }
    return text;
}

}  // namespace gatelab::c_text
