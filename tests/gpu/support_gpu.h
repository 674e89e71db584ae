// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "device/switch_machine.h"
#include "engine/train_support.h"

#include <ATen/record_function.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

/// What the tests on a real GPU share.
namespace gatelab::testing {

inline const CudaModule& cuda() { return *cudaPart().module; }

/// Empty: there is a GPU to test on.
inline std::string whyNoGpu() {
    if (cudaPart().module == nullptr) return cudaPart().reason.english();
    const EngineInfo info = describeEngine();
    return switchMachine(info, "cuda:0", 0).cuda ? std::string() : info.cudaReason.english();
}

inline ExperimentConfig gpuExperiment() {
    ExperimentConfig config;
    config.builtinLength = 600;
    config.lookback = 16;
    config.horizon = 4;
    config.hiddenSize = 32;
    config.batchSize = 16;
    config.schedule = "one-cycle";
    config.epochs = 1000;
    config.maxSteps = 50;
    config.device = "cuda:0";
    return config;
}

/// Passes a graph on and counts what it does.
class CountedGraph final : public DeviceGraph {
public:
    CountedGraph(std::unique_ptr<DeviceGraph> graph, int* launches) : graph_(std::move(graph)), launches_(launches) {}
    void record(const std::function<void()>& work) override { graph_->record(work); }
    void launch() override {
        ++*launches_;
        graph_->launch();
    }

private:
    std::unique_ptr<DeviceGraph> graph_;
    int* launches_;
};

inline std::function<std::unique_ptr<DeviceGraph>()> countedGraphs(int* launches) {
    return [launches] { return std::make_unique<CountedGraph>(cuda().makeGraph(0), launches); };
}

/// What the allocator may take, for as long as this lives.
class MemoryLimit {
public:
    explicit MemoryLimit(double bytes) { cuda().limitMemory(0, bytes); }
    ~MemoryLimit() { cuda().limitMemory(0, INFINITY); }
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;
};

/// Watches every training step on this thread: from the gathering of its batch to the end of Adam's update an operation
/// that waits for the device throws.
class StepWatch {
public:
    StepWatch()
        : handle_(at::addThreadLocalCallback(
              at::RecordFunctionCallback(&begin, &end).scopes({at::RecordScope::FUNCTION}))) {
        reserved_.clear();
    }
    ~StepWatch() {
        at::removeCallback(handle_);
        cuda().refuseWaits(false);
    }
    StepWatch(const StepWatch&) = delete;
    StepWatch& operator=(const StepWatch&) = delete;
    /// Bytes that the allocator had taken from the driver, after each update.
    [[nodiscard]] const std::vector<double>& reserved() const { return reserved_; }

private:
    static std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction& function) {
        // An evaluation gathers without gradients, and waits at its end.
        if (std::strcmp(function.name(), "aten::index_select") == 0 && at::GradMode::is_enabled())
            cuda().refuseWaits(true);
        return nullptr;
    }
    static void end(const at::RecordFunction& function, at::ObserverContext*) {
        if (std::strcmp(function.name(), "gatelab::update_weights") != 0) return;
        cuda().refuseWaits(false);
        reserved_.push_back(cuda().allocatorFigures(0).reserved);
    }
    static inline std::vector<double> reserved_;
    at::CallbackHandle handle_;
};

}  // namespace gatelab::testing
