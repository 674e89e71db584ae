// SPDX-License-Identifier: GPL-3.0-or-later
// Weights, sums and gates between LibTorch's layout and that of the kernels. Included once per instruction set
// (Highway's foreach_target), hence no ordinary guard.
#if defined(GATELAB_NATIVE_PACKING) == defined(HWY_TARGET_TOGGLE)
#ifdef GATELAB_NATIVE_PACKING
#undef GATELAB_NATIVE_PACKING
#else
#define GATELAB_NATIVE_PACKING
#endif

#include "kernels/native/backward_inl.h"
#include "kernels/native/forward_inl.h"
#include "kernels/native/layout_inl.h"
#include "kernels/native/native.h"

HWY_BEFORE_NAMESPACE();
namespace gatelab::native::HWY_NAMESPACE {

/// What a gate's weights are multiplied by: tanh gives the sigmoid's gates from half of their sums.
template <class T>
T scaleOf(const Shape& shape, std::int64_t gate) {
    if (shape.cell == Cell::Lstm) return gate == 2 ? T(1) : T(0.5);
    if (shape.cell == Cell::Gru) return gate == 2 ? T(1) : T(0.5);
    return T(1);
}

/// Three gates' numbers of a vector of units from `unit` on, `row` numbers from gate to gate.
template <class T>
void packUnits(const T* peepholes, std::int64_t hidden, std::int64_t unit, T scale, T* to, std::int64_t row) {
    for (std::int64_t gate = 0; gate < Layout<T>::kPeepholes; ++gate)
        for (std::int64_t j = 0; j < kLanes<T>; ++j)
            to[gate * row + j] = unit + j < hidden ? peepholes[gate * hidden + unit + j] * scale : T(0);
}

template <class T>
void packForwardInto(const Shape& shape, const Weights<T>& weights, T* to) {
    constexpr std::int64_t L = kLanes<T>;
    const Layout<T> layout(shape);
    const std::int64_t hidden = shape.hidden;
    for (std::int64_t panel = 0; panel < layout.unitVectors;) {
        const int wide = layout.panelWidth(panel);
        // The columns of `from`, one line of lanes after the other; lane by lane the reads go down the rows together,
        // line by line of the cache.
        const auto pack = [&](T* at, std::int64_t line, const T* from, std::int64_t count) {
            for (int w = 0; w < wide; ++w)
                for (std::int64_t g = 0; g < layout.gates; ++g) {
                    const std::int64_t unit = (panel + w) * L, n = std::min(L, hidden - unit);
                    const T scale = scaleOf<T>(shape, g);
                    const T* rows = from + (g * hidden + unit) * count;
                    T* out = at + (w * layout.gates + g) * L;
                    for (std::int64_t k = 0; k < count; ++k, out += line) {
                        for (std::int64_t j = 0; j < n; ++j) out[j] = rows[j * count + k] * scale;
                        for (std::int64_t j = n; j < L; ++j) out[j] = 0;
                    }
                }
        };
        for (std::int64_t v = 0; v < layout.vectors * wide; ++v)
            for (std::int64_t j = 0; j < L; ++j) {
                const std::int64_t unit = layout.plain ? (panel + v) * L + j : panel * L + j;
                const std::int64_t gate = layout.plain ? 0 : layout.gru ? std::min<std::int64_t>(v, 2) : v;
                const std::int64_t row = gate * hidden + unit;
                T bias = 0;
                if (unit < hidden) {
                    const bool input = !layout.gru || v != 3, recurrent = !layout.gru || v != 2;
                    bias = ((input ? weights.biasIh[row] : T(0)) + (recurrent ? weights.biasHh[row] : T(0))) *
                           scaleOf<T>(shape, gate);
                }
                to[v * L + j] = bias;
            }
        T* at = to + layout.vectors * wide * L;
        const std::int64_t line = layout.gates * wide * L;
        pack(at, line, weights.ih, shape.inputs);
        pack(at + shape.inputs * line, line, weights.hh, layout.outputs);
        if (layout.peephole)
            packUnits(weights.peephole, hidden, panel * L, scaleOf<T>(shape, 0),
                      at + (shape.inputs + layout.outputs) * line, L);
        to += layout.forwardPanel(wide);
        panel += wide;
    }
    if (!layout.projects) return;
    overWidths(layout.outputVectors, [&](auto width, std::int64_t panel) {
        constexpr std::int64_t wide = decltype(width)::value * L;
        const std::int64_t n = std::min(wide, layout.outputs - panel * L);
        for (std::int64_t k = 0; k < hidden; ++k, to += wide)
            for (std::int64_t j = 0; j < wide; ++j)
                to[j] = j < n ? weights.projection[(panel * L + j) * hidden + k] : T(0);
    });
}

/// from: [gates * hidden, count] as [panel of columns][unit vector][gate][lane][column].
template <class T>
void packColumns(const Shape& shape, const T* from, std::int64_t count, T* to) {
    constexpr std::int64_t L = kLanes<T>;
    const Layout<T> layout(shape);
    const std::int64_t vectors = layout.columns(count) / L;
    for (std::int64_t panel = 0; panel < vectors;) {
        const int wide = layout.width(vectors - panel);
        const std::int64_t column = panel * L, n = std::min<std::int64_t>(wide * L, count - column);
        for (std::int64_t first = 0; first < shape.hidden; first += L)
            for (std::int64_t g = 0; g < layout.gates; ++g)
                for (std::int64_t unit = first; unit < std::min(first + L, shape.hidden); ++unit) {
                    std::memcpy(to, from + (g * shape.hidden + unit) * count + column,
                                static_cast<std::size_t>(n) * sizeof(T));
                    for (std::int64_t k = n; k < wide * L; ++k) to[k] = 0;
                    to += wide * L;
                }
        panel += wide;
    }
}

template <class T>
void packBackwardInto(const Shape& shape, const Weights<T>& weights, T* recurrent, T* input) {
    const Layout<T> layout(shape);
    packColumns(shape, weights.hh, layout.outputs, recurrent);
    T* to = recurrent + layout.backwardPeepholes();
    for (std::int64_t unit = 0; layout.peephole && unit < layout.units(); unit += kLanes<T>)
        packUnits(weights.peephole, shape.hidden, unit, T(1), to + unit, layout.units());
    to += layout.peepholes();
    if (layout.projects)
        overWidths(layout.unitVectors, [&](auto width, std::int64_t panel) {
            constexpr std::int64_t wide = decltype(width)::value * kLanes<T>;
            const std::int64_t unit = panel * kLanes<T>, n = std::min(wide, shape.hidden - unit);
            for (std::int64_t p = 0; p < layout.outputs; ++p, to += wide)
                for (std::int64_t j = 0; j < wide; ++j)
                    to[j] = j < n ? weights.projection[p * shape.hidden + unit + j] : T(0);
        });
    if (input != nullptr) packColumns(shape, weights.ih, shape.inputs, input);
}

template <class T>
void unpackSumsInto(const Shape& shape, const T* sums, const WeightGradients<T>& gradients) {
    constexpr std::int64_t L = kLanes<T>;
    const Layout<T> layout(shape);
    const std::int64_t line = layout.gates * L, inputs = shape.inputs, hidden = shape.hidden;
    for (std::int64_t unit = 0; unit < hidden; unit += L)
        for (std::int64_t g = 0; g < layout.gates; ++g) {
            const std::int64_t row = g * hidden + unit, n = std::min(L, hidden - unit);
            const T* from = sums + unit / L * layout.sumPanel() + g * L;
            const auto rows = [&](T* to, std::int64_t count) {
                for (std::int64_t k = 0; k < count; ++k, from += line)
                    for (std::int64_t j = 0; j < n; ++j) to[j * count + k] = from[j];
            };
            rows(gradients.ih + row * inputs, inputs);
            const T* bias = from;
            rows(gradients.biasIh + row, 1);
            rows(gradients.hh + row * layout.outputs, layout.outputs);
            if (layout.gru) bias = from;
            std::memcpy(gradients.biasHh + row, bias, static_cast<std::size_t>(n) * sizeof(T));
        }
    const auto lines = [&](const T* from, std::int64_t count, T* to) {
        for (std::int64_t i = 0; i < count; ++i)
            std::memcpy(to + i * hidden, from + i * layout.units(), static_cast<std::size_t>(hidden) * sizeof(T));
    };
    const T* peepholes = sums + layout.sumPeepholes();
    if (layout.peephole) lines(peepholes, Layout<T>::kPeepholes, gradients.peephole);
    if (layout.projects) lines(peepholes + layout.peepholes(), layout.outputs, gradients.projection);
}

template <class T>
void unpackGatesInto(const Call<T>& call, T* gates, T* cell) {
    constexpr std::int64_t L = kLanes<T>;
    const Shape& shape = call.shape;
    const Layout<T> layout(shape);
    for (std::int64_t s = 0; s < shape.time; ++s)
        for (std::int64_t at = 0; at < call.active[s]; ++at)
            for (std::int64_t unit = 0; unit < shape.hidden; ++unit) {
                const std::int64_t t = shape.reverse ? shape.time - 1 - s : s, place = (unit / L * shape.batch + at),
                                   row = t * shape.batch + call.order[at];
                for (std::int64_t g = 0; g < layout.gates; ++g)
                    gates[row * layout.gates * shape.hidden + g * shape.hidden + unit] =
                        call.gates[s * layout.gatesOfStep + (place * layout.vectors + g) * L + unit % L];
                if (cell != nullptr)
                    cell[row * shape.hidden + unit] = call.cells[(s + 1) * layout.cellsOfStep + place * L + unit % L];
            }
}

template <class T>
Room roomOf(const Shape& shape) {
    const Layout<T> layout(shape);
    Room room;
    const bool lstm = shape.cell == Cell::Lstm;
    const std::int64_t padded = layout.units();
    room.gates = shape.time * layout.gatesOfStep;
    room.cellsOfStep = lstm ? layout.cellsOfStep : 0;
    room.cells = (shape.time + 1) * room.cellsOfStep;
    room.forwardWeights = layout.forwardPanel(1) * layout.unitVectors +
                          (layout.projects ? shape.hidden * layout.columns(layout.outputs) : 0);
    room.backwardWeights =
        layout.backwardPeepholes() + layout.peepholes() + (layout.projects ? layout.outputs * padded : 0);
    room.inputWeights = layout.gates * shape.hidden * layout.columns(shape.inputs);
    room.forwardScratch = 2 * shape.batch * layout.outputs + (layout.projects ? shape.batch * padded : 0);
    room.backwardScratch = BackScratch<T>(shape, nullptr).total;
    room.weightSums = layout.sumPeepholes() + layout.peepholes() + (layout.projects ? layout.outputs * padded : 0);
    return room;
}

template <class T>
Kernels<T> kernelTable() {
    return {hwy::TargetName(HWY_TARGET), kLanes<T>,      roomOf<T>,       packForwardInto<T>,
            packBackwardInto<T>,         forwardPass<T>, backwardPass<T>, unpackSumsInto<T>,
            unpackGatesInto<T>};
}

}  // namespace gatelab::native::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
