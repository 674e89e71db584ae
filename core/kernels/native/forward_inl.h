// SPDX-License-Identifier: GPL-3.0-or-later
// The forward pass. Included once per instruction set (Highway's foreach_target), hence no ordinary guard.
#if defined(GATELAB_NATIVE_FORWARD) == defined(HWY_TARGET_TOGGLE)
#ifdef GATELAB_NATIVE_FORWARD
#undef GATELAB_NATIVE_FORWARD
#else
#define GATELAB_NATIVE_FORWARD
#endif

#include "kernels/native/layout_inl.h"
#include "kernels/native/native.h"
#include "kernels/native/simd_math_inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace gatelab::native::HWY_NAMESPACE {

/// One step of some rows whose arrays start at the same places; rows are those of `order` from `first` on.
template <class T>
struct StepView {
    const Call<T>* call = nullptr;
    const std::int32_t* order = nullptr;
    const T* x = nullptr;
    const T* hIn = nullptr;   ///< what the products see of h; null: zeros
    const T* hOld = nullptr;  ///< null: zeros
    std::int64_t hInRow = 0, hOldRow = 0;
    T *y = nullptr, *hMasked = nullptr;
    const T *zoneH = nullptr, *zoneC = nullptr;
    T* gates = nullptr;  ///< of this step; null: not kept
    const T* cIn = nullptr;
    T* cOut = nullptr;
    T* raw = nullptr;  ///< [batch][units]: what the projection sees of this step; null: there is none
};

/// sum[r][at(v)] += rows[r][k] * w[k][v], k in order: the bits do not depend on how many rows a tile has.
template <class T, int R, int A, class Gates>
HWY_INLINE void addProducts(V<T> (&sum)[R][A], const T* const (&rows)[R], std::int64_t count, const T* HWY_RESTRICT w) {
    const Tag<T> d;
    for (std::int64_t k = 0; k < count; ++k) {
        V<T> weight[Gates::kCount];
        GATELAB_UNROLL
        for (int v = 0; v < Gates::kCount; ++v) weight[v] = hn::LoadU(d, w + v * kLanes<T>);
        GATELAB_UNROLL
        for (int r = 0; r < R; ++r) {
            const V<T> factor = hn::Set(d, rows[r][k]);
            GATELAB_UNROLL
            for (int v = 0; v < Gates::kCount; ++v)
                sum[r][Gates::at(v)] = hn::MulAdd(factor, weight[v], sum[r][Gates::at(v)]);
        }
        w += Gates::kCount * kLanes<T>;
    }
}

/// The sums that go into the activation functions of R rows and one panel of units.
template <class T, int R, int A, class InputGates, class HiddenGates>
HWY_INLINE void gateSums(const StepView<T>& view, std::int64_t first, const T* weights, V<T> (&sum)[R][A]) {
    const Tag<T> d;
    const Shape& shape = view.call->shape;
    GATELAB_UNROLL
    for (int v = 0; v < A; ++v) {
        const V<T> bias = hn::LoadU(d, weights + v * kLanes<T>);
        GATELAB_UNROLL
        for (int r = 0; r < R; ++r) sum[r][v] = bias;
    }
    weights += A * kLanes<T>;
    const T* rows[R];
    GATELAB_UNROLL
    for (int r = 0; r < R; ++r) rows[r] = view.x + view.order[first + r] * view.call->xRow;
    addProducts<T, R, A, InputGates>(sum, rows, shape.inputs, weights);
    if (view.hIn == nullptr) return;
    GATELAB_UNROLL
    for (int r = 0; r < R; ++r) rows[r] = view.hIn + view.order[first + r] * view.hInRow;
    addProducts<T, R, A, HiddenGates>(sum, rows, shape.outputs(),
                                      weights + shape.inputs * InputGates::kCount * kLanes<T>);
}

/// n numbers of `fresh` state from unit `unit` on of row `row` become the output.
template <class T>
HWY_INLINE void putOutput(const StepView<T>& view, V<T> fresh, std::int64_t row, std::int64_t unit, std::int64_t n) {
    const Call<T>& call = *view.call;
    const std::int64_t place = row * call.shape.outputs() + unit;
    if (view.zoneH != nullptr || call.zoneShare != 0) {
        const V<T> old =
            view.hOld != nullptr ? loadFirst(view.hOld + row * view.hOldRow + unit, n) : hn::Zero(Tag<T>());
        fresh = mixIn<T>(fresh, old,
                         view.zoneH != nullptr ? loadFirst(view.zoneH + place, n) : hn::Set(Tag<T>(), call.zoneShare));
    }
    storeFirst(fresh, view.y + row * call.yRow + unit, n);
    if (view.hMasked != nullptr)
        storeFirst<T>(hn::Mul(fresh, loadFirst(call.recurrentMask + place, n)), view.hMasked + place, n);
}

