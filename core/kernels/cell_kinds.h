// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/cell_traits.h"
#include "kernels/recurrent.h"

namespace gatelab {

/// The cells that can be computed, a row per row of cellTraits().
struct CellOfKind {
    CellKind kind;
    const CellTraits* traits;
};
std::span<const CellOfKind> cellKinds();
const CellTraits& cellTraits(CellKind kind);

}  // namespace gatelab
