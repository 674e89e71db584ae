// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/recurrent.h"

#include <span>
#include <string_view>

namespace gatelab {

/// One kind of recurrent cell: a row per key of cellChoices().
struct CellRow {
    const char* key;
    CellKind kind;
    bool peepholes;   ///< can have them
    bool projection;  ///< can have it
};
std::span<const CellRow> cells();
const CellRow* findCell(std::string_view key);

}  // namespace gatelab
