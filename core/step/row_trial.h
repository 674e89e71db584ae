// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "batch/batcher.h"
#include "device/cuda_module.h"
#include "step/row_measurement.h"

#include <functional>
#include <memory>
#include <string>

namespace gatelab {

/// Computes a batch of a run by one implementation after the other, on a GPU, each with a network of its own that has
/// the run's start values and learns nothing. Timed is what the run does: replays of a recorded graph where its steps
/// are recorded, so that no launch of the host is in the figures, else passes as they are given. On a stream of its
/// own. A trial that does not end keeps all that it uses, and the GPU is given up (device/given_up.h). What the plan
/// names outlives it; the thread of the run.
class RowTrials {
public:
    using MakeGraph = std::function<std::unique_ptr<DeviceGraph>()>;

    /// `makeGraph` empty: steps are not recorded. `goOn` false ends a trial.
    RowTrials(const TrainPlan& plan, Batch batch, MakeGraph makeGraph, std::function<bool()> goOn);
    /// Work that takes longer than `limit` seconds waits for something that does not come. Throws what says that the
    /// device is lost.
    [[nodiscard]] RowTrial run(const std::string& row, double hopeless, double limit) const;

private:
    const TrainPlan& plan_;
    Batch batch_;
    MakeGraph makeGraph_;
    std::function<bool()> goOn_;
};

}  // namespace gatelab
