// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/models.h"

namespace gatelab {

std::span<const CellRow> cells() {
    static const CellRow rows[] = {
        {"lstm", CellKind::Lstm, true, true},
        {"gru", CellKind::Gru, false, false},
        {"rnn-tanh", CellKind::RnnTanh, false, false},
        {"rnn-relu", CellKind::RnnRelu, false, false},
    };
    return rows;
}

const CellRow* findCell(std::string_view key) {
    for (const CellRow& row : cells())
        if (key == row.key) return &row;
    return nullptr;
}

}  // namespace gatelab
