// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/readers.h"

/// The rows of the readers table, one per file; only core/data includes this.
namespace gatelab {

Reader csvReader();
Reader hdf5Reader();
Reader tsReader();
Reader arffReader();

/// For readers of tables: a warning for every column that repeats another one.
void warnOfEqualColumns(Series& series);

}  // namespace gatelab
