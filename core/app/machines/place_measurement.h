// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/training_place.h"
#include "base/progress.h"
#include "session/engine.h"
#include "store/known_hosts.h"

#include <memory>

namespace gatelab {

/// What messages cost between the ranks of a place, and what a step of these settings is on one core of this machine:
/// what a forecast for more ranks is made of (forecastRanks). Two ranks at least. The hosts are asked first, as before
/// a run. Trains for about a second; nothing is kept. Cancelled as soon as progress says stop, also while hosts are
/// asked or messages measured: what was started for that has ended then. Blocks; off the GUI thread.
Result<MeasuredRanks> measurePlace(Engine& engine, const TrainingPlace& place, const ExperimentConfig& config,
                                   const std::shared_ptr<const Dataset>& data, const Progress& progress);

}  // namespace gatelab
