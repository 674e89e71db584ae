// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab_json.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace gatelab::test {

/// A machine whose times are known: 8 ms for a plain step, halved by the library layer, and a little slower with
/// recomputing; noise from repeat to repeat.
class KnownMachine : public LabMachine {
public:
    Result<LabMeasured> measure(const LabTrial& trial, const LabWatch& watch) override {
        ++runs;
        LabMeasured m;
        m.msPerStep = trial.config.implementation == "naive" ? 8 : trial.config.implementation == "cell" ? 6 : 4;
        if (trial.config.recomputeChunk > 0) m.msPerStep *= 1.3;
        m.msPerStep *= 1 + noise * (runs % 3);
        m.msPerStep /= static_cast<double>(trial.models);
        if (watch && !watch({trial.warmup, m.msPerStep / 1e3})) return Error{ErrorCode::Cancelled, "stopped"};
        if (trial.config.precision == failing) return Error{ErrorCode::NonFinite, "the loss is not finite"};
        if (load) m.disturbance = load(runs, trial);
        if (m.disturbance != LabDisturbance::None) m.msPerStep *= slowedBy;
        m.samplesPerSecond = 1e3 * 32 / m.msPerStep;
        m.peakMiB = trial.config.recomputeChunk > 0 ? 10 : 20;
        m.validationLoss = 1.0 / static_cast<double>(trial.warmup + trial.steps);
        m.implementation = trial.config.implementation;
        m.threads = trial.config.implementation == "naive" ? 1 : 2;
        m.device = "a machine";
        m.losses = {{0.5, 2}, {1, 1}};
        if (trial.wantsOutputs) m.outputs = {1, -2, trial.config.precision == "fp32" ? 0.5 : 0.52};
        longest = std::max(longest, trial.steps);
        return m;
    }
    Result<MachineLimits> limits(std::int64_t threads) override {
        limitThreads.push_back(threads);
        return MachineLimits{1e9, 1e9, static_cast<int>(threads), "a machine"};
    }
    StepWork work(const ExperimentConfig&) override { return {1e6, 1e6}; }
    [[nodiscard]] MeasurementEnvironment environment() const override { return where; }
    MeasurementEnvironment where{"0.1", "LibTorch 2", "a system", "a machine", "2", "abc"};
    int runs = 0;
    double noise = 0.01;
    /// By others, while run number `run` is measured
    std::function<LabDisturbance(int run, const LabTrial& trial)> load;
    double slowedBy = 1;  ///< a disturbed run
    std::vector<std::int64_t> limitThreads;
    std::int64_t longest = 0;
    std::string failing = "none";
};

/// Waits in its fourth run until the gate opens; can be stopped there.
class GatedMachine : public KnownMachine {
public:
    Result<LabMeasured> measure(const LabTrial& trial, const LabWatch& watch) override {
        while (runs == kBeforeGate && !open) {
            if (watch && !watch({})) return Error{ErrorCode::Cancelled, "stopped"};
            std::this_thread::yield();
        }
        return KnownMachine::measure(trial, watch);
    }
    static constexpr int kBeforeGate = 3;
    std::atomic<bool> open{false};
};

inline LabPlan ladder(int repeats = 5) {
    LabPlan plan;
    plan.rungs = ladderRungs({}, {});
    plan.repeats = repeats;
    return plan;
}

/// Two rungs that take equally long.
inline LabPlan equalPair(int repeats) {
    LabPlan plan;
    plan.mode = LabMode::Pair;
    plan.rungs = *pairRungs({}, {}, "no-sync-free", "sync-free");
    plan.repeats = repeats;
    plan.equalTime = false;
    return plan;
}

inline std::size_t find(const LabPlan& plan, const std::string& key) {
    for (std::size_t i = 0; i < plan.rungs.size(); ++i)
        if (plan.rungs[i].key == key) return i;
    return plan.rungs.size();
}

}  // namespace gatelab::test
