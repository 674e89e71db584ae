// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/arrays/array_columns.h"
#include "io/file_array.h"

#include <string>
#include <vector>

/// Several series of lengths of their own in one file: a group or an element of a list of structures for each, with
/// arrays of the same names, or a cell for each.
namespace gatelab {

/// One of them.
struct ArrayGroup {
    std::string name;
    std::vector<StoredArray> arrays;
};

/// The series of a file, in its order; fewer than two, or all of one length: empty.
std::vector<ArrayGroup> seriesGroups(const std::vector<StoredArray>& all);

/// Counts of rows that belong to one series after the other (netCDF's contiguous ragged arrays, CF 9.3.3: the attribute
/// sample_dimension): a column of their names beside the rows.
void nameRaggedRows(const std::vector<FileArray>& stored, ArrayFile& file);

}  // namespace gatelab
