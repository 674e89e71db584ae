// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/metric.h"
#include "run/run_event.h"

#include <string>
#include <vector>

namespace gatelab {

/// The score by which a run of a task is held against what needs no network, on which scale, and the curve of it on the
/// validation part.
struct SelectionScore {
    const char* score;
    const char* scale;
    MetricId curve;
};
SelectionScore selectionScore(const std::string& task);

/// The method that a run is held against in one sentence, the same one everywhere: the best by the score above on the
/// validation part, so that the test part chooses nothing; where that part tells none, on the test part. Only what may
/// be called better (isDecisive). Empty: none.
std::string headlineMethod(const std::vector<TestScore>& validation, const std::vector<TestScore>& test,
                           const std::string& task);

}  // namespace gatelab
