// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/level_curve.h"

#include <utility>

namespace gatelab {

void LevelCurve::add(const MetricSample& sample) {
    const bool isLevel = newest_ && newest_->value == sample.value;
    if (newest_ && !isLevel && !kept_) waiting_.push_back(*newest_);
    if (!isLevel) waiting_.push_back(sample);
    newest_ = sample;
    kept_ = !isLevel;
}

std::vector<MetricSample> LevelCurve::take() {
    if (newest_ && !kept_) waiting_.push_back(*newest_);
    kept_ = true;
    return std::exchange(waiting_, {});
}

}  // namespace gatelab
