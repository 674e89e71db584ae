// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/training_place.h"
#include "base/progress.h"
#include "session/engine.h"
#include "store/known_hosts.h"

#include <vector>

namespace gatelab {

struct PlaceMeasurement {
    MeasuredRanks found;
    std::vector<RankLink> links;  ///< of all pairs of ranks
};
/// What messages cost between the ranks of a place, and what a step of these settings is on one core of this machine:
/// what a forecast for more ranks is made of (forecastRanks). Two ranks at least. The hosts are asked first, as before
/// a run. Trains for about a second; nothing is kept. Cancelled when progress says stop. Blocks; off the GUI thread.
Result<PlaceMeasurement> measurePlace(Engine& engine, const TrainingPlace& place, const ExperimentConfig& config,
                                      const std::shared_ptr<const Dataset>& data, const Progress& progress);

}  // namespace gatelab
