// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/arrays/array_columns.h"
#include "io/hdf5_file.h"

#include <string>
#include <vector>

namespace gatelab {

/// The texts of a list of them as Python's pickle writes it (protocol 0), in UTF-8: names of columns in a table of
/// PyTables. Nothing of any other thing.
std::vector<std::string> pickledTexts(const std::string& pickle);

/// What pandas' to_hdf says beside its arrays. Of both formats: an index of times, or of the numbers of rows, and
/// columns of times. "table": the names of the columns in a field.
void readPandas(const FileArray& dataset, StoredArray& array);

/// "fixed": the names of the columns in each block; the arrays that hold names are helpers.
void namePandasBlocks(Hdf5Reader& reader, std::vector<StoredArray>& arrays);

/// "fixed" with an index of several levels: a column for each level, made of its values and the codes of the rows; what
/// they are made of are helpers.
void expandPandasLevels(Hdf5Reader& reader, const std::vector<FileArray>& stored, ArrayFile& file);

/// "weather" of "/weather/table/values_block_0" and "/weather/block0_values": the key of a frame; empty: the array is
/// no block of one.
std::string pandasKey(const std::string& path);

}  // namespace gatelab
