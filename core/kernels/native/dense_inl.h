// SPDX-License-Identifier: GPL-3.0-or-later
// Dense products of a step. Included once per instruction set (Highway's foreach_target), hence no ordinary guard.
#if defined(GATELAB_NATIVE_DENSE) == defined(HWY_TARGET_TOGGLE)
#ifdef GATELAB_NATIVE_DENSE
#undef GATELAB_NATIVE_DENSE
#else
#define GATELAB_NATIVE_DENSE
#endif

#include "kernels/native/simd_math_inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace gatelab::native::HWY_NAMESPACE {

template <class T>
HWY_INLINE std::int64_t vectorsOf(std::int64_t numbers) {
    return (numbers + kLanes<T> - 1) / kLanes<T>;
}

template <class T, int R, int N>
HWY_NOINLINE void productTileOf(std::int64_t inner, const T* HWY_RESTRICT a, std::int64_t aRow, const T* HWY_RESTRICT b,
                                std::int64_t bRow, const T* bias, T* HWY_RESTRICT c, std::int64_t cRow) {
    constexpr std::int64_t L = kLanes<T>;
    const Tag<T> d;
    V<T> sum[R][N];
    GATELAB_UNROLL
    for (int v = 0; v < N; ++v) {
        const V<T> start = bias != nullptr ? hn::LoadU(d, bias + v * L) : hn::Zero(d);
        GATELAB_UNROLL
        for (int r = 0; r < R; ++r) sum[r][v] = start;
    }
    for (std::int64_t k = 0; k < inner; ++k) {
        V<T> line[N];
        GATELAB_UNROLL
        for (int v = 0; v < N; ++v) line[v] = hn::LoadU(d, b + k * bRow + v * L);
        GATELAB_UNROLL
        for (int r = 0; r < R; ++r) {
            const V<T> factor = hn::Set(d, a[r * aRow + k]);
            GATELAB_UNROLL
            for (int v = 0; v < N; ++v) sum[r][v] = hn::MulAdd(factor, line[v], sum[r][v]);
        }
    }
    GATELAB_UNROLL
    for (int r = 0; r < R; ++r) {
        GATELAB_UNROLL
        for (int v = 0; v < N; ++v) hn::StoreU(sum[r][v], d, c + r * cRow + v * L);
    }
}

template <class T>
void productOf(std::int64_t rows, std::int64_t inner, std::int64_t columns, const T* a, std::int64_t aRow, const T* b,
               std::int64_t bRow, const T* bias, T* c, std::int64_t cRow) {
    overWidths(vectorsOf<T>(columns), [&](auto vectors, std::int64_t first) {
        constexpr int N = decltype(vectors)::value;
        const std::int64_t at = first * kLanes<T>;
        overRows<rowsFor(N)>(0, rows, [&](auto count, std::int64_t row) {
            productTileOf<T, decltype(count)::value, N>(inner, a + row * aRow, aRow, b + at, bRow,
                                                        bias != nullptr ? bias + at : nullptr, c + row * cRow + at,
                                                        cRow);
        });
    });
}

template <class T, int R, int N>
HWY_NOINLINE void outerTileOf(std::int64_t rows, std::int64_t columns, const T* HWY_RESTRICT a, std::int64_t aRow,
                              const T* HWY_RESTRICT f, std::int64_t fRow, T* HWY_RESTRICT c, std::int64_t cRow) {
    constexpr std::int64_t L = kLanes<T>;
    const Tag<T> d;
    V<T> sum[R][N];
    GATELAB_UNROLL
    for (int r = 0; r < R; ++r) {
        GATELAB_UNROLL
        for (int v = 0; v < N; ++v) sum[r][v] = hn::Zero(d);
    }
    for (std::int64_t k = 0; k < rows; ++k) {
        V<T> line[N];
        GATELAB_UNROLL
        for (int v = 0; v < N; ++v) line[v] = hn::LoadU(d, f + k * fRow + v * L);
        GATELAB_UNROLL
        for (int r = 0; r < R; ++r) {
            const V<T> factor = hn::Set(d, a[k * aRow + r]);
            GATELAB_UNROLL
            for (int v = 0; v < N; ++v) sum[r][v] = hn::MulAdd(factor, line[v], sum[r][v]);
        }
    }
    GATELAB_UNROLL
    for (int r = 0; r < R; ++r) {
        GATELAB_UNROLL
        for (int v = 0; v < N; ++v)
            storeFirst<T>(sum[r][v], c + r * cRow + v * L, std::min<std::int64_t>(L, columns - v * L));
    }
}

template <class T>
void outerOf(std::int64_t rows, std::int64_t left, std::int64_t columns, const T* a, std::int64_t aRow, const T* f,
             std::int64_t fRow, T* c, std::int64_t cRow) {
    overWidths(vectorsOf<T>(columns), [&](auto vectors, std::int64_t first) {
        constexpr int N = decltype(vectors)::value;
        const std::int64_t at = first * kLanes<T>;
        overRows<rowsFor(N)>(0, left, [&](auto count, std::int64_t i) {
            outerTileOf<T, decltype(count)::value, N>(rows, columns - at, a + i, aRow, f + at, fRow, c + i * cRow + at,
                                                      cRow);
        });
    });
}

template <class T>
void transposedInto(std::int64_t rows, std::int64_t columns, const T* from, T* to, std::int64_t toRow) {
    constexpr std::int64_t kBlock = 16;
    const std::int64_t padded = vectorsOf<T>(rows) * kLanes<T>;
    for (std::int64_t first = 0; first < columns; first += kBlock) {
        const std::int64_t end = std::min(first + kBlock, columns);
        for (std::int64_t j = 0; j < rows; ++j)
            for (std::int64_t k = first; k < end; ++k) to[k * toRow + j] = from[j * columns + k];
        for (std::int64_t k = first; k < end; ++k)
            for (std::int64_t j = rows; j < padded; ++j) to[k * toRow + j] = 0;
    }
}

}  // namespace gatelab::native::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
