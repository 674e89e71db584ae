// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/metric.h"

#include <optional>
#include <vector>

namespace gatelab {

/// A figure of every step that few steps change: kept at both ends of each level, so that the line through what is kept
/// passes through the value of every step.
class StepwiseCurve {
public:
    /// In the order of the steps.
    void add(const MetricSample& sample);
    /// What is to be kept since the last call, the newest sample included.
    std::vector<MetricSample> take();

private:
    std::optional<MetricSample> newest_;
    bool kept_ = false;  ///< the newest one is
    std::vector<MetricSample> waiting_;
};

}  // namespace gatelab
