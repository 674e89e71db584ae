// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/explanation.h"
#include "replay/opened_network.h"

namespace gatelab {

/// Reads the windows of a part once as they are and `shuffles` times for each row. The same question has the same bits.
Result<Importance> measureImportance(const OpenedNetwork& network, const ImportanceQuestion& question,
                                     const Progress& progress);

}  // namespace gatelab
