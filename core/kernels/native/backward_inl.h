// SPDX-License-Identifier: GPL-3.0-or-later
// The backward pass. Included once per instruction set (Highway's foreach_target), hence no ordinary guard.
#if defined(GATELAB_NATIVE_BACKWARD) == defined(HWY_TARGET_TOGGLE)
#ifdef GATELAB_NATIVE_BACKWARD
#undef GATELAB_NATIVE_BACKWARD
#else
#define GATELAB_NATIVE_BACKWARD
#endif

#include "kernels/native/forward_inl.h"
#include "kernels/native/layout_inl.h"
#include "kernels/native/native.h"
#include "kernels/native/simd_math_inl.h"

#include <algorithm>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace gatelab::native::HWY_NAMESPACE {

/// Gradients of the sums before the activation functions: [unit vector][row][vectors of the unit][lane].
template <class T>
struct GateGradients {
    T* values = nullptr;
    std::int64_t panel = 0;  ///< numbers from unit vector to unit vector
};

/// One step of some rows on the way back.
template <class T>
struct BackView {
    const Call<T>* call = nullptr;
    const BackwardCall<T>* back = nullptr;
    GateGradients<T> later, now;  ///< of the step that comes after this one (null: none), of this one
    const T *dy = nullptr, *gates = nullptr, *cells = nullptr, *hOld = nullptr;
    std::int64_t hOldRow = 0;
    const T *zoneH = nullptr, *zoneC = nullptr;
    /// [unit vector][place][lane]: gradient of c; of h, as far as it does not come through the products
    T *dc = nullptr, *direct = nullptr;
    bool takesDirect = false, leavesDirect = false;
    const T* peepholes = nullptr;  ///< [i, f, o][unit]; null: none
    T* peepholeSums = nullptr;     ///< as peepholes
    /// Of a projection, [place][columns]: what it saw, the gradient of what it gave
    T *raw = nullptr, *projected = nullptr;
};

/// sum[r][v] = gradients of R rows times N vectors of columns of the weights.
template <class T, class C, class Gates, int R, int N>
HWY_INLINE void gradientProducts(V<T> (&sum)[R][N], const GateGradients<T>& from, std::int64_t first,
                                 const Shape& shape, const T* HWY_RESTRICT w) {
    constexpr std::int64_t L = kLanes<T>;
    const Tag<T> d;
    GATELAB_UNROLL
    for (int r = 0; r < R; ++r) {
        GATELAB_UNROLL
        for (int v = 0; v < N; ++v) sum[r][v] = hn::Zero(d);
    }
    for (std::int64_t unit = 0, panel = 0; unit < shape.hidden; unit += L, ++panel) {
        const std::int64_t lanes = std::min(L, shape.hidden - unit);
        for (int g = 0; g < Gates::kCount; ++g) {
            const T* HWY_RESTRICT rows = from.values + panel * from.panel + (first * C::kVectors + Gates::at(g)) * L;
            for (std::int64_t j = 0; j < lanes; ++j) {
                V<T> weight[N];
                GATELAB_UNROLL
                for (int v = 0; v < N; ++v) weight[v] = hn::LoadU(d, w + v * L);
                GATELAB_UNROLL
                for (int r = 0; r < R; ++r) {
                    const V<T> factor = hn::Set(d, rows[r * C::kVectors * L + j]);
                    GATELAB_UNROLL
                    for (int v = 0; v < N; ++v) sum[r][v] = hn::MulAdd(factor, weight[v], sum[r][v]);
                }
                w += N * L;
            }
        }
    }
}

template <class T>
struct PeepholeGates {
    V<T> in, forget, out;  ///< gradients of their sums
};
/// Adds to the peepholes' sums; gives the gradient of the cell state before, of which `before` comes another way.
template <class T>
HWY_INLINE V<T> throughPeepholes(const BackView<T>& view, std::int64_t unit, const PeepholeGates<T>& gates, V<T> old,
                                 V<T> c, V<T> before) {
    const Tag<T> d;
    const std::int64_t units = columnsOf<T>(view.call->shape.hidden);
    const auto add = [&](int gate, V<T> gradient, V<T> seen) {
        T* sum = view.peepholeSums + gate * units + unit;
        hn::StoreU(hn::MulAdd(gradient, seen, hn::LoadU(d, sum)), d, sum);
    };
    if (view.peepholeSums != nullptr) {
        add(0, gates.in, old);
        add(1, gates.forget, old);
        add(2, gates.out, c);
    }
    const T* weights = view.peepholes + unit;
    return hn::MulAdd(gates.in, hn::LoadU(d, weights), hn::MulAdd(gates.forget, hn::LoadU(d, weights + units), before));
}

