// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab.h"

#include <optional>
#include <string>

namespace gatelab {

/// Of what the runs of a lab are made up, the same everywhere: "14 rungs × 5 repeats + 14 for the outputs + 14 of equal
/// time = 98 runs"; of what has a rung that failed, also how many fell away with it. Repeats that are measured again
/// are told besides.
Phrase labRuns(const LabReport& report);

/// What the lab shows in all, from the first repeat of two rungs on.
struct LabHeadline {
    std::size_t rung = 0;  ///< that it is about; 0: none is faster than the first
    /// Of the ladder up to that rung; of a pair B's; else how many times as long a step takes without the switch
    LabRatio effect;
    bool isDisturbed = false;  ///< disturbed repeats count in it
    Phrase title;              ///< "51 × as fast, same numbers"
    Phrase range;              ///< "range 11 to 236"; "2 repeats", which have none; empty: one repeat
    Phrase text;               ///< "822 → 42180 samples/s with rungs 1 to 10."
};
std::optional<LabHeadline> labHeadline(const LabReport& report);
/// The last rung that keeps the numbers, or one below it that is faster beyond chance; 0: that is the first, or the lab
/// has no ladder.
std::size_t labTop(const LabReport& report);
/// "rungs 1 to 4, 6 to 10": those that were measured up to `top`, by their numbers.
Phrase labRungNumbers(const LabReport& report, std::size_t top);
/// "9 rungs need an NVIDIA GPU or more cores"; empty: all can run here.
Phrase labMissing(const LabPlan& plan);

/// The lab's table for files and people: the headline, one line per rung with its effect and interval, what cannot run
/// here; English, machine and repeats named. Numbers that were not measured are empty (CSV) or "-" (Markdown, text);
/// lab_json.h has the whole of it. An interrupted one says so. kLabEstimator says how times, rates and ratios are made,
/// kLabDisturbedRule which repeats count.
inline constexpr const char* kLabEstimator =
    "times and rates are geometric means of the repeats; a ratio is the geometric mean of the paired ratios, from 3 "
    "repeats on with its 95 % interval; *: beyond chance for all rungs together (Bonferroni)";
inline constexpr const char* kLabDisturbedRule =
    "a repeat that other load disturbed was measured again; disturbed ones are left out where at least 3 undisturbed "
    "ones are: the load decides, never the time";
std::string labCsv(const LabReport& report);
std::string labMarkdown(const LabReport& report);  ///< with labCommand()
/// One line per rung for a terminal.
std::string labText(const LabReport& report);

/// "gatelab-worker lab --ladder --repeats 5 ...": what measures this again.
std::string labCommand(const LabPlan& plan);

}  // namespace gatelab