template <class T, int R, bool kPeephole>
HWY_NOINLINE void lstmTile(const StepView<T>& view, std::int64_t panel, std::int64_t first, const T* weights) {
    constexpr std::int64_t L = kLanes<T>;
    const Tag<T> d;
    const Call<T>& call = *view.call;
    V<T> a[R][4];
    gateSums<T, R, 4, EveryGate<4>, EveryGate<4>>(view, first, weights, a);
    const std::int64_t n = std::min(L, call.shape.hidden - panel * L);
    [[maybe_unused]] const T* peepholes = weights + (4 + 4 * (call.shape.inputs + call.shape.outputs())) * L;
    GATELAB_UNROLL
    for (int r = 0; r < R; ++r) {
        const std::int64_t at = panel * call.shape.batch + first + r, row = view.order[first + r];
        const V<T> old = hn::LoadU(d, view.cIn + at * L);
        V<T> i, f, g, o, c;
        if constexpr (kPeephole) {
            V<T> ifg[3] = {hn::MulAdd(hn::LoadU(d, peepholes), old, a[r][0]),
                           hn::MulAdd(hn::LoadU(d, peepholes + L), old, a[r][1]), a[r][2]};
            tanhAll(ifg);
            i = sigmoidOf<T>(ifg[0]), f = sigmoidOf<T>(ifg[1]), g = ifg[2];
            c = hn::MulAdd(f, old, hn::Mul(i, g));
            o = sigmoidOf<T>(tanhOf(hn::MulAdd(hn::LoadU(d, peepholes + 2 * L), c, a[r][3])));
        } else {
            tanhAll(a[r]);
            i = sigmoidOf<T>(a[r][0]), f = sigmoidOf<T>(a[r][1]), g = a[r][2], o = sigmoidOf<T>(a[r][3]);
            c = hn::MulAdd(f, old, hn::Mul(i, g));
        }
        const V<T> h = hn::Mul(o, tanhOf(c));
        if (view.gates != nullptr) {
            T* gates = view.gates + at * 4 * L;
            hn::StoreU(i, d, gates);
            hn::StoreU(f, d, gates + L);
            hn::StoreU(g, d, gates + 2 * L);
            hn::StoreU(o, d, gates + 3 * L);
        }
        if (view.zoneC != nullptr) {
            c = mixIn<T>(c, old, loadFirst(view.zoneC + row * call.shape.hidden + panel * L, n));
        } else if (call.zoneShare != 0) {
            c = mixIn<T>(c, old, hn::Set(d, call.zoneShare));
        }
        hn::StoreU(c, d, view.cOut + at * L);
        if (view.raw != nullptr)
            hn::StoreU(h, d, view.raw + row * columnsOf<T>(call.shape.hidden) + panel * L);
        else
            putOutput<T>(view, h, row, panel * L, n);
    }
}

/// N vectors of outputs of a projected LSTM from output vector `panel` on.
template <class T, int R, int N>
HWY_NOINLINE void projectTile(const StepView<T>& view, std::int64_t panel, std::int64_t first, const T* weights) {
    constexpr std::int64_t L = kLanes<T>;
    const Shape& shape = view.call->shape;
    V<T> sum[R][N];
    const T* rows[R];
    GATELAB_UNROLL
    for (int r = 0; r < R; ++r) {
        rows[r] = view.raw + view.order[first + r] * columnsOf<T>(shape.hidden);
        GATELAB_UNROLL
        for (int v = 0; v < N; ++v) sum[r][v] = hn::Zero(Tag<T>());
    }
    addProducts<T, R, N, EveryGate<N>>(sum, rows, shape.hidden, weights);
    GATELAB_UNROLL
    for (int r = 0; r < R; ++r) {
        GATELAB_UNROLL
        for (int v = 0; v < N; ++v) {
            const std::int64_t unit = (panel + v) * L;
            putOutput<T>(view, sum[r][v], view.order[first + r], unit, std::min(L, shape.outputs() - unit));
        }
    }
}

template <class T>
HWY_INLINE void projectRows(const StepView<T>& view, std::int64_t first, std::int64_t end) {
    const Layout<T> layout(view.call->shape);
    overWidths(layout.outputVectors, [&](auto width, std::int64_t panel) {
        constexpr int N = decltype(width)::value;
        const T* weights =
            view.call->forwardWeights + layout.forwardProjection() + panel * kLanes<T> * view.call->shape.hidden;
        overRows<rowsFor(N)>(first, end, [&](auto rows, std::int64_t at) {
            projectTile<T, decltype(rows)::value, N>(view, panel, at, weights);
        });
    });
}

