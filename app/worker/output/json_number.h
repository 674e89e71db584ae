// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/json/json.h"

#include <cmath>

namespace gatelab::worker {

/// JSON has no NaN: absent numbers are null.
inline nlohmann::ordered_json number(double value) {
    return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

}  // namespace gatelab::worker
