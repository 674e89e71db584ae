// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

/// The marks of text tables by the choices of the csv_* settings.
namespace gatelab::mark_keys {

/// A choice of a setting and the mark that it stands for.
struct Row {
    std::string_view key, mark;
};
inline constexpr Row kDelimiters[] = {{"comma", ","}, {"semicolon", ";"}, {"tab", "\t"},
                                      {"pipe", "|"},  {"space", " "},     {"colon", ":"}};
inline constexpr Row kDecimals[] = {{"point", "."}, {"comma", ","}};
inline constexpr Row kQuotes[] = {{"double", "\""}, {"single", "'"}};
inline constexpr Row kComments[] = {{"hash", "#"}, {"semicolon", ";"}, {"percent", "%"}, {"slashes", "//"}};

/// Empty: the choice names no mark.
std::string_view markOf(std::span<const Row> rows, std::string_view key);
/// Empty: no choice names the mark.
std::string_view keyOf(std::span<const Row> rows, std::string_view mark);

}  // namespace gatelab::mark_keys
