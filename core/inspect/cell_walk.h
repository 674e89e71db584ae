// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"
#include "inspect/inspection.h"
#include "inspect/walk_stage.h"

#include <cstdint>
#include <string>
#include <vector>

/// One step of one recurrent cell as a graph of numbers, forward and backward: values only, free of LibTorch. Computed
/// by inspect/cell_walk.
namespace gatelab {

/// Where a number stands that can be changed. Weights are those of the whole window; the others are what one step
/// reads.
struct WalkPlace {
    enum class Kind { Weight, Input, Hidden, Cell };
    Kind kind = Kind::Weight;
    std::string tensor;                               ///< of a weight or bias: its name in the checkpoint
    std::int64_t layer = 0, direction = 0, step = 0;  ///< of the others; an input is read by both directions (0)
    /// Weight: its place in the tensor, row by row; else column or unit
    std::int64_t index = 0;
    friend bool operator==(const WalkPlace&, const WalkPlace&) = default;
};
struct WalkEdit {
    WalkPlace place;
    double value = 0;
    friend bool operator==(const WalkEdit&, const WalkEdit&) = default;
};

struct WalkRequest {
    WindowRequest window;
    std::int64_t layer = 0, direction = 0, step = 0;
    std::int64_t unit = 0;        ///< whose weighted sums are told in full
    std::vector<WalkEdit> edits;  ///< of the same place the last one holds
};

/// One quantity of the cell at this step. Keys, with the papers' line in walkNodes():
/// all cells x (what the layer reads), h0 (hidden state before), h (after);
/// LSTM c0, net.i .f .g .o (weighted sums), i f g o, fc = f c0, ig = i g, c, tc = tanh c, with a projection m = o tanh
/// c; GRU net.r .z, net.x and "net.h" (the two parts of the candidate's sum), r z, rh = r "net.h", net.n, n, nn = (1 -
/// z) n, zh = z h0; RNN net. With zoneout, or a unit held at 0, h.kept and c.kept are what is handed on.
struct WalkQuantity {
    std::string key;
    std::vector<double> values;  ///< [unit], of x [column]
    /// DL/d value, for what is read (x, h0, c0) only what goes through this step of this cell
    std::vector<double> gradients;
};

/// One summand of a weighted sum: weight times value.
struct WalkTerm {
    /// Cell: a peephole; Output: of a projection, o tanh c
    enum class From { Input, Hidden, InputBias, HiddenBias, Cell, Output };
    From from = From::Input;
    std::int64_t index = 0;  ///< column or unit; 0 of a bias
    WalkPlace weight;
    /// The gradient is what this step adds to that of the weight
    double weightValue = 0, value = 1, weightGradient = 0;
    [[nodiscard]] double product() const { return weightValue * value; }
};
struct WalkSum {
    std::string key;  ///< of the quantity
    std::vector<WalkTerm> terms;
};

struct CellWalk {
    WindowView window;  ///< with the answer and loss that follow from the edits
    WeightsInUse weights;
    double lossBefore = 0;  ///< without edits
    std::vector<double> answerBefore, probabilitiesBefore;
    std::string cell;  ///< as in cellChoices()
    bool peephole = false, projected = false;
    double zoneout = 0;
    std::int64_t layer = 0, direction = 0, step = 0, unit = 0;
    std::int64_t layers = 1;  ///< of the network
    std::int64_t output = 0;  ///< which output of a projection is told; else the unit
    bool isFirst = false;     ///< no step was read before: the states before it are 0
    bool isOff = false;       ///< the unit is held at 0
    /// What reaches the unit's h and c from after this step: other layers, the answer, later steps
    double laterHidden = 0, laterCell = 0;
    std::vector<WalkQuantity> quantities;
    std::vector<WalkSum> sums;
    /// Largest difference between this step's states as they are told and those of the network's own pass
    double gap = 0;
    double seconds = 0;  ///< that it took
    static constexpr double kMaxGap = 1e-9;
    /// Null: the cell has none.
    [[nodiscard]] const WalkQuantity* find(const std::string& key) const;
    [[nodiscard]] const WalkSum* sum(const std::string& key) const;
    /// Of the unit told (of x: of column `unit`, or its only one); NaN: there is none.
    [[nodiscard]] double value(const std::string& key) const;
    [[nodiscard]] double gradient(const std::string& key) const;
};

/// A line with numbers in it: "σ(%1) = %2".
struct FilledLine {
    std::string pattern;
    std::vector<double> numbers;
};

/// One node of the drawing.
struct WalkNode {
    std::string key, symbol;  ///< "f", "fₜ"
    Text name;                ///< "Forget gate"
    std::string paper;        ///< "Gers, Schmidhuber and Cummins 2000"; empty: it has none of its own
    WalkStage stage = WalkStage::Inputs, back = WalkStage::InputsBack;
    std::string formula;  ///< "fₜ = σ(Σf)"
    FilledLine filled;
    std::string backFormula;  ///< "∂L/∂fₜ = ∂L/∂cₜ · cₜ₋₁"
    FilledLine backFilled;
    std::vector<std::string> reads;  ///< keys
};

/// The nodes of the unit told, in the order in which they are computed.
std::vector<WalkNode> walkNodes(const CellWalk& walk);
/// "σ(0.83) = 0.70", numbers to four digits; for programs and terminals.
std::string plainLine(const FilledLine& line);

}  // namespace gatelab
