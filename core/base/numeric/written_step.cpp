// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/numeric/written_step.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace gatelab {
namespace {

constexpr double kMostScale = 1e9;

/// Whether value * scale is a whole number, as far as a double can tell.
bool isWhole(double value, double scale) {
    constexpr double kBlur = 1e-15;  // of a product, some units in its last place
    const double scaled = value * scale;
    return std::abs(scaled - std::round(scaled)) <= kBlur * std::abs(scaled);
}

/// Whether doubles of this size show digits behind 1 / scale.
bool showsMore(double size, double scale) { return size * scale < 1e13; }

}  // namespace

double writtenStep(std::span<const double> values) {
    constexpr std::size_t kLooked = 1000;
    const std::size_t stride = std::max<std::size_t>(1, values.size() / kLooked);
    double scale = 1, size = 0;
    bool isSingle = true;
    for (std::size_t i = 0; i < values.size(); i += stride) {
        const double value = values[i];
        if (!std::isfinite(value)) continue;
        size = std::max(size, std::abs(value));
        isSingle = isSingle && static_cast<double>(static_cast<float>(value)) == value;
        while (scale <= kMostScale && !isWhole(value, scale)) scale *= 10;
    }
    if (size == 0) return 0;
    if (scale <= kMostScale && showsMore(size, scale)) return 1 / scale;
    return isSingle ? size * static_cast<double>(std::numeric_limits<float>::epsilon()) : 0;
}

}  // namespace gatelab