template <class T, int R>
HWY_NOINLINE void gruTile(const StepView<T>& view, std::int64_t panel, std::int64_t first, const T* weights) {
    constexpr std::int64_t L = kLanes<T>;
    const Tag<T> d;
    const Call<T>& call = *view.call;
    V<T> a[R][4];  // r, z, the input's part of n, the hidden part of n
    gateSums<T, R, 4, GruInputGates, GruHiddenGates>(view, first, weights, a);
    const std::int64_t n = std::min(L, call.shape.hidden - panel * L);
    GATELAB_UNROLL
    for (int r = 0; r < R; ++r) {
        const std::int64_t at = panel * call.shape.batch + first + r, row = view.order[first + r];
        V<T> rz[2] = {a[r][0], a[r][1]};
        tanhAll(rz);
        const V<T> reset = sigmoidOf<T>(rz[0]), update = sigmoidOf<T>(rz[1]);
        const V<T> candidate = tanhOf(hn::MulAdd(reset, a[r][3], a[r][2]));
        if (view.gates != nullptr) {
            T* gates = view.gates + at * 4 * L;
            hn::StoreU(reset, d, gates);
            hn::StoreU(update, d, gates + L);
            hn::StoreU(candidate, d, gates + 2 * L);
            hn::StoreU(a[r][3], d, gates + 3 * L);
        }
        const V<T> old = view.hOld != nullptr ? loadFirst(view.hOld + row * view.hOldRow + panel * L, n) : hn::Zero(d);
        putOutput<T>(view, mixIn<T>(candidate, old, update), row, panel * L, n);
    }
}

/// `N` vectors of units from unit vector `panel` on.
template <class T, int R, int N>
HWY_NOINLINE void plainTile(const StepView<T>& view, std::int64_t panel, std::int64_t first, const T* weights) {
    constexpr std::int64_t L = kLanes<T>;
    const Tag<T> d;
    const Call<T>& call = *view.call;
    const bool relu = call.shape.cell == Cell::RnnRelu;
    V<T> a[R][N];
    gateSums<T, R, N, EveryGate<N>, EveryGate<N>>(view, first, weights, a);
    GATELAB_UNROLL
    for (int r = 0; r < R; ++r) {
        if (relu) {
            GATELAB_UNROLL
            for (int v = 0; v < N; ++v) a[r][v] = hn::Max(hn::Zero(d), a[r][v]);
        } else {
            tanhAll(a[r]);
        }
        const std::int64_t row = view.order[first + r];
        GATELAB_UNROLL
        for (int v = 0; v < N; ++v) {
            if (view.gates != nullptr)
                hn::StoreU(a[r][v], d, view.gates + ((panel + v) * call.shape.batch + first + r) * L);
            putOutput<T>(view, a[r][v], row, (panel + v) * L, std::min(L, call.shape.hidden - (panel + v) * L));
        }
    }
}

/// All panels of units for the rows [first, end) of one step.
template <class T>
HWY_INLINE void forwardRows(const StepView<T>& view, std::int64_t first, std::int64_t end) {
    if (first >= end) return;
    const Shape& shape = view.call->shape;
    const Layout<T> layout(shape);
    const T* weights = view.call->forwardWeights;
    for (std::int64_t panel = 0; panel < layout.unitVectors;) {
        const int wide = layout.panelWidth(panel);
        switch (shape.cell) {
            case Cell::Lstm:
                overRows<rowsFor(4)>(first, end, [&](auto rows, std::int64_t at) {
                    if (layout.peephole)
                        lstmTile<T, decltype(rows)::value, true>(view, panel, at, weights);
                    else
                        lstmTile<T, decltype(rows)::value, false>(view, panel, at, weights);
                });
                break;
            case Cell::Gru:
                overRows<rowsFor(4)>(first, end, [&](auto rows, std::int64_t at) {
                    gruTile<T, decltype(rows)::value>(view, panel, at, weights);
                });
                break;
            default:
                if (wide == 4)
                    overRows<rowsFor(4)>(first, end, [&](auto rows, std::int64_t at) {
                        plainTile<T, decltype(rows)::value, 4>(view, panel, at, weights);
                    });
                if (wide == 2)
                    overRows<rowsFor(2)>(first, end, [&](auto rows, std::int64_t at) {
                        plainTile<T, decltype(rows)::value, 2>(view, panel, at, weights);
                    });
                if (wide == 1)
                    overRows<rowsFor(1)>(first, end, [&](auto rows, std::int64_t at) {
                        plainTile<T, decltype(rows)::value, 1>(view, panel, at, weights);
                    });
        }
        weights += layout.forwardPanel(wide);
        panel += wide;
    }
    if (layout.projects) projectRows(view, first, end);
}

