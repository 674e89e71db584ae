// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace gatelab {

/// Called by long work with the share done (0 to 1, or negative when unknown). Returning false asks the work to stop;
/// it then fails with ErrorCode::Cancelled. An empty function means: nobody watches.
using Progress = std::function<bool(double share)>;

/// True when the work may go on.
inline bool report(const Progress& progress, double share) { return !progress || progress(share); }

}  // namespace gatelab
