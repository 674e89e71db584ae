// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab.h"

#include <string>
#include <vector>

namespace gatelab::test {

/// A machine whose memory is known: activations of batch x lookback x units, and a MiB for everything else.
class KnownMemory : public LabMachine {
public:
    static constexpr double kMiB = 1048576.0;

    Result<LabMeasured> measure(const LabTrial& trial, const LabWatch& watch) override {
        ++runs;
        rows.push_back(trial.data && trial.data->series ? trial.data->series->rows() : 0);
        if (watch && !watch({})) return Error{ErrorCode::Cancelled, "stopped"};
        if (trial.config.optimiser == failing) return Error{ErrorCode::OutOfMemory, "not enough memory"};
        const auto activations =
            static_cast<double>(trial.config.batchSize * trial.config.lookback * trial.config.hiddenSize) / 4096;
        LabMeasured measured;
        measured.device = "a machine";
        measured.implementation = trial.config.implementation != "auto" ? trial.config.implementation
                                  : trial.config.precision == "fp16"    ? automaticHalf
                                                                        : automatic;
        measured.forecastByCause = {kMiB, kMiB, kMiB, activations * kMiB, kMiB, kMiB, kMiB, kMiB};
        measured.costs = {{MetricId::MemoryWeights, 1},
                          {MetricId::MemoryGradients, 1},
                          {MetricId::MemoryOptimiser, 1},
                          {MetricId::MemoryActivations, activations},
                          {MetricId::MemoryWorkspace, 2},
                          {MetricId::MemoryData, 1},
                          {MetricId::PeakData, 4},
                          {MetricId::PeakForward, activations + 4},
                          {MetricId::PeakBackward, activations + 6},
                          {MetricId::PeakOptimiser, 5},
                          {MetricId::EnginePeak, activations + 6},
                          {MetricId::ProcessMemory, 300}};
        if (gpu) measured.costs[MetricId::GpuPeak] = activations + 100;
        return measured;
    }
    Result<MachineLimits> limits(std::int64_t) override { return MachineLimits{}; }
    StepWork work(const ExperimentConfig&) override { return {}; }

    int runs = 0;
    bool gpu = false;
    std::string automatic;           ///< implementation that 'auto' stands for; empty: not told
    std::string automaticHalf;       ///< the same in FP16
    std::string failing = "none";    ///< optimiser whose run fails
    std::vector<std::int64_t> rows;  ///< of each run's data
};

}  // namespace gatelab::test
