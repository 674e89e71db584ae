// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/forecast_score.h"

#include "run/metric.h"

#include <numeric>

namespace gatelab {

namespace {

constexpr double kMiB = 1048576.0;
constexpr std::size_t kTensorCauses = 6;  // the first of RunPlanInfo::forecastByCause

}  // namespace

RunForecastScores scoreForecasts(const RunPlanInfo& plan, const std::map<std::string, double>& values) {
    const auto valueOf = [&values](MetricId id) {
        const auto found = values.find(metric(id).key);
        return found == values.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
    };
    RunForecastScores scores;
    if (plan.forecastByCause.size() >= kTensorCauses)
        scores.memory.forecast = std::accumulate(plan.forecastByCause.begin(), plan.forecastByCause.begin() + kTensorCauses, 0.0) / kMiB;
    const double onGpu = valueOf(MetricId::GpuPeak);
    scores.memory.measured = onGpu > 0 ? onGpu : valueOf(MetricId::EnginePeak);
    scores.epoch = {valueOf(MetricId::EpochForecast), valueOf(MetricId::EpochSeconds)};
    return scores;
}

}  // namespace gatelab
