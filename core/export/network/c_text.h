// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Pieces of a C file.
namespace gatelab::c_text {

/// A float that reads back to the same bits: "0.1f".
std::string number(float value);
/// "1, 2.5"
std::string listed(std::span<const double> values);
/// "static const float NAME[N] = {...};"
std::string floats(const std::string& name, std::span<const float> values);
std::string doubles(const std::string& name, std::span<const double> values);
/// The same as bytes with a scale per row: weight = scale * byte, at most 127.
std::string bytes(const std::string& name, std::span<const float> values, std::int64_t rows);
/// Of ints.
std::string integers(const std::string& name, const std::vector<std::int64_t>& values);
/// $WORD$ in the pattern becomes its value.
std::string filled(std::string_view pattern, const std::vector<std::pair<std::string, std::string>>& words);

}  // namespace gatelab::c_text
