// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "batch/batcher.h"
#include "plan/train_plan.h"

#include <memory>

namespace gatelab {

/// The examples of the three parts; the training part goes to the batcher.
struct Sources {
    std::unique_ptr<ExampleSource> train, validation, test;
};
/// Those of a run, where its settings have the data: on the device, which runs that train together share, or here.
Sources makeSources(const TrainPlan& plan);

}  // namespace gatelab