template <class T>
HWY_INLINE void seedCells(const Call<T>& call, const Layout<T>& layout, std::int64_t first, std::int64_t end,
                          T* cells) {
    for (std::int64_t panel = 0; panel < layout.unitVectors; ++panel)
        for (std::int64_t at = first; at < end; ++at) {
            T* to = cells + (panel * call.shape.batch + at) * kLanes<T>;
            const std::int64_t unit = panel * kLanes<T>;
            hn::StoreU(call.c0 != nullptr ? loadFirst(call.c0 + call.order[at] * call.shape.hidden + unit,
                                                      std::min(kLanes<T>, call.shape.hidden - unit))
                                          : hn::Zero(Tag<T>()),
                       Tag<T>(), to);
        }
}

template <class T>
HWY_INLINE void takeLast(const Call<T>& call, const Layout<T>& layout, std::int64_t first, std::int64_t end, const T* y,
                         const T* cells) {
    const std::int64_t hidden = call.shape.hidden, outputs = call.shape.outputs();
    for (std::int64_t at = first; at < end; ++at) {
        const std::int64_t row = call.order[at];
        if (call.hLast != nullptr)
            std::memcpy(call.hLast + row * outputs, y + row * call.yRow, static_cast<std::size_t>(outputs) * sizeof(T));
        if (call.cLast == nullptr || cells == nullptr) continue;
        for (std::int64_t panel = 0; panel < layout.unitVectors; ++panel) {
            const std::int64_t unit = panel * kLanes<T>;
            std::memcpy(call.cLast + row * hidden + unit, cells + (panel * call.shape.batch + at) * kLanes<T>,
                        static_cast<std::size_t>(std::min(kLanes<T>, hidden - unit)) * sizeof(T));
        }
    }
}

template <class T>
void forwardPass(const Call<T>& call) {
    const Shape& shape = call.shape;
    const Layout<T> layout(shape);
    const bool lstm = shape.cell == Cell::Lstm, kept = call.gates != nullptr;
    const std::int64_t outputs = shape.outputs();
    T* masked[2] = {call.scratch, call.scratch + shape.batch * outputs};
    for (std::int64_t s = 0; s < shape.time; ++s) {
        const std::int64_t t = shape.reverse ? shape.time - 1 - s : s, before = shape.reverse ? t + 1 : t - 1;
        const std::int64_t now = call.active[s], already = s == 0 ? 0 : std::min<std::int64_t>(call.active[s - 1], now);
        StepView<T> view;
        view.call = &call;
        view.order = call.order;
        view.x = call.x + t * call.xStep;
        view.y = call.y + t * call.yStep;
        if (call.zoneH != nullptr) view.zoneH = call.zoneH + t * call.zoneStep;
        if (call.zoneC != nullptr) view.zoneC = call.zoneC + t * call.zoneCellStep;
        if (layout.projects) view.raw = call.scratch + 2 * shape.batch * outputs;
        if (kept) view.gates = call.gates + s * layout.gatesOfStep;
        T* cells = lstm ? call.cells + (kept ? s * layout.cellsOfStep : 0) : nullptr;
        view.cIn = cells;
        view.cOut = lstm && kept ? cells + layout.cellsOfStep : cells;
        if (call.recurrentMask != nullptr) view.hMasked = masked[s % 2];
        if (already > 0) {
            view.hOld = call.y + before * call.yStep;
            view.hOldRow = call.yRow;
            view.hIn = call.recurrentMask != nullptr ? masked[(s + 1) % 2] : view.hOld;
            view.hInRow = call.recurrentMask != nullptr ? outputs : call.yRow;
            forwardRows(view, 0, already);
        }
        if (already < now) {  // these begin here
            if (lstm) seedCells(call, layout, already, now, cells);
            view.hOld = call.h0;
            view.hIn = call.h0;
            view.hOldRow = view.hInRow = outputs;
            if (call.recurrentMask != nullptr && call.h0 != nullptr) {
                for (std::int64_t at = already; at < now; ++at)
                    for (std::int64_t k = 0, row = call.order[at] * outputs; k < outputs; ++k)
                        masked[(s + 1) % 2][row + k] = call.h0[row + k] * call.recurrentMask[row + k];
                view.hIn = masked[(s + 1) % 2];
            }
            forwardRows(view, already, now);
        }
        for (std::int64_t at = now; at < shape.batch; ++at)
            std::memset(view.y + call.order[at] * call.yRow, 0, static_cast<std::size_t>(outputs) * sizeof(T));
        const std::int64_t next = s + 1 < shape.time ? call.active[s + 1] : 0;
        if (next < now) takeLast(call, layout, next, now, view.y, view.cOut);
    }
}

}  // namespace gatelab::native::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
