// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_event.h"
#include "step/evaluator.h"

#include <vector>

namespace gatelab {

/// More classes than this are not shown while the network learns: events are kept with the run.
inline constexpr std::int64_t kMaxPreviewedClasses = 64;
/// Which class of the validation part was taken for which, after an epoch.
ForecastPreview classPreview(const TrainPlan& plan, const Evaluation& validation, std::int64_t epoch);

/// The numbers that the network answers to some validation sequences while it learns, in the order of their truth, so
/// that the eye sees how far they are from it. Made and used by the training thread.
class NumberPreview {
public:
    /// `validation` is the source of plan.parts.validation and outlives this.
    NumberPreview(const TrainPlan& plan, const Objective& objective, const ExampleSource& validation);
    /// By the network as it is after `epoch`.
    [[nodiscard]] ForecastPreview make(std::int64_t epoch) const;

private:
    const Objective& objective_;
    const ExampleSource& validation_;
    at::Tensor order_;
    ForecastPreview fixed_;  ///< what does not change from epoch to epoch
};

}  // namespace gatelab