/// Gate gradients of a vector of units from `d`, the gradient of what the cell gave; fills `out` and gives what goes
/// straight to the state before.
template <class T>
HWY_INLINE V<T> cellBackward(LstmCell, const BackView<T>& view, std::int64_t at, std::int64_t row, std::int64_t unit,
                             std::int64_t n, V<T> dh, T* out) {
    constexpr std::int64_t L = kLanes<T>;
    const Tag<T> d;
    const V<T> one = hn::Set(d, T(1));
    const T* gates = view.gates + at * 4 * L;
    const V<T> i = hn::LoadU(d, gates), f = hn::LoadU(d, gates + L), g = hn::LoadU(d, gates + 2 * L),
               o = hn::LoadU(d, gates + 3 * L);
    const V<T> old = hn::LoadU(d, view.cells + at * L);
    const V<T> c = hn::MulAdd(f, old, hn::Mul(i, g)), tanhC = tanhOf(c);
    if (view.raw != nullptr) {
        const std::int64_t units = columnsOf<T>(view.call->shape.hidden),
                           place = at - unit / L * view.call->shape.batch;
        hn::StoreU(hn::Mul(o, tanhC), d, view.raw + place * units + unit);
    }
    V<T> dc = hn::LoadU(d, view.dc + at * L), straight = hn::Zero(d);
    if (view.zoneC != nullptr || view.call->zoneShare != 0) {
        const V<T> share = view.zoneC != nullptr ? loadFirst(view.zoneC + row * view.call->shape.hidden + unit, n)
                                                 : hn::Set(d, view.call->zoneShare);
        straight = hn::Mul(dc, share);
        dc = hn::Sub(dc, straight);
    }
    dc = hn::MulAdd(hn::Mul(dh, o), hn::NegMulAdd(tanhC, tanhC, one), dc);
    const V<T> outGate = hn::Mul(hn::Mul(dh, tanhC), hn::Mul(o, hn::Sub(one, o)));
    if (view.peepholes != nullptr)
        dc = hn::MulAdd(outGate, hn::LoadU(d, view.peepholes + 2 * columnsOf<T>(view.call->shape.hidden) + unit), dc);
    const V<T> dci = hn::Mul(dc, i), dcf = hn::Mul(dc, f);
    const V<T> inGate = hn::Mul(hn::Mul(dci, g), hn::Sub(one, i)),
               forgetGate = hn::Mul(hn::Mul(dcf, old), hn::Sub(one, f));
    hn::StoreU(inGate, d, out);
    hn::StoreU(forgetGate, d, out + L);
    hn::StoreU(hn::Mul(dci, hn::NegMulAdd(g, g, one)), d, out + 2 * L);
    hn::StoreU(outGate, d, out + 3 * L);
    V<T> before = hn::Add(dcf, straight);
    if (view.peepholes != nullptr)
        before = throughPeepholes<T>(view, unit, {inGate, forgetGate, outGate}, old, c, before);
    hn::StoreU(before, d, view.dc + at * L);
    return hn::Zero(d);
}

