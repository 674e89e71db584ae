// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/metric.h"

#include <string>

namespace gatelab {

/// The score by which a run of a task is held against what needs no network, on which scale, and the curve of it on the
/// validation part.
struct SelectionScore {
    const char* score;
    const char* scale;
    MetricId curve;
};
SelectionScore selectionScore(const std::string& task);

}  // namespace gatelab
