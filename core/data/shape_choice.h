// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <string>

namespace gatelab {

/// The key of csv_shape by which a table that was read with a row for each time is better read, because it holds series
/// below each other: side by side where they are few, else as many series; empty: it is well as it is.
std::string betterShape(const ReadReport& report);

/// Reads the data of the settings; where these leave the shape at a row for each time and the file looks like series
/// below each other, in that shape, which the settings then say. What was chosen, and how to have the other, is among
/// the warnings.
Result<Dataset> loadAsItLooks(ExperimentConfig& config, const Progress& progress = {});

}  // namespace gatelab