template <class T>
HWY_INLINE V<T> cellBackward(GruCell, const BackView<T>& view, std::int64_t at, std::int64_t row, std::int64_t unit,
                             std::int64_t n, V<T> dh, T* out) {
    constexpr std::int64_t L = kLanes<T>;
    const Tag<T> d;
    const V<T> one = hn::Set(d, T(1));
    const T* gates = view.gates + at * 4 * L;
    const V<T> r = hn::LoadU(d, gates), z = hn::LoadU(d, gates + L), c = hn::LoadU(d, gates + 2 * L),
               hiddenPart = hn::LoadU(d, gates + 3 * L);
    const V<T> old = view.hOld != nullptr ? loadFirst(view.hOld + row * view.hOldRow + unit, n) : hn::Zero(d);
    const V<T> dhz = hn::Mul(dh, z);
    const V<T> dn = hn::Mul(hn::Sub(dh, dhz), hn::NegMulAdd(c, c, one)), dnr = hn::Mul(dn, r);
    hn::StoreU(hn::Mul(hn::Mul(dnr, hiddenPart), hn::Sub(one, r)), d, out);
    hn::StoreU(hn::Mul(hn::Mul(dhz, hn::Sub(old, c)), hn::Sub(one, z)), d, out + L);
    hn::StoreU(dn, d, out + 2 * L);
    hn::StoreU(dnr, d, out + 3 * L);
    return dhz;
}

template <class T>
HWY_INLINE V<T> cellBackward(PlainCell, const BackView<T>& view, std::int64_t at, std::int64_t, std::int64_t,
                             std::int64_t, V<T> dh, T* out) {
    const Tag<T> d;
    const V<T> value = hn::LoadU(d, view.gates + at * kLanes<T>);
    const bool relu = view.call->shape.cell == Cell::RnnRelu;
    hn::StoreU(relu ? hn::IfThenElseZero(hn::Gt(value, hn::Zero(d)), dh)
                    : hn::Mul(dh, hn::NegMulAdd(value, value, hn::Set(d, T(1)))),
               d, out);
    return hn::Zero(d);
}

/// R rows and N vectors of outputs from output vector `panel` on: the gradient of h from the later step's gates, then
/// through the cell of this step, which is an own pass (projectedTile) where a projection lies between.
template <class T, class C, int R, int N, bool kProducts, bool kProjects>
HWY_NOINLINE void backwardTile(const BackView<T>& view, std::int64_t panel, std::int64_t first) {
    constexpr std::int64_t L = kLanes<T>;
    const Tag<T> d;
    const Call<T>& call = *view.call;
    const Shape& shape = call.shape;
    const std::int64_t outputs = kProjects ? shape.projection : shape.hidden;
    V<T> sum[R][N];
    if constexpr (kProducts) {
        gradientProducts<T, C, typename C::HiddenGates, R, N>(
            sum, view.later, first, shape,
            view.back->backwardWeights + panel * L * C::HiddenGates::kCount * shape.hidden);
    }
    GATELAB_UNROLL
    for (int r = 0; r < R; ++r) {
        const std::int64_t row = call.order[first + r];
        GATELAB_UNROLL
        for (int v = 0; v < N; ++v) {
            const std::int64_t unit = (panel + v) * L, n = std::min(L, outputs - unit),
                               at = (panel + v) * shape.batch + first + r;
            V<T> dh = hn::Zero(d);
            if constexpr (kProducts) {
                dh = sum[r][v];
                if (call.recurrentMask != nullptr)
                    dh = hn::Mul(dh, loadFirst(call.recurrentMask + row * outputs + unit, n));
            }
            if (view.takesDirect) dh = hn::Add(dh, hn::LoadU(d, view.direct + at * L));
            if (view.dy != nullptr) dh = hn::Add(dh, loadFirst(view.dy + row * view.back->dyRow + unit, n));
            V<T> straight = hn::Zero(d);
            if (view.zoneH != nullptr || call.zoneShare != 0) {
                straight = hn::Mul(dh, view.zoneH != nullptr ? loadFirst(view.zoneH + row * outputs + unit, n)
                                                             : hn::Set(d, call.zoneShare));
                dh = hn::Sub(dh, straight);
            }
            if constexpr (kProjects)
                hn::StoreU(dh, d, view.projected + (first + r) * columnsOf<T>(outputs) + unit);
            else
                straight = hn::Add(straight, cellBackward<T>(C(), view, at, row, unit, n, dh,
                                                             view.now.values + (panel + v) * view.now.panel +
                                                                 (first + r) * C::kVectors * L));
            if (view.leavesDirect) hn::StoreU(straight, d, view.direct + at * L);
        }
    }
}

