// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "batch/batcher.h"
#include "observe/metric_tap.h"
#include "run/run_control.h"
#include "step/row_trial.h"

#include <string>

namespace gatelab {

/// The start of a run that leaves its implementation open, on a GPU.
struct GpuRowQuestion {
    const TrainPlan& plan;
    Batcher& batcher;
    RowTrials::MakeGraph makeGraph;  ///< empty: the steps of the run are not recorded
    const RunControl& control;
    RunReporter& reporter;
};

struct ChosenGpuRow {
    std::string row;  ///< empty: as the settings say
    Phrase how;       ///< empty: there was nothing to choose
};

/// What "auto" stands for: as remembered for this GPU, driver, cuDNN and shape, else as measured now, which is kept;
/// where nothing may be measured, by the table (config/obstacles/gpu_rows.h). Where the yardstick cannot be timed, or a
/// stop is asked for, it is as the settings say. Told as a marker; what was left out, as warnings. One measurement at a
/// time of all programs of this user; blocks, training thread. A row whose trial did not end, with which the device was
/// lost or the process ended, is left out for this machine and shape from then on. Throws StopWithError after one that
/// did not end.
ChosenGpuRow chooseGpuRow(const GpuRowQuestion& question);

/// What the choice hangs on beside the machine: "lstm 1 one fp32 T96 B64 I8 H64 equal ...".
std::string gpuRowShape(const TrainPlan& plan);

}  // namespace gatelab
