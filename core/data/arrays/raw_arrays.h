// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "data/arrays/array_columns.h"
#include "data/readers.h"

#include <vector>

namespace gatelab {

/// Each array of numbers or texts as a table of its cells, whatever they mean: a row for each place of the first
/// dimension, the columns under the names that the array has in the file, else by their places ("a_0_1"); numbers read
/// back to the same bits, a missing one is NaN, times are ISO 8601 (NaT: missing). An Error where no array can be read,
/// or where one is larger than 2 GiB as text; Cancelled.
Result<std::vector<RawTable>> rawArrays(const ArrayFile& file, const Progress& progress);

}  // namespace gatelab