/// N vectors of units of a projected LSTM: through the projection, then through the cell.
template <class T, int R, int N>
HWY_NOINLINE void projectedTile(const BackView<T>& view, std::int64_t panel, std::int64_t first, const T* weights) {
    constexpr std::int64_t L = kLanes<T>;
    const Shape& shape = view.call->shape;
    V<T> sum[R][N];
    const T* rows[R];
    GATELAB_UNROLL
    for (int r = 0; r < R; ++r) {
        rows[r] = view.projected + (first + r) * columnsOf<T>(shape.projection);
        GATELAB_UNROLL
        for (int v = 0; v < N; ++v) sum[r][v] = hn::Zero(Tag<T>());
    }
    addProducts<T, R, N, EveryGate<N>>(sum, rows, shape.projection, weights);
    GATELAB_UNROLL
    for (int r = 0; r < R; ++r) {
        GATELAB_UNROLL
        for (int v = 0; v < N; ++v) {
            const std::int64_t unit = (panel + v) * L;
            cellBackward<T>(LstmCell(), view, (panel + v) * shape.batch + first + r, view.call->order[first + r], unit,
                            std::min(L, shape.hidden - unit), sum[r][v],
                            view.now.values + (panel + v) * view.now.panel + (first + r) * LstmCell::kVectors * L);
        }
    }
}

template <class T, class C, bool kProjects>
HWY_INLINE void stateRows(const BackView<T>& view, std::int64_t first, std::int64_t end) {
    const std::int64_t vectors = Layout<T>(view.call->shape).outputVectors;
    if (view.later.values == nullptr) {
        for (std::int64_t panel = 0; panel < vectors; ++panel)
            overRows<1>(first, end, [&](auto rows, std::int64_t at) {
                backwardTile<T, C, decltype(rows)::value, 1, false, kProjects>(view, panel, at);
            });
        return;
    }
    overWidths(vectors, [&](auto width, std::int64_t panel) {
        constexpr int N = decltype(width)::value;
        overRows<rowsFor(N)>(first, end, [&](auto rows, std::int64_t at) {
            backwardTile<T, C, decltype(rows)::value, N, true, kProjects>(view, panel, at);
        });
    });
}

template <class T, class C>
HWY_INLINE void backwardRows(const BackView<T>& view, std::int64_t first, std::int64_t end) {
    if (first >= end) return;
    const Shape& shape = view.call->shape;
    if constexpr (std::is_same_v<C, LstmCell>) {
        if (shape.projection > 0) {
            stateRows<T, C, true>(view, first, end);
            const Layout<T> layout(shape);
            const T* weights = view.back->backwardWeights + layout.backwardPeepholes() + layout.peepholes();
            overWidths(layout.unitVectors, [&](auto width, std::int64_t panel) {
                constexpr int N = decltype(width)::value;
                overRows<rowsFor(N)>(first, end, [&](auto rows, std::int64_t at) {
                    projectedTile<T, decltype(rows)::value, N>(view, panel, at,
                                                               weights + panel * kLanes<T> * shape.projection);
                });
            });
            return;
        }
    }
    stateRows<T, C, false>(view, first, end);
}

/// Products alone, into rows of their own: the gradients of the inputs, or of the start state.
template <class T, class C, class Gates, int R, int N>
HWY_NOINLINE void productTile(const GateGradients<T>& from, std::int64_t first, const Shape& shape, const T* weights,
                              T* const* to, std::int64_t column, std::int64_t columns) {
    V<T> sum[R][N];
    gradientProducts<T, C, Gates, R, N>(sum, from, first, shape, weights);
    GATELAB_UNROLL
    for (int r = 0; r < R; ++r) {
        GATELAB_UNROLL
        for (int v = 0; v < N; ++v)
            storeFirst<T>(sum[r][v], to[first + r] + column + v * kLanes<T>,
                          std::min(kLanes<T>, columns - column - v * kLanes<T>));
    }
}

