// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/arrays/array_columns.h"
#include "data/arrays/array_roles.h"

#include <optional>
#include <string>
#include <vector>

/// Sensors of one set that are written as an array each: "acc" and "gyro", both sequences x steps x channels.
namespace gatelab {

/// Where arrays are read as sequences and options.hdf5Datasets names two or more of three dimensions for one part,
/// which differ in nothing but their channels: the file with one array for them, the channels side by side in the order
/// of the names ("acc_1"), and the settings with its name in their place. Nothing: there are none such.
struct JoinedChannels {
    ArrayFile file;
    ExperimentConfig options;
};
std::optional<JoinedChannels> joinChannels(const ArrayFile& file, const ExperimentConfig& options);

/// The parts that have to be named for the arrays among those left out to stand beside the values of the set, in the
/// order of the file; empty: none is over the same sequences and steps. shape: of kArrayShapes.
std::vector<std::string> joinable(const SequenceArrays& arrays, const std::string& shape);

}  // namespace gatelab
