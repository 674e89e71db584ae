// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/models.h"

#include "kernels/cell_kinds.h"

#include <vector>

namespace gatelab {

std::span<const CellRow> cells() {
    static const std::vector<CellRow> rows = [] {
        std::vector<CellRow> made;
        for (const auto& [kind, traits] : cellKinds())
            made.push_back({traits->key.data(), kind, traits->peephole, traits->projection});
        return made;
    }();
    return rows;
}

const CellRow* findCell(std::string_view key) {
    for (const CellRow& row : cells())
        if (key == row.key) return &row;
    return nullptr;
}

}  // namespace gatelab
