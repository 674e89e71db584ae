// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/architecture.h"
#include "run/metric.h"

#include <span>
#include <vector>

namespace gatelab {

/// A forecast as RunPlanInfo::forecastByCause has it, and back. What an older program left out is 0.
std::vector<double> forecastParts(const MemoryForecast& forecast);
MemoryForecast forecastOfParts(std::span<const double> parts);

/// The parts that are tensors, which stand first, by the metrics that say what was measured of them.
std::span<const MetricId> tensorCauses();
double& partOf(MemoryForecast& forecast, std::size_t part);
double partOf(const MemoryForecast& forecast, std::size_t part);

}  // namespace gatelab
