// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/recurrent.h"

namespace gatelab {

/// "persistent": LSTM and GRU whose loop over time is one launch (kernels/persistent). Products in TF32 where the run's
/// precision says so, in BF16 for layers of that type.
RecurrentImplementation persistentRow();

}  // namespace gatelab
