// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab.h"

#include <string>
#include <vector>

namespace gatelab {

/// Of what the runs of a lab are made up, the same everywhere: "14 rungs × 5 repeats + 14 for the outputs + 14 of equal
/// time = 98 runs"; of what has a rung that failed, also how many fell away with it. Repeats that are measured again
/// are told besides.
Phrase labRuns(const LabReport& report);

/// The lab's table for files and people: one line per rung, English, machine and repeats named. Numbers that were not
/// measured are empty (CSV) or "-" (Markdown, text); lab_json.h has the whole of it. An interrupted one says so. A
/// ratio is printed with its 95 % interval and what that allows to say (LabOutcome), never without, or as "so far";
/// kLabEstimator says how times, rates and ratios are made, kLabDisturbedRule which repeats count.
inline constexpr const char* kLabEstimator =
    "times and rates are geometric means of the repeats; a ratio is the geometric mean of the paired ratios, with an "
    "interval that holds at 95 % for all rungs together (Bonferroni)";
inline constexpr const char* kLabDisturbedRule =
    "a repeat that other load disturbed was measured again; disturbed ones are left out where at least 3 undisturbed "
    "ones are: the load decides, never the time";
std::string labCsv(const LabReport& report);
std::string labMarkdown(const LabReport& report);  ///< with labCommand()
/// One line per rung for a terminal.
std::string labText(const LabReport& report);

struct LabFinding {
    enum class Kind { Best, Note, Caution };
    Kind kind = Kind::Note;
    Phrase text;
    Phrase figure = {};  ///< of the first one: what it says in a word, such as "5.5 × as fast"; empty: no such word
    [[nodiscard]] std::string english() const { return text.english(); }
};
/// What the lab shows: what it is all worth, what each switch is worth, what changes the numbers, how much room is
/// left, then in a line each what makes no difference, what is not decided and what disturbed the measuring. Only
/// claims that hold: none before it is finished.
std::vector<LabFinding> labFindings(const LabReport& report);

/// "gatelab-worker lab --ladder --repeats 5 ...": what measures this again.
std::string labCommand(const LabPlan& plan);

}  // namespace gatelab
