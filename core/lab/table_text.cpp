// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/table_text.h"

#include "base/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace gatelab::table_text {

std::string number(double value, int digits) {
    if (!std::isfinite(value)) return {};
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits).ptr};
}

std::string interval(double low, double high, int digits) {
    return std::isfinite(low) && std::isfinite(high)
               ? " (" + numberText(low, digits) + " to " + numberText(high, digits) + ")"
               : std::string();
}

std::string padded(const std::string& text, int width) {
    const std::string room(static_cast<std::size_t>(std::max(0, std::abs(width) - static_cast<int>(text.size()))), ' ');
    return width < 0 ? text + room : room + text;
}

}  // namespace gatelab::table_text
