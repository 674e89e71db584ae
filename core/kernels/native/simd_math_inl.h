// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set (Highway's foreach_target), hence no ordinary guard.
#if defined(GATELAB_NATIVE_SIMD_MATH) == defined(HWY_TARGET_TOGGLE)
#ifdef GATELAB_NATIVE_SIMD_MATH
#undef GATELAB_NATIVE_SIMD_MATH
#else
#define GATELAB_NATIVE_SIMD_MATH
#endif

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

#define GATELAB_UNROLL _Pragma("GCC unroll 32")

HWY_BEFORE_NAMESPACE();
namespace gatelab::native::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using Tag = hn::ScalableTag<T>;
template <class T>
using V = hn::Vec<Tag<T>>;
template <class T>
constexpr std::int64_t kLanes = static_cast<std::int64_t>(hn::MaxLanes(Tag<T>()));

/// Sums that fit into the vector registers beside the operands.
constexpr int kSums = (HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON) ? 24 : 12;
/// Rows of a tile with `vectors` sums each.
constexpr int rowsFor(int vectors) { return vectors == 1 ? (kSums == 24 ? 12 : 8) : kSums / vectors; }
/// The next smaller tile, for the rows that are left.
constexpr int smaller(int rows) { return rows > 6 ? 6 : rows > 4 ? 4 : rows > 2 ? 2 : 1; }

/// tile(rows, first) over [first, end): as many as fit, then smaller ones.
template <int R, class Tile>
HWY_INLINE void overRows(std::int64_t first, std::int64_t end, const Tile& tile) {
    for (; first + R <= end; first += R) tile(std::integral_constant<int, R>(), first);
    if constexpr (R > 1)
        if (first < end) overRows<smaller(R)>(first, end, tile);
}

/// tile(width, first) over so many vectors of columns: four at a time, then two, then one.
template <class Tile>
HWY_INLINE void overWidths(std::int64_t vectors, const Tile& tile) {
    for (std::int64_t first = 0; first < vectors;) {
        const std::int64_t rest = vectors - first;
        if (rest >= 4)
            tile(std::integral_constant<int, 4>(), first), first += 4;
        else if (rest >= 2)
            tile(std::integral_constant<int, 2>(), first), first += 2;
        else
            tile(std::integral_constant<int, 1>(), first), first += 1;
    }
}

/// Whole vectors for so many numbers.
template <class T>
HWY_INLINE std::int64_t columnsOf(std::int64_t numbers) {
    return (numbers + kLanes<T> - 1) / kLanes<T> * kLanes<T>;
}

/// The first n lanes at `from`, zeros behind.
template <class T>
HWY_INLINE V<T> loadFirst(const T* from, std::int64_t n) {
    const Tag<T> d;
    if (n >= kLanes<T>) return hn::LoadU(d, from);
    HWY_ALIGN T part[kLanes<T>] = {};
    std::memcpy(part, from, static_cast<std::size_t>(n) * sizeof(T));
    return hn::Load(d, part);
}

template <class T>
HWY_INLINE void storeFirst(V<T> value, T* to, std::int64_t n) {
    const Tag<T> d;
    if (n >= kLanes<T>) return hn::StoreU(value, d, to);
    HWY_ALIGN T part[kLanes<T>];
    hn::Store(value, d, part);
    std::memcpy(to, part, static_cast<std::size_t>(n) * sizeof(T));
}

/// tanh(x) = p / q for float: minimax on [-9, 9] (relative error 2e-8), beyond that 1 in float. NaN stays NaN: the
/// instructions give the second operand then.
HWY_INLINE void tanhParts(V<float> x, V<float>& p, V<float>& q) {
    const Tag<float> d;
    x = hn::Min(hn::Set(d, 9.0f), hn::Max(hn::Set(d, -9.0f), x));
    const V<float> z = hn::Mul(x, x);
    p = hn::MulAdd(z, hn::Set(d, 1.3354603509e-08f), hn::Set(d, 2.0609037851e-05f));
    q = hn::MulAdd(z, hn::Set(d, 7.7765337921e-07f), hn::Set(d, 3.2856302977e-04f));
    p = hn::MulAdd(p, z, hn::Set(d, 3.4955853195841e-03f));
    q = hn::MulAdd(q, z, hn::Set(d, 2.58769714293390e-02f));
    p = hn::MulAdd(p, z, hn::Set(d, 1.338102325124072e-01f));
    q = hn::MulAdd(q, z, hn::Set(d, 4.671433884902036e-01f));
    p = hn::MulAdd(p, z, hn::Set(d, 0.9999999794765297f));
    q = hn::MulAdd(q, z, hn::Set(d, 1.0f));
    p = hn::Mul(p, x);
}

HWY_INLINE V<float> tanhOf(V<float> x) {
    V<float> p, q;
    tanhParts(x, p, q);
    return hn::Div(p, q);
}
HWY_INLINE V<double> tanhOf(V<double> x) { return hn::Tanh(Tag<double>(), x); }

/// Several at once, in place; of float one division for two of them, which is the slowest instruction here.
template <int N>
HWY_INLINE void tanhAll(V<float> (&x)[N]) {
    V<float> p[N], q[N];
    GATELAB_UNROLL
    for (int i = 0; i < N; ++i) tanhParts(x[i], p[i], q[i]);
    GATELAB_UNROLL
    for (int i = 0; i + 1 < N; i += 2) {
        const V<float> inverse = hn::Div(hn::Set(Tag<float>(), 1.0f), hn::Mul(q[i], q[i + 1]));
        x[i] = hn::Mul(hn::Mul(p[i], q[i + 1]), inverse);
        x[i + 1] = hn::Mul(hn::Mul(p[i + 1], q[i]), inverse);
    }
    if constexpr (N % 2 == 1) x[N - 1] = hn::Div(p[N - 1], q[N - 1]);
}
template <int N>
HWY_INLINE void tanhAll(V<double> (&x)[N]) {
    for (int i = 0; i < N; ++i) x[i] = tanhOf(x[i]);
}

/// sigmoid(2 x) of y = tanh(x): the packed weights hold half of those of a sigmoid's gate.
template <class T>
HWY_INLINE V<T> sigmoidOf(V<T> y) {
    const V<T> half = hn::Set(Tag<T>(), T(0.5));
    return hn::MulAdd(half, y, half);
}

/// old * share + fresh * (1 - share)
template <class T>
HWY_INLINE V<T> mixIn(V<T> fresh, V<T> old, V<T> share) {
    return hn::MulAdd(share, hn::Sub(old, fresh), fresh);
}

}  // namespace gatelab::native::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
