// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace gatelab {

/// Chunks of time side by side (kernels/time_parallel.h). Not in setting_predicates.h, which nearly all includes.
inline bool isTimeParallel(std::string_view implementation) { return implementation == "time-parallel"; }

}  // namespace gatelab
