// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/forecast_parts.h"

#include <algorithm>
#include <array>

namespace gatelab {
namespace {

constexpr std::array kTensors = {MetricId::MemoryWeights,     MetricId::MemoryGradients, MetricId::MemoryOptimiser,
                                 MetricId::MemoryActivations, MetricId::MemoryWorkspace, MetricId::MemoryData};
constexpr double MemoryForecast::*kParts[] = {
    &MemoryForecast::weights,     &MemoryForecast::gradients, &MemoryForecast::optimiser,
    &MemoryForecast::activations, &MemoryForecast::workspace, &MemoryForecast::data,
    &MemoryForecast::tables,      &MemoryForecast::framework, &MemoryForecast::spare};

}  // namespace

std::vector<double> forecastParts(const MemoryForecast& forecast) {
    std::vector<double> parts;
    for (const auto part : kParts) parts.push_back(forecast.*part);
    return parts;
}

MemoryForecast forecastOfParts(std::span<const double> parts) {
    MemoryForecast forecast;
    for (std::size_t i = 0; i < std::min(parts.size(), std::size(kParts)); ++i) forecast.*kParts[i] = parts[i];
    return forecast;
}

std::span<const MetricId> tensorCauses() { return kTensors; }
double& partOf(MemoryForecast& forecast, std::size_t part) { return forecast.*kParts[part]; }
double partOf(const MemoryForecast& forecast, std::size_t part) { return forecast.*kParts[part]; }

}  // namespace gatelab
