// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "replay/opened_network.h"

namespace gatelab {

/// Reads many windows with gates recorded: where the units of the question are on together, what those steps have in
/// common, and how each unit goes along with inputs, calendar and target (as in LSTMVis, Strobelt et al. 2018).
Result<UnitAnswer> studyUnits(const OpenedNetwork& network, const UnitQuestion& question, const Progress& progress);

}  // namespace gatelab
