// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "replay/opened_network.h"

namespace gatelab {

/// The window of a part that is hardest, in the middle, or has the largest single error. Of a large part evenly spread
/// windows are looked at.
Result<FoundWindow> findWindow(const OpenedNetwork& network, WindowKind kind, WindowPart part,
                               const Progress& progress);

}  // namespace gatelab
