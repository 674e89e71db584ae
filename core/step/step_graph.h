// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "device/cuda_module.h"
#include "step/epoch_feed.h"

#include <c10/core/Stream.h>
#include <c10/core/StreamGuard.h>

#include <cstdint>
#include <functional>
#include <memory>

namespace gatelab {

/// Some consecutive optimiser steps of equal numbers of examples, recorded as one graph and launched as one. What
/// changes from launch to launch lies in the feed, which outlives this. Owned by the trainer; used on its thread and
/// stream.
class StepGraph {
public:
    /// Computes one step on the examples `order` (one piece per batch of the step) with what the schedule gives now.
    using Step = std::function<StepValues(const at::Tensor& order, const DeviceStep& now)>;

    StepGraph(std::unique_ptr<DeviceGraph> graph, const EpochFeed& feed, std::int64_t examplesPerStep,
              std::int64_t steps)
        : graph_(std::move(graph)), feed_(feed), examplesPerStep_(examplesPerStep), steps_(steps) {}
    StepGraph(const StepGraph&) = delete;
    StepGraph& operator=(const StepGraph&) = delete;
    /// Throws what the device says when the step cannot be recorded; the graph is then useless.
    void record(const Step& step);
    /// The steps that stand next in the feed. Returns at once.
    void launch() { graph_->launch(); }
    [[nodiscard]] std::int64_t steps() const { return steps_; }
    [[nodiscard]] std::int64_t examplesPerStep() const { return examplesPerStep_; }

private:
    std::unique_ptr<DeviceGraph> graph_;
    const EpochFeed& feed_;
    std::int64_t examplesPerStep_, steps_;
};

/// A stream of its own for the calling thread as long as this lives; graphs cannot be recorded on the default one. Work
/// before and after it is waited for on the device. It is given back at the end, and taken by the next run. Does
/// nothing on the processor, nor where the thread has left the default stream already.
class OwnStream {
public:
    explicit OwnStream(at::Device device);
    ~OwnStream();
    OwnStream(const OwnStream&) = delete;
    OwnStream& operator=(const OwnStream&) = delete;

private:
    c10::Stream before_;
    c10::OptionalStreamGuard guard_;
};

}  // namespace gatelab
