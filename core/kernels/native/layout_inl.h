// SPDX-License-Identifier: GPL-3.0-or-later
// How the arrays of a layer are laid out in vectors. Included once per instruction set (Highway's foreach_target),
// hence no ordinary guard.
#if defined(GATELAB_NATIVE_LAYOUT) == defined(HWY_TARGET_TOGGLE)
#ifdef GATELAB_NATIVE_LAYOUT
#undef GATELAB_NATIVE_LAYOUT
#else
#define GATELAB_NATIVE_LAYOUT
#endif

#include "kernels/native/native.h"
#include "kernels/native/simd_math_inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace gatelab::native::HWY_NAMESPACE {

/// Which of a unit's vectors a product goes through.
template <int N>
struct EveryGate {
    static constexpr int kCount = N;
    static constexpr int at(int v) { return v; }
};
/// A GRU's vectors: r, z, the input's part of n, the hidden part of n (its gradient: r times that of n).
using GruInputGates = EveryGate<3>;
struct GruHiddenGates {
    static constexpr int kCount = 3;
    static constexpr int at(int v) { return v == 2 ? 3 : v; }
};

struct LstmCell {
    static constexpr int kVectors = 4;  ///< kept of a unit
    using InputGates = EveryGate<4>;
    using HiddenGates = EveryGate<4>;
};
struct GruCell {
    static constexpr int kVectors = 4;
    using InputGates = GruInputGates;
    using HiddenGates = GruHiddenGates;
};
struct PlainCell {
    static constexpr int kVectors = 1;
    using InputGates = EveryGate<1>;
    using HiddenGates = EveryGate<1>;
};

/// Units go in vectors of kLanes; units behind the last one are zero everywhere. Arrays, slowest index first:
/// gates [step][unit vector][place in order][vectors of the unit][lane], cells [step][unit vector][place][lane] (the
/// state before each step); forward weights per panel of 1 (plain cells: up to 4) unit vectors: biases, then [input,
/// then output][gate][lane], peepholes [i, f, o][lane]; backward weights per panel of columns:
/// [unit vector][gate][lane][column]; sums of the weights' gradients [unit vector][input, 1, output, (GRU) 1][gate]
/// [lane]. Behind the panels: peepholes (backward weights, sums) [i, f, o][unit], then the projection, of the forward
/// weights per panel of outputs [unit][output], of the backward weights per panel of units [output][unit], of the sums
/// [output][unit].
template <class T>
struct Layout {
    std::int64_t inputs, hidden, outputs, unitVectors, outputVectors, gatesOfStep, cellsOfStep, statesOfStep;
    int gates, vectors;  ///< of the products, kept of a unit
    bool plain, gru, peephole, projects;

    explicit Layout(const Shape& shape)
        : inputs(shape.inputs),
          hidden(shape.hidden),
          outputs(shape.outputs()),
          unitVectors((shape.hidden + kLanes<T> - 1) / kLanes<T>),
          outputVectors((outputs + kLanes<T> - 1) / kLanes<T>),
          gatesOfStep(0),
          cellsOfStep(unitVectors * shape.batch * kLanes<T>),
          statesOfStep(outputVectors * shape.batch * kLanes<T>),
          gates(shape.cell == Cell::Lstm  ? 4
                : shape.cell == Cell::Gru ? 3
                                          : 1),
          vectors(shape.cell == Cell::Lstm || shape.cell == Cell::Gru ? 4 : 1),
          plain(gates == 1),
          gru(gates == 3),
          peephole(shape.peephole),
          projects(shape.projection > 0) {
        gatesOfStep = cellsOfStep * vectors;
    }
    [[nodiscard]] int width(std::int64_t left) const { return left >= 4 ? 4 : left >= 2 ? 2 : 1; }
    [[nodiscard]] int panelWidth(std::int64_t panel) const { return plain ? width(unitVectors - panel) : 1; }
    [[nodiscard]] std::int64_t forwardPanel(int wide) const {
        return (vectors + gates * (inputs + outputs) + (peephole ? kPeepholes : 0)) * wide * kLanes<T>;
    }
    static constexpr int kPeepholes = 3;
    [[nodiscard]] std::int64_t units() const { return unitVectors * kLanes<T>; }  ///< with those that are zero
    [[nodiscard]] std::int64_t peepholes() const { return peephole ? kPeepholes * units() : 0; }
    /// Where the projection begins in the forward weights, the peepholes in the others.
    [[nodiscard]] std::int64_t forwardProjection() const { return forwardPanel(1) * unitVectors; }
    [[nodiscard]] std::int64_t backwardPeepholes() const { return gates * hidden * columns(outputs); }
    [[nodiscard]] std::int64_t sumPeepholes() const { return sumPanel() * unitVectors; }
    [[nodiscard]] std::int64_t columns(std::int64_t count) const { return columnsOf<T>(count); }
    [[nodiscard]] std::int64_t sumRows() const { return inputs + 1 + outputs + (gru ? 1 : 0); }
    [[nodiscard]] std::int64_t sumPanel() const { return sumRows() * gates * kLanes<T>; }
    /// Rows whose gate gradients are collected before they go into the weights' sums.
    [[nodiscard]] std::int64_t collected(const Shape& shape) const {
        const std::int64_t wanted = hidden >= 256 ? 384 : 128;
        return shape.batch * std::max<std::int64_t>(1, std::min(shape.time, wanted / shape.batch));
    }
};

}  // namespace gatelab::native::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
