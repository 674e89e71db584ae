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
    {.key = "lstm-diagonal",
     .label = GATELAB_TEXT("Choice", "LSTM, diagonal"),
     .help = GATELAB_TEXT("ChoiceHelp",
                          "LSTM whose units see only themselves: a number in place of each row of the recurrent matrix "
                          "(after the ParaLSTM of Danieli et al. 2025, with an input gate of its own)."),
     .family = "DiagonalLSTM",
     .gates = "ifgo",
     .keepGate = 'f',
     .writeGate = 'i',
     .candidate = 'g',
     .hiddenWeights = HiddenWeights::PerUnit,
     .cellState = true,
     .forgetBias = true,
     .formula = "s = W x + weight_hh * h(t-1) element by element; i, f, o = sigmoid(s), g = tanh(s); "
                "c(t) = f * c(t-1) + i * g; h(t) = o * tanh(c(t))"},
    {.key = "slstm",
     .label = GATELAB_TEXT("Choice", "sLSTM"),
     .help =
         GATELAB_TEXT("ChoiceHelp",
                      "LSTM with an exponential input gate and a normaliser: it can overrule what it remembers (Beck "
                      "et al. 2024, xLSTM)."),
     .family = "sLSTM",
     .gates = "ifgo",
     .keepGate = 'f',
     .writeGate = 'i',
     .candidate = 'g',
     .cellState = true,
     .second = 'm',
     .forgetBias = true,
     .formula = "s = W x + U h(t-1) + both biases; m(t) = log(exp(m(t-1)) * sigmoid(s_f) + exp(s_i)), m(0) = 0; "
                "i = exp(s_i - m(t)), f = 1 - i, g = tanh(s_g), o = sigmoid(s_o); c(t) = f * c(t-1) + i * g; "
                "h(t) = o * c(t). In the paper's names exp(m) is the normaliser n and c its c / n"},
    {.key = "minlstm",
     .label = GATELAB_TEXT("Choice", "minLSTM"),
     .help =
         GATELAB_TEXT("ChoiceHelp",
                      "Gates and candidate see the input alone, so the steps are linear and run all at once (Feng et "
                      "al. 2024)."),
     .family = "minLSTM",
     .gates = "ifg",
     .keepGate = 'f',
     .writeGate = 'i',
     .candidate = 'g',
     .hiddenWeights = HiddenWeights::None,
     .boundedOutput = false,
     .forgetBias = true,
     .formula = "s = W x; a = sigmoid(s_i), b = sigmoid(s_f); i = a / (a + b), f = 1 - i, g = s_g; "
                "h(t) = f * h(t-1) + i * g"},
    {.key = "mingru",
     .label = GATELAB_TEXT("Choice", "minGRU"),
     .help =
         GATELAB_TEXT("ChoiceHelp",
                      "The smallest gated cell: one gate, and no look at its own state; the steps are linear and run "
                      "all at once (Feng et al. 2024)."),
     .family = "minGRU",
     .gates = "zn",
     .keepGate = 'z',
     .candidate = 'n',
     .hiddenWeights = HiddenWeights::None,
     .boundedOutput = false,
     .formula = "s = W x; z = sigmoid(s_z), n = s_n; h(t) = z * h(t-1) + (1 - z) * n. The paper's z is 1 - z here"},
    {.key = "lru",
     .label = GATELAB_TEXT("Choice", "LRU"),
     .help = GATELAB_TEXT("ChoiceHelp",
                          "Linear recurrent unit: each unit turns and fades at a rate of its own, and a gate shows it; "
                          "steps run all at once (Orvieto et al. 2023)."),
     .family = "LRU",
     .gates = "uvo",
     .candidate = 'u',
     .candidateTurned = 'v',
     .hiddenWeights = HiddenWeights::PerUnit,
     .eigenvalues = true,
     .cellState = true,
     .second = 'j',
     .boundedOutput = false,
     .formula = "s = W x; u = s_u, v = s_v, o = sigmoid(s_o); the blocks of weight_hh are p, q, r: "
                "a + i b = exp(-exp(p) + i exp(q)), k = exp(r); c(t) = a * c(t-1) - b * j(t-1) + k * u; "
                "j(t) = b * c(t-1) + a * j(t-1) + k * v; h(t) = o * c(t)"},
};
constexpr CellTraits kUnknown{.family = "RNN", .library = true, .native = true};

}  // namespace

std::span<const CellTraits> cellTraits() { return kCells; }

std::string quantityKeys(const CellTraits& cell) {
    std::string keys(cell.gates);
    if (cell.cellState) keys += 'c';
    if (cell.second != 0) keys += cell.second;
    return keys + 'h';
}

const CellTraits* findCellTraits(std::string_view key) {
    const auto* found = std::ranges::find(kCells, key, &CellTraits::key);
    return found == std::end(kCells) ? nullptr : found;
}

const CellTraits& cellTraits(std::string_view key) {
    const CellTraits* found = findCellTraits(key);
    return found != nullptr ? *found : kUnknown;
}

}  // namespace gatelab
