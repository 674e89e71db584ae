// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/decoder.h"

#include <algorithm>

namespace gatelab {

bool isRecursive(const ExperimentConfig& config) {
    return config.task == "forecast" && config.decoder == "recursive" && config.horizon > 1;
}

std::int64_t furtherSteps(const ExperimentConfig& config) { return isRecursive(config) ? config.horizon - 1 : 0; }

Text recursionUnsupported(const ExperimentConfig& config) {
    if (config.bidirectional)
        return GATELAB_TEXT("Finding",
                            "goes on from the window's end, the backward direction does not; switch both directions "
                            "off, or choose direct");
    if (config.pooling != "last")
        return GATELAB_TEXT("Finding",
                            "reads the state after each step only; choose the pooling 'last step', or direct");
    return {};
}

double teacherShare(const ExperimentConfig& config, std::int64_t step, std::int64_t totalSteps) {
    if (!isRecursive(config)) return 0;
    const double way = static_cast<double>(step) / static_cast<double>(std::max<std::int64_t>(1, totalSteps - 1));
    return config.teacherForcing + (config.teacherForcingEnd - config.teacherForcing) * std::clamp(way, 0.0, 1.0);
}

bool drawsTeacher(const ExperimentConfig& config) {
    const double first = config.teacherForcing, last = config.teacherForcingEnd;
    return isRecursive(config) && !(first == last && (first == 0 || first == 1));
}

}  // namespace gatelab
