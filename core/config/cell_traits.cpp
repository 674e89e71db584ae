// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/cell_traits.h"

#include <algorithm>

namespace gatelab {
namespace {

constexpr CellTraits kCells[] = {
    {.key = "lstm",
     .label = GATELAB_TEXT("Choice", "LSTM"),
     .help = GATELAB_TEXT("ChoiceHelp", "Long short-term memory: input, forget and output gates around a cell state."),
     .family = "LSTM",
     .gates = "ifgo",
     .keepGate = 'f',
     .writeGate = 'i',
     .candidate = 'g',
     .cellState = true,
     .projection = true,
     .peephole = true,
     .forgetBias = true,
     .oneDnn = true,
     .library = true,
     .native = true,
     .persistent = true},
    {.key = "gru",
     .label = GATELAB_TEXT("Choice", "GRU"),
     .help = GATELAB_TEXT("ChoiceHelp", "Gated recurrent unit: two gates, no separate cell state."),
     .family = "GRU",
     .gates = "rzn",
     .keepGate = 'z',
     .candidate = 'n',
     .candidateApart = true,
     .library = true,
     .native = true,
     .persistent = true},
    {.key = "rnn-tanh",
     .label = GATELAB_TEXT("Choice", "RNN"),
     .help = GATELAB_TEXT("ChoiceHelp", "Plain recurrence with tanh: no gates, forgets within a few steps."),
     .family = "RNN",
     .library = true,
     .native = true},
    {.key = "rnn-relu",
     .label = GATELAB_TEXT("Choice", "RNN, ReLU"),
     .help = GATELAB_TEXT("ChoiceHelp", "Plain recurrence with ReLU; can explode."),
     .family = "RNN",
     .boundedOutput = false,
     .library = true,
     .native = true},
};
constexpr CellTraits kUnknown{.family = "RNN", .library = true, .native = true};

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
