// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/stepwise_curve.h"

#include <utility>

namespace gatelab {

void StepwiseCurve::add(const MetricSample& sample) {
    const bool isLevel = newest_ && newest_->value == sample.value;
    if (newest_ && !isLevel && !kept_) waiting_.push_back(*newest_);
    if (!isLevel) waiting_.push_back(sample);
    newest_ = sample;
    kept_ = !isLevel;
}

std::vector<MetricSample> StepwiseCurve::take() {
    if (newest_ && !kept_) waiting_.push_back(*newest_);
    kept_ = true;
    return std::exchange(waiting_, {});
}

}  // namespace gatelab
