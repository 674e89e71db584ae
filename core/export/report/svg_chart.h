// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/report/report_document.h"

#include <functional>
#include <string>
#include <vector>

namespace gatelab {

/// Of a chart's axis: where it has labels. Linear: 1, 2 or 5 times a power of ten apart. Logarithmic: 1, 2 and 5 of
/// each decade where there are few, else whole decades. From `low` to `high`, both included where they are hit; at
/// least one.
std::vector<double> axisTicks(double low, double high, bool isLog);

/// <svg> of 720 x 260 units, without a script and with classes instead of colours (report_html.cpp has their rules). Of
/// a line with more points than twice the pixels the smallest and the largest of each pixel column are drawn. Text goes
/// through `say` and is escaped.
std::string svgChart(const ReportChart& chart, const std::function<std::string(const Phrase&)>& say);

/// The class of a line's colour: "c3", "ink", "mute".
std::string colourClass(int colour);

/// For text and attributes of HTML; bytes that are no UTF-8 become U+FFFD.
std::string escapedHtml(const std::string& text);

}  // namespace gatelab
