// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/arrays/array_columns.h"

#include <string>
#include <vector>

/// Arrays of three dimensions, or of two with answers beside them, as sequences.
namespace gatelab {

/// Whether readSequenceArrays() reads the file with these options: a shape of kArrayShapes is asked for, or many series
/// of arrays that have three dimensions.
bool areForSequences(const ArrayFile& file, const ExperimentConfig& options);

/// The arrays that it reads then, by their paths.
std::vector<std::string> sequencePaths(const ArrayFile& file, const ExperimentConfig& options);

/// With answers a set of sequences: parts called train and test are its parts, options.testPath or a partner beside the
/// file (X_TRAIN, X_TEST) brings the test part. Without answers as many series for one network, unless the run that
/// reads them knows sequences. Steps at the end at which every channel is missing are no steps. Any thread.
Result<Dataset> readSequenceArrays(const ArrayFile& file, const ExperimentConfig& options, const Progress& progress);

}  // namespace gatelab
