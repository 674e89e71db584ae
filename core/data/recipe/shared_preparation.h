// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/shared_values.h"
#include "data/windows.h"

#include <string>

/// What runs that train together read, prepare and cut into windows once, held in SharedValues. Kinds: "data",
/// "prepared", "windows". Everything here gives what loadDataset, prepareSeries and makeWindows give, and calls these
/// where `shared` is null. Any thread; waits while another thread makes the same.
namespace gatelab {

/// Key of the data that these settings read: equal where the same file is read in the same way.
std::string dataKey(const ExperimentConfig& config);
Result<Dataset> sharedDataset(SharedValues* shared, const ExperimentConfig& config);
/// Prepared once for each series and recipe, columns and split.
Result<PreparedPtr> sharedPreparation(SharedValues* shared, const SeriesPtr& series, const ExperimentConfig& config);
Result<SplitWindows> sharedWindows(SharedValues* shared, const PreparedPtr& prepared, const ExperimentConfig& config);
/// Key of the windows of these settings on this preparation, for what is made of them. Whoever keeps a value under it
/// must hold `prepared` as long.
std::string windowsKey(const PreparedPtr& prepared, const ExperimentConfig& config);

}  // namespace gatelab
