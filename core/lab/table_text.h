// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

/// Cells of the lab's tables. What people read is made by numberText().
namespace gatelab::table_text {

/// For CSV: as many digits as a program can use, without zeros at the end, point as decimal sign; empty where not
/// finite.
std::string number(double value, int digits = 7);
/// " (2.62 to 8.66)" behind a number, for people; empty where an end is not finite.
std::string interval(double low, double high, int digits);
/// Blanks before it, behind it where the width is negative.
std::string padded(const std::string& text, int width);

}  // namespace gatelab::table_text
