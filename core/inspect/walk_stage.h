// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gatelab {

/// How far the walk through one step of a cell has come. Forward from what is read to the new hidden state, then the
/// gradient back along the same drawing.
enum class WalkStage {
    Inputs,
    Sums,
    Gates,
    Products,
    Cell,
    Hidden,
    HiddenBack,
    CellBack,
    ProductsBack,
    GatesBack,
    SumsBack,
    InputsBack
};
inline constexpr int kWalkStages = 12;
constexpr bool isBackward(WalkStage stage) { return stage >= WalkStage::HiddenBack; }

}  // namespace gatelab