template <class T, class C, class Gates>
HWY_INLINE void productRows(const GateGradients<T>& from, std::int64_t first, std::int64_t end, const Shape& shape,
                            const T* weights, T* const* to, std::int64_t columns) {
    const Layout<T> layout(shape);
    const std::int64_t vectors = layout.columns(columns) / kLanes<T>;
    for (std::int64_t panel = 0; panel < vectors;) {
        const int wide = layout.width(vectors - panel);
        const std::int64_t column = panel * kLanes<T>;
        const T* w = weights + column * Gates::kCount * shape.hidden;
        const auto tiles = [&](auto width) {
            constexpr int N = decltype(width)::value;
            overRows<rowsFor(N)>(first, end, [&](auto rows, std::int64_t at) {
                productTile<T, C, Gates, decltype(rows)::value, N>(from, at, shape, w, to, column, columns);
            });
        };
        if (wide == 4)
            tiles(std::integral_constant<int, 4>());
        else if (wide == 2)
            tiles(std::integral_constant<int, 2>());
        else
            tiles(std::integral_constant<int, 1>());
        panel += wide;
    }
}

/// sums[i][v] += over rows k: seen[k][i] * gradients[v][k]; rows in their order.
template <class T, int R, int N>
HWY_NOINLINE void outerTile(const T* HWY_RESTRICT seen, std::int64_t seenRow, const T* const (&gradients)[N],
                            std::int64_t gradientRow, std::int64_t rows, T* const (&sums)[N], std::int64_t sumRow) {
    const Tag<T> d;
    V<T> sum[R][N];
    const T* from[N];
    GATELAB_UNROLL
    for (int v = 0; v < N; ++v) {
        from[v] = gradients[v];
        GATELAB_UNROLL
        for (int r = 0; r < R; ++r) sum[r][v] = hn::LoadU(d, sums[v] + r * sumRow);
    }
    for (std::int64_t k = 0; k < rows; ++k) {
        V<T> gradient[N];
        GATELAB_UNROLL
        for (int v = 0; v < N; ++v) gradient[v] = hn::LoadU(d, from[v] + k * gradientRow);
        GATELAB_UNROLL
        for (int r = 0; r < R; ++r) {
            const V<T> factor = hn::Set(d, seen[r]);
            GATELAB_UNROLL
            for (int v = 0; v < N; ++v) sum[r][v] = hn::MulAdd(factor, gradient[v], sum[r][v]);
        }
        seen += seenRow;
    }
    GATELAB_UNROLL
    for (int v = 0; v < N; ++v) {
        GATELAB_UNROLL
        for (int r = 0; r < R; ++r) hn::StoreU(sum[r][v], d, sums[v] + r * sumRow);
    }
}

/// The collected rows of one kind of input (x and its bias, h and its bias) into the sums, `N` vectors at a time.
template <class T, class C, class Gates, int N>
HWY_INLINE void outerPanel(const Layout<T>& layout, const T* seen, const GateGradients<T>& from, std::int64_t rows,
                           std::int64_t first, std::int64_t end, std::int64_t panel, T* sums) {
    constexpr std::int64_t L = kLanes<T>;
    constexpr std::int64_t kBlock = 256;  // rows whose gradients stay in the first level cache
    const std::int64_t sumRow = layout.gates * L;
    for (std::int64_t k = 0; k < rows; k += kBlock) {
        const T* gradients[N];
        for (int v = 0; v < N; ++v) {
            const std::int64_t p = layout.plain ? panel + v : panel;
            gradients[v] = from.values + p * from.panel + (k * C::kVectors + (layout.plain ? 0 : Gates::at(v))) * L;
        }
        overRows<rowsFor(N)>(first, end, [&](auto count, std::int64_t i) {
            T* to[N];
            for (int v = 0; v < N; ++v)
                to[v] = sums + (layout.plain ? panel + v : panel) * layout.sumPanel() + i * sumRow +
                        (layout.plain ? 0 : v * L);
            outerTile<T, decltype(count)::value, N>(seen + k * layout.sumRows() + i, layout.sumRows(), gradients,
                                                    C::kVectors * L, std::min(kBlock, rows - k), to, sumRow);
        });
    }
}

