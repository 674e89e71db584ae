// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"
#include "data/shapes/shape_choice.h"
#include "io/temporary_folder.h"
#include "worker/options.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gatelab::worker {

/// What of a reading flags or a file of settings say; the rest is guessed (loadAsItLooks).
ChosenReading chosenReading(const ExperimentOptions& options);

/// The data path of several files, or of a folder of them, together; a list of them lies in `lists`.
Result<std::string> namedPath(const std::vector<std::filesystem::path>& files, const TemporaryFolder& lists);

/// Several files, or a folder of them, together, as they are trained on; the shape of a table and the order of its
/// rows are guessed unless they were chosen, and the settings then say which they are.
Result<Dataset> readNamed(const std::vector<std::filesystem::path>& files, ExperimentConfig& config,
                          ChosenReading chosen);

/// Rows in the order of their times; without times any order will do.
bool isInOrder(const TimeAxis& time);

/// The windows that a run would have: as they were given, else as they are suggested for these data; of long ones, of
/// which any windows are enough, as they are.
ExperimentConfig withUsualWindows(const Series& series, const ExperimentConfig& config,
                                  const ExperimentOptions& options);

}  // namespace gatelab::worker
