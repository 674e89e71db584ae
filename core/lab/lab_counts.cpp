// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_counts.h"

#include <algorithm>

namespace gatelab {

Phrase labRuns(const LabReport& report) {
    const int planned = LabWork(report.plan).runs(), rungs = report.wantedRungs();
    const Phrase of = counted(rungs, GATELAB_TEXT("Lab", "1 rung"), GATELAB_TEXT("Lab", "%1 rungs"));
    const Phrase repeats =
        counted(report.plan.repeats, GATELAB_TEXT("Lab", "1 repeat"), GATELAB_TEXT("Lab", "%1 repeats"));
    Phrase runs =
        report.plan.equalTime
            ? Phrase(GATELAB_TEXT("Lab", "%1 × %2 + %3 for the outputs + %3 of equal time = %4 runs"),
                     {of, repeats, rungs, planned})
            : Phrase(GATELAB_TEXT("Lab", "%1 × %2 + %3 for the outputs = %4 runs"), {of, repeats, rungs, planned});
    if (report.total == 0 || report.total >= planned) return runs;
    return {GATELAB_TEXT("Lab", "%1, %2 of them left out with rungs that failed"),
            {std::move(runs), planned - report.total}};
}

Phrase labGoesOn(const LabReport& begun) {
    const int rounds = begun.rounds();
    if (rounds >= begun.plan.repeats)
        return {GATELAB_TEXT("Lab", "It goes on after round %1 of %1, with the outputs and what follows them."),
                {begun.plan.repeats}};
    const Phrase where = {GATELAB_TEXT("Lab", "round %1 of %2"), {rounds + 1, begun.plan.repeats}};
    const auto begunRungs = std::ranges::count_if(
        begun.figures, [&](const LabFigures& f) { return f.problem.empty() && std::ssize(f.repeats) > rounds; });
    if (begunRungs == 0) return {GATELAB_TEXT("Lab", "It goes on at %1."), {where}};
    const Phrase again =
        counted(begunRungs, GATELAB_TEXT("Lab", "the rung measured in the unfinished round is measured again"),
                GATELAB_TEXT("Lab", "the %1 rungs measured in the unfinished round are measured again"));
    return {GATELAB_TEXT("Lab", "It goes on at %1; %2."), {where, again}};
}

}  // namespace gatelab
