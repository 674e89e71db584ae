// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "run/metric.h"
#include "run/run_event.h"

#include <string>
#include <vector>

namespace gatelab {

/// The score by which a run is held against what needs no network, on which scale, and the curve of it on the
/// validation part: bits of a running text whose loss is a plain cross-entropy, accuracy of other classes, else the
/// squared error.
struct SelectionScore {
    const char* score;
    const char* scale;
    MetricId curve;
    double perCurve = 1;  ///< the score is so many times the value of the curve: bits of nats
};
SelectionScore selectionScore(const ExperimentConfig& config);

/// The method that a run is held against in one sentence, the same one everywhere: the best by the score above on the
/// validation part, so that the test part chooses nothing; where that part tells none, on the test part. Only what may
/// be called better (isDecisive). Empty: none.
std::string headlineMethod(const std::vector<TestScore>& validation, const std::vector<TestScore>& test,
                           const ExperimentConfig& config);

}  // namespace gatelab
