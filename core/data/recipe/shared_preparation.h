// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/shared_values.h"
#include "data/windows.h"

#include <string>

/// What runs that train together read, prepare and cut into windows once, held in SharedValues. Kinds: "data",
/// "prepared", "windows". Everything here gives what loadDataset, prepareSeries and makeWindows give, and calls these
/// where `shared` is null. Any thread; waits while another thread makes the same.
namespace gatelab {

/// A prepared series and the settings that made it, beside its dataset: what was prepared to be looked at or checked is
/// what is trained on.
struct MadePreparation {
    std::string settings;  ///< text of every setting that the preparation depends on
    PreparedPtr prepared;  ///< of the dataset's series
};
/// The dataset with this preparation of its series beside it.
std::shared_ptr<const Dataset> withPreparation(const Dataset& data, const ExperimentConfig& config,
                                               PreparedPtr prepared);

/// Key of the data that these settings read: equal where the same file is read in the same way.
std::string dataKey(const ExperimentConfig& config);
Result<Dataset> sharedDataset(SharedValues* shared, const ExperimentConfig& config);
/// Prepared once for each series and recipe, columns and split; not at all where the dataset has it beside it.
Result<PreparedPtr> sharedPreparation(SharedValues* shared, const Dataset& data, const ExperimentConfig& config);
Result<SplitWindows> sharedWindows(SharedValues* shared, const PreparedPtr& prepared, const ExperimentConfig& config);
/// Key of the windows of these settings on this preparation, for what is made of them. Whoever keeps a value under it
/// must hold `prepared` as long.
std::string windowsKey(const PreparedPtr& prepared, const ExperimentConfig& config);

}  // namespace gatelab
