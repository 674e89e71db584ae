// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A curve for a terminal; points are in the order of x, values that are not finite are gaps.
struct TerminalCurve {
    std::vector<double> x, y;
};

/// Draws curves into lines of text, all of the same width in columns: a scale of three values at the left, then a plot
/// of braille patterns (2 by 4 dots each), or, where isAscii, of signs, one for each curve. Values of one dot's column
/// are drawn from the least to the greatest. isLog: by the logarithm where all values are above 0.
struct TerminalChart {
    int columns = 60, rows = 8;
    bool isAscii = false, isLog = false;

    [[nodiscard]] std::vector<std::string> draw(std::span<const TerminalCurve> curves) const;
};

/// So many columns of a line in UTF-8: cut, or filled up with blanks. A character of East Asia takes two columns, a
/// mark that stands over another one none.
std::string fitColumns(const std::string& line, int columns);
/// How many columns it takes.
int columnsOf(std::string_view line);

}  // namespace gatelab
