// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/timeline.h"

#include <string>

namespace gatelab {

/// The phases of a run's recorded steps as a trace of Perfetto (protobuf, ui.perfetto.dev opens it): a track each for
/// steps, their parts and LibTorch's operations, and two for each other rank. Times in nanoseconds since the recording
/// began.
std::string perfettoTrace(const Timeline& timeline);

}  // namespace gatelab
