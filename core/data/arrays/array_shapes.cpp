// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/array_shapes.h"

#include "data/arrays/array_look.h"
#include "data/reader_members.h"

#include <exception>

namespace gatelab {

std::vector<ShapeCandidate> arrayShapes(const ExperimentConfig& config, const Progress& progress) {
    constexpr std::size_t kMost = 3;
    constexpr double kHardly = 0.05;
    std::vector<ShapeCandidate> shapes;
    try {
        const auto file = openArrayFile(config.dataPath, progress);
        if (!file) return shapes;
        const ArrayLook look = lookAtArrays(*file, config);
        for (const AxisOrder& order : look.orders) {
            const double fit = order.score / look.orders.front().score;
            if (shapes.size() == kMost || fit < kHardly) break;
            shapes.push_back({.shape = order.shape,
                              .outcome = outcomeOf(look, order),
                              .reason = order.reason,
                              .fit = fit,
                              .isGuess = look.isTaken && shapes.empty()});
        }
    } catch (const std::exception&) {
        shapes.clear();  // reading it says what is wrong
    }
    return shapes;
}

}  // namespace gatelab
