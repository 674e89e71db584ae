// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace gatelab {

class RunTableModel;

/// The rows of a table of runs as they stand there, filtered, grouped and sorted, with these columns in this order and
/// the ids of the runs behind them. CSV: numbers with all digits, in the unit that the head names, nothing where there
/// is none.
std::string runsCsv(const RunTableModel& model, const std::vector<int>& columns);
/// The same as people read it.
std::string runsMarkdown(const RunTableModel& model, const std::vector<int>& columns);

}  // namespace gatelab
