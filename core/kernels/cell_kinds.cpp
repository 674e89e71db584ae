// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/cell_kinds.h"

namespace gatelab {

std::span<const CellOfKind> cellKinds() {
    static const CellOfKind rows[] = {
        {CellKind::Lstm, findCellTraits("lstm")},
        {CellKind::Gru, findCellTraits("gru")},
        {CellKind::RnnTanh, findCellTraits("rnn-tanh")},
        {CellKind::RnnRelu, findCellTraits("rnn-relu")},
    };
    return rows;
}

const CellTraits& cellTraits(CellKind kind) {
    for (const CellOfKind& row : cellKinds())
        if (row.kind == kind) return *row.traits;
    return cellTraits("");
}

}  // namespace gatelab
