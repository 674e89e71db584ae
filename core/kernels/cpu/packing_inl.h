// SPDX-License-Identifier: GPL-3.0-or-later
// Weights, sums and gates between LibTorch's layout and that of the kernels. Included once per instruction set
// (Highway's foreach_target), hence no ordinary guard.
#if defined(GATELAB_NATIVE_PACKING) == defined(HWY_TARGET_TOGGLE)
#ifdef GATELAB_NATIVE_PACKING
#undef GATELAB_NATIVE_PACKING
#else
#define GATELAB_NATIVE_PACKING
#endif

#include "kernels/cpu/backward_inl.h"
#include "kernels/cpu/forward_inl.h"
#include "kernels/cpu/layout_inl.h"
#include "kernels/cpu/native.h"

HWY_BEFORE_NAMESPACE();
namespace gatelab::native::HWY_NAMESPACE {

/// What a gate's weights are multiplied by: tanh gives the sigmoid's gates from half of their sums.
template <class T>
T scaleOf(const Shape& shape, std::int64_t gate) {
    if (shape.cell == Cell::Lstm) return gate == 2 ? T(1) : T(0.5);
    if (shape.cell == Cell::Gru) return gate == 2 ? T(1) : T(0.5);
    return T(1);
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
        pack(at + shape.inputs * line, line, weights.hh, hidden);
        to += layout.forwardPanel(wide);
        panel += wide;
    }
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
    packColumns(shape, weights.hh, shape.hidden, recurrent);
    if (input != nullptr) packColumns(shape, weights.ih, shape.inputs, input);
}

template <class T>
void unpackSumsInto(const Shape& shape, const T* sums, T* ih, T* hh, T* biasIh, T* biasHh) {
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
            rows(ih + row * inputs, inputs);
            const T* bias = from;
            rows(biasIh + row, 1);
            rows(hh + row * hidden, hidden);
            if (layout.gru) bias = from;
            std::memcpy(biasHh + row, bias, static_cast<std::size_t>(n) * sizeof(T));
        }
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
    const std::int64_t padded = layout.unitVectors * kLanes<T>;
    room.gates = shape.time * layout.gatesOfStep;
    room.cellsOfStep = lstm ? layout.cellsOfStep : 0;
    room.cells = (shape.time + 1) * room.cellsOfStep;
    room.forwardWeights = (layout.vectors + layout.gates * (shape.inputs + shape.hidden)) * padded;
    room.backwardWeights = layout.gates * shape.hidden * padded;
    room.inputWeights = layout.gates * shape.hidden * layout.columns(shape.inputs);
    room.forwardScratch = 2 * shape.batch * shape.hidden;
    room.backwardScratch = BackScratch<T>(shape, nullptr).total;
    room.weightSums = layout.sumPanel() * layout.unitVectors;
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
