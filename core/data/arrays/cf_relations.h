// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/arrays/array_columns.h"
#include "io/file_array.h"

#include <map>
#include <string>
#include <vector>

/// What the arrays of a netCDF file are to each other, by the CF conventions.
namespace gatelab {

/// The edges of the cells of another array (CF 7.1: its attribute "bounds" or "climatology" names them; or "time_bnds"
/// beside "time" with two of them each) are no values of anybody: they become helpers, which is their reason.
void markBounds(const std::vector<FileArray>& stored, std::vector<StoredArray>& arrays);

/// Names of stations beside arrays with a column, or a row, for each: they name these columns ("level_north"). Taken
/// where one array of texts alone has as many, all different. `letters`: texts that are stored letter by letter, one
/// text per row, by the path of their array; texts of ArrayFile are looked at as well.
void nameStations(const std::map<std::string, std::vector<std::string>>& letters, ArrayFile& file);

}  // namespace gatelab
