// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/metric.h"

#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace gatelab {

/// Losses of one epoch; NaN: not measured.
struct EpochLosses {
    std::int64_t epoch = 0;                                   ///< from 1
    double train = std::numeric_limits<double>::quiet_NaN();  ///< mean over its steps
    double validation = std::numeric_limits<double>::quiet_NaN();

    friend bool operator==(const EpochLosses&, const EpochLosses&) = default;
};

/// Hears the samples of a run in any order and tells what the rules need of its curves. Other metrics count as nothing.
class AdviceCurves {
public:
    /// `epoch`: fractional, since the start of the run (MetricSample::epoch).
    void add(MetricId metric, double epoch, double value);
    [[nodiscard]] std::vector<EpochLosses> epochs() const;
    /// Mean share of a step, 0 to 1; NaN: not measured.
    [[nodiscard]] double shareData() const { return data_.mean(); }
    [[nodiscard]] double shareOptimiser() const { return optimiser_.mean(); }
    /// Of the later half of the steps (all gradients shrink at first), before they are clipped; NaN: too few.
    struct GradientNorms {
        double median = std::numeric_limits<double>::quiet_NaN(), largest = std::numeric_limits<double>::quiet_NaN();
    };
    [[nodiscard]] GradientNorms gradientNorms() const;

private:
    struct Mean {
        double sum = 0;
        std::int64_t count = 0;
        void add(double value) { sum += value, ++count; }
        [[nodiscard]] double mean() const {
            return count > 0 ? sum / static_cast<double>(count) : std::numeric_limits<double>::quiet_NaN();
        }
    };
    std::map<std::int64_t, Mean> train_;
    std::map<std::int64_t, double> validation_;
    Mean data_, optimiser_;
    std::vector<double> norms_;  ///< of the gradients, as they came
};

}  // namespace gatelab
