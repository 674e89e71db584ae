// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "data/arrays/matlab_file.h"

#include <map>
#include <string>
#include <vector>

namespace gatelab {

/// Cells of matrices that are sequences of one set, as MATLAB keeps sequences of unequal length: "/XTrain{1}",
/// "/XTrain{2}" ..., all [channels][steps] or all [steps][channels].
struct MatlabCells {
    StoredArray array;               ///< "/XTrain", [cells][longest of either dimension ...]; of vectors one channel
    std::vector<std::string> cells;  ///< paths in MATLAB's order
};

/// The cell arrays of three cells or more whose matrices have one dimension in common, no longer than the other one
/// mostly is. The dimensions have names where lengths differ, which tells them. Not usable, with the reason, where
/// filled up to the longest they take more than 2 GiB.
std::vector<MatlabCells> cellsOfSequences(const std::vector<StoredArray>& arrays);

/// Its values row-major in that shape; NaN behind the end of a shorter one. variables: by their paths. Cancelled.
Result<std::vector<double>> cellValues(const MatlabCells& cells, const std::map<std::string, MatlabVariable>& variables,
                                       const Progress& progress);

}  // namespace gatelab
