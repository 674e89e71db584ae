// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace gatelab {

/// What weights a cell has on its own past.
enum class HiddenWeights {
    Matrix,   ///< weight_hh [blocks * hidden, outputs]: every unit sees every unit; with bias_hh
    PerUnit,  ///< weight_hh [blocks * hidden, 1]: a unit sees itself alone
    None      ///< gates and candidate see the input alone
};

/// What is true of one kind of recurrent cell, whoever computes it.
struct CellTraits {
    std::string_view key = "";     ///< value of ExperimentConfig::cell
    Text label = {}, help = {};    ///< of the choice
    std::string_view family = "";  ///< the class of torch.nn: "LSTM", "GRU", "RNN"; its own name where that has none
    /// A letter per block of the weights' rows, in their order; empty: one block, no gate
    std::string_view gates = "";
    char keepGate = 0;         ///< the gate that weighs the old state (forget, update): chrono initialisation; 0: none
    char writeGate = 0;        ///< a gate of its own for what is written, opposite to keepGate at the start; 0: none
    char candidate = 0;        ///< the block that is a value between -1 and 1, no gate; 0: none
    char candidateTurned = 0;  ///< its imaginary part, a block of its own; 0: none
    bool candidateApart = false;  ///< the candidate's sum over h is kept apart: a gate multiplies it
    HiddenWeights hiddenWeights = HiddenWeights::Matrix;
    /// The rows of its PerUnit weights are log nu, log theta and log gamma of a complex number exp(-nu + i theta) by
    /// which c is multiplied at each step, and of what is added to it
    bool eigenvalues = false;
    bool cellState = false;  ///< has c beside h
    /// A second number of each unit that goes from step to step beside c, behind all of c in the state; 0: none
    char second = 0;
    bool boundedOutput = true;  ///< |h| <= 1 without a projection, and so the candidate
    bool projection = false;    ///< can have one (Sak et al. 2014)
    bool peephole = false;      ///< can have them (Gers & Schmidhuber 2000)
    bool forgetBias = false;    ///< its keepGate takes ExperimentConfig::forgetBias
    bool oneDnn = false;        ///< LibTorch computes it with oneDNN on the processor where there is no projection
    /// One step, for who rebuilds the network; W x: the rows of weight_ih with bias_ih. Empty: that of torch.nn
    std::string_view formula = "";
    // Who has code of its own for it; "cell" and "naive" compute every one by its CellStep.
    bool library = false;     ///< LibTorch and cuDNN, as a layer
    bool native = false;      ///< kernels/cpu
    bool persistent = false;  ///< kernels/persistent

    /// Whether gates or candidate see the state before; else the state is a linear function of the one before.
    [[nodiscard]] constexpr bool readsHidden() const {
        return hiddenWeights == HiddenWeights::Matrix || (hiddenWeights == HiddenWeights::PerUnit && !eigenvalues);
    }
    /// Numbers of c that each unit has.
    [[nodiscard]] constexpr std::int64_t cellParts() const { return !cellState ? 0 : second != 0 ? 2 : 1; }
    /// Whether this letter of `gates` is a gate.
    [[nodiscard]] constexpr bool isGate(char letter) const { return letter != candidate && letter != candidateTurned; }
    /// Columns of weight_hh where the state before is `outputs` wide; 0: there is no weight_hh.
    [[nodiscard]] constexpr std::int64_t hiddenColumns(std::int64_t outputs) const {
        return hiddenWeights == HiddenWeights::Matrix ? outputs : hiddenWeights == HiddenWeights::PerUnit ? 1 : 0;
    }
    /// Bias vectors: bias_ih, and with a matrix bias_hh.
    [[nodiscard]] constexpr std::int64_t biases() const { return hiddenWeights == HiddenWeights::Matrix ? 2 : 1; }

    /// Blocks of `hidden` rows in the weight matrices.
    [[nodiscard]] constexpr std::int64_t blocks() const {
        return gates.empty() ? 1 : static_cast<std::int64_t>(gates.size());
    }
    /// Which block has this letter, from 0; the letter must be one of `gates`.
    [[nodiscard]] constexpr std::int64_t block(char letter) const {
        return static_cast<std::int64_t>(gates.find(letter));
    }
};

/// Why an implementation cannot compute a cell for which it has no code.
inline constexpr Text kNoCodeForCell =
    GATELAB_TEXT("Implementation", "This implementation has no code for this kind of cell.");

/// THE table of cells.
std::span<const CellTraits> cellTraits();
/// Letters of what such a cell has at a step, in the order in which it is shown: its blocks, c, h.
std::string quantityKeys(const CellTraits& cell);
/// nullptr: there is no such cell.
const CellTraits* findCellTraits(std::string_view key);
/// Of a key that a file may have wrong: a plain cell with nothing special where it is unknown, until the check of the
/// settings refuses it.
const CellTraits& cellTraits(std::string_view key);

}  // namespace gatelab
