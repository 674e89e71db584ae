// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/cell_traits.h"

#include <algorithm>

namespace gatelab {
namespace {

constexpr CellTraits kCells[] = {
    {.key = "lstm",
     .family = "LSTM",
     .gates = "ifgo",
     .keepGate = 'f',
     .writeGate = 'i',
     .candidate = 'g',
     .cellState = true,
     .projection = true,
     .peephole = true,
     .forgetBias = true,
     .oneDnn = true},
    {.key = "gru", .family = "GRU", .gates = "rzn", .keepGate = 'z', .candidate = 'n', .candidateApart = true},
    {.key = "rnn-tanh", .family = "RNN", .gates = ""},
    {.key = "rnn-relu", .family = "RNN", .gates = "", .boundedOutput = false},
};
constexpr CellTraits kUnknown{.key = "", .family = "RNN", .gates = ""};

}  // namespace

std::span<const CellTraits> cellTraits() { return kCells; }

std::string quantityKeys(const CellTraits& cell) { return std::string(cell.gates) + (cell.cellState ? "ch" : "h"); }

const CellTraits* findCellTraits(std::string_view key) {
    const auto* found = std::ranges::find(kCells, key, &CellTraits::key);
    return found == std::end(kCells) ? nullptr : found;
}

const CellTraits& cellTraits(std::string_view key) {
    const CellTraits* found = findCellTraits(key);
    return found != nullptr ? *found : kUnknown;
}

}  // namespace gatelab
