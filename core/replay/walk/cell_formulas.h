// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/cell_walk.h"
#include "replay/walk/cell_weights.h"
#include "replay/walk/summands.h"
#include "replay/walk/walked_step.h"

#include <string_view>
#include <vector>

namespace gatelab {

/// One step of one kind of cell, with what the unit's sums consist of; the lines that describe it are in
/// inspect/cell_lines.cpp.
struct CellFormulas {
    std::string_view cell;  ///< a key of cellTraits()
    WalkedStep (*step)(const CellWeights& weights, const StepSurroundings& around);
    std::vector<WalkSum> (*sums)(const Summands& of);
};
/// Of a key of cellTraits(); null: there is no walk through this kind of cell.
const CellFormulas* findCellFormulas(std::string_view cell);

}  // namespace gatelab