template <class T, class C>
HWY_INLINE void addOuter(const Shape& shape, const T* seen, const GateGradients<T>& from, std::int64_t rows, T* sums) {
    const Layout<T> layout(shape);
    const std::int64_t inputRows = layout.inputs + 1, all = layout.sumRows();
    for (std::int64_t panel = 0; panel < layout.unitVectors;) {
        const int wide = layout.panelWidth(panel);
        if constexpr (std::is_same_v<C, PlainCell>) {
            using Gates = EveryGate<4>;
            if (wide == 4)
                outerPanel<T, C, Gates, 4>(layout, seen, from, rows, 0, all, panel, sums);
            else if (wide == 2)
                outerPanel<T, C, Gates, 2>(layout, seen, from, rows, 0, all, panel, sums);
            else
                outerPanel<T, C, Gates, 1>(layout, seen, from, rows, 0, all, panel, sums);
        } else if constexpr (std::is_same_v<C, LstmCell>) {
            outerPanel<T, C, typename C::InputGates, 4>(layout, seen, from, rows, 0, all, panel, sums);
        } else {
            outerPanel<T, C, typename C::InputGates, 3>(layout, seen, from, rows, 0, inputRows, panel, sums);
            outerPanel<T, C, typename C::HiddenGates, 3>(layout, seen, from, rows, inputRows, all, panel, sums);
        }
        panel += wide;
    }
}

/// sums[output][unit] += over the collected rows: gradient of the output * what the projection saw of the unit.
template <class T>
HWY_INLINE void addProjection(const Layout<T>& layout, const T* projected, const T* raw, std::int64_t rows, T* sums) {
    const std::int64_t units = layout.units(), columns = layout.columns(layout.outputs);
    overWidths(layout.unitVectors, [&](auto width, std::int64_t panel) {
        constexpr int N = decltype(width)::value;
        const T* from[N];
        for (int v = 0; v < N; ++v) from[v] = raw + (panel + v) * kLanes<T>;
        overRows<rowsFor(N)>(0, layout.outputs, [&](auto count, std::int64_t output) {
            T* to[N];
            for (int v = 0; v < N; ++v) to[v] = sums + output * units + (panel + v) * kLanes<T>;
            outerTile<T, decltype(count)::value, N>(projected + output, columns, from, units, rows, to, units);
        });
    });
}

/// What the products of one step saw, as rows [x, 1, h, (1)].
template <class T>
HWY_INLINE void collectSeen(const Call<T>& call, std::int64_t t, const T* h, std::int64_t hRow, std::int64_t first,
                            std::int64_t end, T* to, std::int64_t width) {
    const std::int64_t inputs = call.shape.inputs, hidden = call.shape.outputs();  // what the products see of a state
    for (std::int64_t at = first; at < end; ++at) {
        const std::int64_t row = call.order[at];
        T* line = to + at * width;
        std::memcpy(line, call.x + t * call.xStep + row * call.xRow, static_cast<std::size_t>(inputs) * sizeof(T));
        line[inputs] = 1;
        T* state = line + inputs + 1;
        if (h == nullptr) {
            std::memset(state, 0, static_cast<std::size_t>(hidden) * sizeof(T));
        } else {
            std::memcpy(state, h + row * hRow, static_cast<std::size_t>(hidden) * sizeof(T));
            if (call.recurrentMask != nullptr)
                for (std::int64_t k = 0; k < hidden; ++k) state[k] *= call.recurrentMask[row * hidden + k];
        }
        if (inputs + 1 + hidden < width) line[width - 1] = 1;
    }
}

/// Gradients that come from behind: dhLast, dcLast of `units` units as [unit vector][place][lane].
template <class T>
HWY_INLINE void seedGradients(const Call<T>& call, std::int64_t units, const T* from, T* to) {
    for (std::int64_t panel = 0; panel * kLanes<T> < units; ++panel)
        for (std::int64_t at = 0; at < call.shape.batch; ++at) {
            const std::int64_t unit = panel * kLanes<T>;
            const V<T> value = from != nullptr
                                   ? loadFirst(from + call.order[at] * units + unit, std::min(kLanes<T>, units - unit))
                                   : hn::Zero(Tag<T>());
            hn::StoreU(value, Tag<T>(), to + (panel * call.shape.batch + at) * kLanes<T>);
        }
}

