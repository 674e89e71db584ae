// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/board.h"
#include "models/run_relation.h"

#include <vector>

namespace gatelab {

class RunBoard;

/// A group of the board as charts of many groups draw it: its row and runs whose figures stand for it, those with a
/// score, else the newest. Valid until RunBoard::boardChanged().
struct ChartGroup {
    const BoardRow* row;
    std::vector<const RunSummary*> runs;  ///< one at least
};
/// Those with a score that is the same quantity as that of the base, best first.
std::vector<ChartGroup> chartGroups(const RunBoard& board);
/// A column of each: the mean where it has one, else that of the first run.
RunValues valuesOf(const RunColumn& column, const std::vector<ChartGroup>& groups);
/// The score of each.
std::vector<double> scoresOf(const std::vector<ChartGroup>& groups);
/// Positive values that span more than a decade, as learning rates do.
bool spanDecade(const std::vector<double>& values);

}  // namespace gatelab
