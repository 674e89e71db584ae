// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/doctor.h"

#include <span>
#include <vector>

namespace gatelab {

/// The findings as they are told: those of one kind, mended by the same, are together where more than three columns
/// have them; all others alone, and so what is told with its rows (stretches, levels). In the order of the first of
/// each.
std::vector<std::vector<DataFinding>> findingKinds(std::span<const DataFinding> findings);

/// What is said of findings that are told together: the sentence of the first, and which columns have it in how many
/// rows.
Phrase kindMessage(std::span<const DataFinding> findings);

}  // namespace gatelab
