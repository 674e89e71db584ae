// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/doctor.h"
#include "data/split.h"

#include <string>
#include <vector>

namespace gatelab {

/// Columns whose values lie elsewhere in the test part than in the training part ("drift"): of the values of the test
/// part more than half lie outside the middle 98 % of the training part, or the two distributions are farther apart
/// than 0.6 (largest distance of their cumulated shares, 1: they do not meet) where halves of the training part are at
/// most half as far apart from each other (so a slow season is none). Parts of fewer than 30 values are left alone, and
/// so are many series: `split` cuts their joined rows, which are no parts of any of them.
std::vector<DataFinding> driftFindings(const Series& series, const Split& split);

/// Inputs that are a target in another unit, or the target itself under another name ("copy"): one is the other one
/// times a number plus a number, to 1e-9 of its spread or to the digits in which both are written (to a hundredth of
/// its spread), in at least 20 rows; or nearly so, as nearLine() has it: a few rows differ, or both were packed. The
/// target's own past is among the inputs anyway. Likewise inputs that are another input ("same-column"); the first of
/// them in the file stays. Both leave the inputs by their remedy.
std::vector<DataFinding> copyFindings(const Series& series, const std::vector<std::string>& targets,
                                      const std::vector<std::string>& inputs);

/// Of these columns those that are another one of them in another unit or under another name, as a "same-column" above:
/// the first of each in the file is none.
std::vector<std::string> repeatedColumns(const Series& series, const std::vector<std::string>& among);

/// Those of the columns `among` (none named: all) that are `target` in another unit or under another name, as a "copy"
/// above; nothing where it is no column.
std::vector<std::string> copiesOf(const Series& series, const std::string& target,
                                  const std::vector<std::string>& among = {});

}  // namespace gatelab
