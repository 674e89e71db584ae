// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A column of words is read as one channel of 0 and 1 for each word, "weather=rain"; what is missing between words is
/// a word of its own.
inline constexpr std::string_view kMissingWord = "(missing)";

inline std::string wordChannel(std::string_view column, std::string_view word) {
    return std::string(column) + "=" + std::string(word);
}
/// "weather=rain" of "weather".
inline bool isWordOf(std::string_view channel, std::string_view column) {
    return channel.size() > column.size() && channel[column.size()] == '=' && channel.starts_with(column);
}
/// Whether a name is one of these columns, or that of a column of words among them.
inline bool namesColumn(const std::vector<std::string>& columns, std::string_view name) {
    return std::ranges::any_of(columns,
                               [&](const std::string& column) { return column == name || isWordOf(column, name); });
}

}  // namespace gatelab
