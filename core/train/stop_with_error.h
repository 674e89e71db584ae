// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

namespace gatelab {

/// Thrown where training cannot go on, and caught at the training thread's door.
struct StopWithError {
    Error error;
};

}  // namespace gatelab
