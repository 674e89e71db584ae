// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <string>
#include <variant>
#include <vector>

/// A report as a value: what is told, in which order, in phrases that still can be translated. reportHtml() writes it.
namespace gatelab {

/// Points from left to right; NaN breaks the line. `x` and `y` have the same length.
struct ReportLine {
    Phrase name;
    std::vector<double> x, y;
    bool isDashed = false;
    int colour = 0;                               ///< slot of the run colours, from 0; else kInk or kMuted
    static constexpr int kInk = -1, kMuted = -2;  ///< what is given, and what stands beside it
};
/// What lies between two lines, e.g. an interval.
struct ReportBand {
    Phrase name;
    std::vector<double> x, low, high;
    int colour = 0;
};
/// A place of the horizontal axis with its own words: "Mar 4" where numbers would say nothing.
struct ReportTick {
    double x = 0;
    std::string text;
};
struct ReportChart {
    Phrase title, x, y;
    std::vector<ReportLine> lines;
    std::vector<ReportBand> bands = {};
    bool isLog = false;  ///< values of 0 and below are not drawn
    Phrase note = {};
    std::vector<ReportTick> ticks = {};  ///< of the horizontal axis; none: round numbers
};

struct ReportTable {
    Phrase title;
    std::vector<Phrase> heads;
    std::vector<std::vector<Phrase>> rows;  ///< each as long as `heads`
    int marked = -1;                        ///< a row that stands out; -1: none
    std::size_t texts = 1;                  ///< so many columns at the left are texts; the others are numbers
    Phrase note = {};
};

/// Kept as it is, in letters of equal width.
struct ReportCode {
    Phrase title;
    std::string text;
    bool isFolded = false;  ///< shown on demand; printed only when it is open
};

using ReportBlock = std::variant<Phrase, ReportTable, ReportChart, ReportCode>;  ///< Phrase: a paragraph

struct ReportSection {
    Phrase title;
    std::vector<ReportBlock> blocks;
};

struct ReportDocument {
    Phrase title, subtitle;
    std::vector<Phrase> summary;  ///< what it came to, the most important first
    std::vector<ReportSection> sections;
};

}  // namespace gatelab
