// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/machines/rank_forecast.h"
#include "store/known_hosts.h"
#include "worker/options.h"

#include <nlohmann/json_fwd.hpp>

namespace gatelab::worker {

/// The table of what more ranks would gain by a measurement, and what follows.
void printForecast(const MeasuredRanks& measured, const RankMachines& where);
/// {"step", "machines", "cores", "forecast", "advice", "cores_advice"} of a measurement.
nlohmann::ordered_json forecastJson(const MeasuredRanks& measured, const RankMachines& where);

/// What a workspace knows of its machines without measuring: the matrix of delays and rates, what each measurement
/// foretells, and the runs that train with ranks now.
int showRanks(const WorkspaceOptions& workspace, bool json);

}  // namespace gatelab::worker
