// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/memory_check.h"
#include "plan/train_plan.h"

namespace gatelab {

/// What a run is forecast to take on its device.
struct MemoryPlan {
    MemoryForecast forecast;
    double otherBytes = 0;  ///< bytes that this process holds besides (bytesOutsideForecast)
    Phrase warning;         ///< empty: it fits
};
MemoryForecast planMemory(const TrainPlan& plan);
/// With this row in place of the implementation that its settings name.
MemoryForecast planMemory(const TrainPlan& plan, const std::string& implementation);
/// OutOfMemory where a plan needs far more than is free and it is not to start anyway. Asked before anything large is:
/// the system may end a program that takes more than there is, without a word.
Result<MemoryPlan> checkMemoryPlan(const TrainPlan& plan, bool startAnyway);

}  // namespace gatelab
