// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/doctor.h"

#include <vector>

namespace gatelab {

/// What examine() finds in each of many series by itself, with its name: of each kind the first few, and how many
/// series have it.
std::vector<DataFinding> examineMany(const Series& series);

}  // namespace gatelab
