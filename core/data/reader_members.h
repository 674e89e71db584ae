// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/readers.h"

#include <string_view>

/// The rows of the readers table, one per file; only core/data includes this.
namespace gatelab {

Reader csvReader();
Reader hdf5Reader();
Reader tsReader();
Reader arffReader();
Reader ucrReader();
Reader npyReader();
Reader netcdfReader();
Reader packedReader();
Reader sqliteReader();
Reader jsonReader();

/// Whether a file begins as packed ones do (gzip, zstd, bzip2, xz, zip and with it workbooks, tar).
bool isPacked(std::string_view head);

/// For readers of tables: a warning for every column that repeats another one.
void warnOfEqualColumns(Series& series);

}  // namespace gatelab
