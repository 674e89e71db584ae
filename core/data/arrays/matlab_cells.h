// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/arrays/array_columns.h"
#include "io/file_array.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace gatelab {

/// Cells of matrices that are sequences of one set, as MATLAB keeps sequences of unequal length: "/XTrain{1}",
/// "/XTrain{2}" ..., all [channels][steps] or all [steps][channels].
struct MatlabCells {
    StoredArray array;                  ///< "/XTrain", [cells][longest of either dimension ...]; of vectors one channel
    std::vector<std::string> cells;     ///< paths in MATLAB's order
    std::vector<std::int64_t> columns;  ///< of each cell; of a vector 1
};

/// The cell arrays of a file whose matrices have one dimension in common, by their names, with an array for each beside
/// its own; their cells are taken where they are named.
std::map<std::string, MatlabCells> addCellSets(ArrayFile& file);

/// Its values row-major in that shape; NaN behind the end of a shorter one. read: the values of a cell, row-major, by
/// its path. Cancelled.
Result<std::vector<double>> cellValues(const MatlabCells& cells,
                                       const std::function<Result<std::vector<double>>(const std::string&)>& read,
                                       const Progress& progress);

/// Cells of numbers in a file of version 7.3, and fields of its lists of structures, which are references to arrays
/// without a name: beside those, which become helpers, under the names that they have in version 5 ("/X{1}",
/// "/S(1)/x"). Gives the path in the file of each.
std::map<std::string, std::string> nameReferences(const std::vector<FileArray>& stored, ArrayFile& file);
/// Whether the settings ask for such an array by the name that it has in the file ("/#refs#/b"), as those of runs do
/// that were made before cells had names.
bool asksForReferences(const std::vector<FileArray>& stored, const ExperimentConfig& options);

}  // namespace gatelab