/// Where the arrays of a backward pass lie in its scratch.
template <class T>
struct BackScratch {
    T *gradients[2], *seen, *dc, *direct, *raw, *projected;
    T **inputRows, **stateRows;  ///< where each collected row's gradient of x goes, each row's of h0
    std::int64_t collected, total;

    BackScratch(const Shape& shape, T* at) : collected(Layout<T>(shape).collected(shape)) {
        const Layout<T> layout(shape);
        T* const start = at;
        for (T*& part : gradients) at = (part = at) + layout.unitVectors * collected * layout.vectors * kLanes<T>;
        at = (dc = at) + layout.cellsOfStep;
        at = (direct = at) + layout.statesOfStep;
        at = (raw = at) + (layout.projects ? collected * layout.units() : 0);
        at = (projected = at) + (layout.projects ? collected * layout.columns(layout.outputs) : 0);
        at = (seen = at) + layout.columns(collected * layout.sumRows());
        constexpr std::int64_t kNumbers = sizeof(void*) / sizeof(T);
        inputRows = reinterpret_cast<T**>(at);
        at += layout.columns(collected * kNumbers);
        stateRows = reinterpret_cast<T**>(at);
        at += layout.columns(shape.batch * kNumbers);
        total = at - start;
    }
};

template <class T, class C>
class BackwardPass {
public:
    BackwardPass(const Call<T>& call, const BackwardCall<T>& back)
        : call_(call), back_(back), shape_(call.shape), layout_(shape_), scratch_(shape_, back.scratch) {
        seedGradients(call, layout_.outputs, back.dhLast, scratch_.direct);
        if (std::is_same_v<C, LstmCell>) seedGradients(call, layout_.hidden, back.dcLast, scratch_.dc);
    }

    void run() {
        GateGradients<T> later;
        for (std::int64_t s = shape_.time - 1; s >= 0; --s) {
            const std::int64_t now = call_.active[s];
            if (collected_ + now > scratch_.collected) flush();
            const GateGradients<T> here{scratch_.gradients[side_] + collected_ * C::kVectors * kLanes<T>,
                                        scratch_.collected * C::kVectors * kLanes<T>};
            step(s, later, here);
            later = here;
            collected_ += now;
        }
        flush();
    }

private:
    void step(std::int64_t s, const GateGradients<T>& later, const GateGradients<T>& here) {
        const std::int64_t t = shape_.reverse ? shape_.time - 1 - s : s, before = shape_.reverse ? t + 1 : t - 1;
        const std::int64_t now = call_.active[s],
                           after = s + 1 < shape_.time ? std::min<std::int64_t>(call_.active[s + 1], now) : 0;
        // The others begin with this step
        const std::int64_t running = s > 0 ? std::min<std::int64_t>(call_.active[s - 1], now) : 0;
        BackView<T> view;
        view.call = &call_;
        view.back = &back_;
        view.now = here;
        if (back_.dy != nullptr) view.dy = back_.dy + t * back_.dyStep;
        view.gates = call_.gates + s * layout_.gatesOfStep;
        if (std::is_same_v<C, LstmCell>) view.cells = call_.cells + s * layout_.cellsOfStep;
        if (call_.zoneH != nullptr) view.zoneH = call_.zoneH + t * call_.zoneStep;
        if (call_.zoneC != nullptr) view.zoneC = call_.zoneC + t * call_.zoneCellStep;
        if (layout_.peephole) {
            view.peepholes = back_.backwardWeights + layout_.backwardPeepholes();
            if (back_.weightSums != nullptr) view.peepholeSums = back_.weightSums + layout_.sumPeepholes();
        }
        if (layout_.projects) {
            view.raw = scratch_.raw + collected_ * layout_.units();
            view.projected = scratch_.projected + collected_ * layout_.columns(layout_.outputs);
        }
        view.dc = scratch_.dc;
        view.direct = scratch_.direct;
        view.leavesDirect = leavesDirect();
        // Rows differ in where their gradient comes from and where their state before lies: [0, after) go on behind
        // this step, [0, running) were there before it.
        const std::int64_t borders[] = {0, std::min(after, running), std::max(after, running), now};
        for (int part = 0; part < 3; ++part) {
            const std::int64_t first = borders[part], end = borders[part + 1];
            if (first >= end) continue;
            view.later = first < after ? later : GateGradients<T>();
            view.takesDirect = first >= after || view.leavesDirect;
            view.hOld = first < running ? call_.y + before * call_.yStep : call_.h0;
            view.hOldRow = first < running ? call_.yRow : layout_.outputs;
            backwardRows<T, C>(view, first, end);
            collectSeen(call_, t, view.hOld, view.hOldRow, first, end, scratch_.seen + collected_ * layout_.sumRows(),
                        layout_.sumRows());
        }
        if (back_.dx != nullptr)
            for (std::int64_t at = 0; at < now; ++at)
                scratch_.inputRows[collected_ + at] = back_.dx + t * back_.dxStep + call_.order[at] * back_.dxRow;
        if (running < now) startGradients(here, running, now);
    }

