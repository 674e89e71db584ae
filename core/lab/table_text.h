// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

/// Cells of the lab's tables: for CSV a missing number is empty, for people it is "-".
namespace gatelab::table_text {

/// Significant digits, point as decimal sign; empty where not finite.
std::string number(double value, int digits = 4);
std::string orDash(const std::string& text);
/// A CSV field in quotes (RFC 4180).
std::string quoted(const std::string& text);

}  // namespace gatelab::table_text
