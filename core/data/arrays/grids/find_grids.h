// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/arrays/array_columns.h"
#include "io/file_array.h"

#include <string>
#include <vector>

/// Which arrays of a file are grids, by the CF conventions.
namespace gatelab {

/// Gives arrays over the time and other dimensions their Grid: the dimensions must be named, one of them have times as
/// its coordinate, and the others coordinates as well (CF 4 and 5: latitude and longitude by unit or standard name,
/// those of the attribute "coordinates", anything else along a dimension). Where the time is not the first dimension, a
/// latitude is asked for as well, or more than three dimensions. What has more than three and is no grid becomes
/// unusable with its reason. Reads the coordinates, each once for all arrays over it. Cancelled.
Result<> findGrids(const std::vector<FileArray>& stored, ArrayFile& file, const Progress& progress);

/// A run that was made before places had names calls columns "t2m_0_0": where the settings ask for one of those, the
/// arrays are what they were then.
void keepOldNames(const ExperimentConfig& options, std::vector<StoredArray>& arrays);

/// As it is read in a table: [time][place].
void layOutGrids(std::vector<StoredArray>& arrays);

/// What the grids among the arrays that are read are, those over the same places together.
void tellOfGrids(const std::vector<StoredArray>& chosen, ReadReport& report);

/// What options.hdf5Datasets asks for by "t2m near 52.5 13.25" or "near 52.5 13.25": the grids at that place, with
/// their times; laid out already. Not asked: empty. An Error where no grid can tell.
Result<std::vector<StoredArray>> gridsNear(const std::vector<StoredArray>& all, const std::string& asked);

/// The values of an array that is laid out.
Result<std::vector<double>> gridValues(const ArrayFile& file, const StoredArray& array, const Progress& progress);

}  // namespace gatelab