    [[nodiscard]] bool leavesDirect() const {
        return std::is_same_v<C, GruCell> || call_.zoneH != nullptr || call_.zoneShare != 0;
    }

    /// Of the states that the rows [first, end) began with.
    void startGradients(const GateGradients<T>& here, std::int64_t first, std::int64_t end) {
        const std::int64_t hidden = shape_.hidden, outputs = layout_.outputs;
        if (back_.dh0 != nullptr) {
            for (std::int64_t at = first; at < end; ++at)
                scratch_.stateRows[at] = back_.dh0 + call_.order[at] * outputs;
            productRows<T, C, typename C::HiddenGates>(here, first, end, shape_, back_.backwardWeights,
                                                       scratch_.stateRows, outputs);
            for (std::int64_t at = first; at < end; ++at)
                for (std::int64_t k = 0; k < outputs; ++k) {
                    T& value = back_.dh0[call_.order[at] * outputs + k];
                    if (call_.recurrentMask != nullptr) value *= call_.recurrentMask[call_.order[at] * outputs + k];
                    if (leavesDirect()) value += scratch_.direct[placeOf(at, k)];
                }
        }
        if (back_.dc0 == nullptr) return;
        for (std::int64_t at = first; at < end; ++at)
            for (std::int64_t k = 0; k < hidden; ++k)
                back_.dc0[call_.order[at] * hidden + k] = scratch_.dc[placeOf(at, k)];
    }
    [[nodiscard]] std::int64_t placeOf(std::int64_t at, std::int64_t unit) const {
        return (unit / kLanes<T> * shape_.batch + at) * kLanes<T> + unit % kLanes<T>;
    }

    /// The collected rows go into the weights' sums and into the inputs' gradients; the other side is filled next, for
    /// the next step still reads this one.
    void flush() {
        if (collected_ == 0) return;
        const GateGradients<T> all{scratch_.gradients[side_], scratch_.collected * C::kVectors * kLanes<T>};
        if (back_.weightSums != nullptr) addOuter<T, C>(shape_, scratch_.seen, all, collected_, back_.weightSums);
        if (back_.weightSums != nullptr && layout_.projects)
            addProjection(layout_, scratch_.projected, scratch_.raw, collected_,
                          back_.weightSums + layout_.sumPeepholes() + layout_.peepholes());
        if (back_.dx != nullptr)
            productRows<T, C, typename C::InputGates>(all, 0, collected_, shape_, back_.inputWeights,
                                                      scratch_.inputRows, shape_.inputs);
        collected_ = 0;
        side_ = 1 - side_;
    }

    const Call<T>& call_;
    const BackwardCall<T>& back_;
    const Shape& shape_;
    Layout<T> layout_;
    BackScratch<T> scratch_;
    std::int64_t collected_ = 0;
    int side_ = 0;
};

template <class T>
void backwardPass(const Call<T>& call, const BackwardCall<T>& back) {
    switch (call.shape.cell) {
        case Cell::Lstm:
            BackwardPass<T, LstmCell>(call, back).run();
            break;
        case Cell::Gru:
            BackwardPass<T, GruCell>(call, back).run();
            break;
        default:
            BackwardPass<T, PlainCell>(call, back).run();
            break;
    }
}

}  // namespace gatelab::native::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
