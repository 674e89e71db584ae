// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "inspect/inspection.h"

#include <memory>

namespace gatelab {

/// Blocks; LibTorch's exceptions pass through here, not through the inspector's own calls.
Result<std::unique_ptr<Inspector>> openInspector(const InspectRequest& request);

}  // namespace gatelab
