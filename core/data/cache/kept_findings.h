// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/doctor.h"

#include <vector>

namespace gatelab {

/// What examine() says of the series: as it is kept beside its columns (ColumnCache), else looked at, and kept where
/// the series is.
std::vector<DataFinding> examineOnce(const Series& series);

}  // namespace gatelab
