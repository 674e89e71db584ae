// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/json/json.h"
#include "support/places.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

/// What statsforecast 2.1.1 makes of the panel (tests/bench/strong_baselines.py).
namespace gatelab::testing {

inline nlohmann::json strongReference() {
    std::ifstream file(inSource("/tests/core/baselines/reference/strong.json").toStdString());
    return nlohmann::json::parse(file);
}

/// The largest difference in parts of the largest number of b.
inline double awayFrom(const std::vector<double>& a, const std::vector<double>& b) {
    double away = a.size() == b.size() ? 0 : INFINITY, size = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        away = std::max(away, std::abs(a[i] - b[i])), size = std::max(size, std::abs(b[i]));
    return away / size;
}

}  // namespace gatelab::testing
