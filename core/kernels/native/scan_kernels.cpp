// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/native/scan_kernels.h"

// Compiled once for each of SSE4, AVX2, AVX-512, NEON and plain C++, as the layers are.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/native/scan_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gatelab::native::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Runs `body(tag, n)` on whole vectors of the numbers from 0 on, then on what is left one by one.
template <class T, class Body>
void overNumbers(std::int64_t width, const Body& body) {
    const hn::ScalableTag<T> wide;
    const hn::CappedTag<T, 1> one;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(wide));
    std::int64_t n = 0;
    for (; n + lanes <= width; n += lanes) body(wide, n);
    for (; n < width; ++n) body(one, n);
}

/// From an array that may not be there: zeros.
template <class D, class T = hn::TFromD<D>>
hn::Vec<D> orZero(D d, const T* from, std::int64_t n) {
    return from != nullptr ? hn::LoadU(d, from + n) : hn::Zero(d);
}

template <class T>
void forwardScan(const ScanShape& shape, const T* a, const T* b, const T* start, T* h, T* last, T* product) {
    if (h == nullptr) {
        overNumbers<T>(shape.width, [&](auto d, std::int64_t n) {
            auto state = orZero(d, start, n), all = hn::Set(d, T(1));
            for (std::int64_t t = 0; t < shape.steps; ++t) {
                const auto factor = hn::LoadU(d, a + t * shape.row + n);
                state = hn::MulAdd(factor, state, hn::LoadU(d, b + t * shape.row + n));
                all = hn::Mul(all, factor);
            }
            hn::StoreU(state, d, last + n);
            hn::StoreU(all, d, product + n);
        });
        return;
    }
    for (std::int64_t t = 0; t < shape.steps; ++t) {  // row by row: the one before is still in the cache
        const std::int64_t at = t * shape.row;
        const T* before = t > 0 ? h + at - shape.row : start;
        overNumbers<T>(shape.width, [&](auto d, std::int64_t n) {
            hn::StoreU(hn::MulAdd(hn::LoadU(d, a + at + n), orZero(d, before, n), hn::LoadU(d, b + at + n)), d,
                       h + at + n);
        });
    }
}

template <class T>
void backwardScan(const ScanShape& shape, const T* a, const T* h, const T* start, const T* dh, const T* after, T* da,
                  T* db, T* before, T* product) {
    overNumbers<T>(shape.width, [&](auto d, std::int64_t n) {
        auto carried = orZero(d, after, n), all = hn::Set(d, T(1));
        for (std::int64_t t = shape.steps - 1; t >= 0; --t) {
            const std::int64_t at = t * shape.row + n;
            const auto factor = hn::LoadU(d, a + at), gradient = hn::Add(hn::LoadU(d, dh + at), carried);
            carried = hn::Mul(factor, gradient);
            if (db == nullptr) {
                all = hn::Mul(all, factor);
                continue;
            }
            hn::StoreU(gradient, d, db + at);
            const auto old = t > 0 ? hn::LoadU(d, h + at - shape.row) : orZero(d, start, n);
            hn::StoreU(hn::Mul(gradient, old), d, da + at);
        }
        hn::StoreU(carried, d, before + n);
        if (db == nullptr) hn::StoreU(all, d, product + n);
    });
}

template <class T>
void turnScan(const ScanShape& shape, const T* real, const T* imaginary, const T* u, const T* v, const T* start, T* c,
              T* j, T* last) {
    overNumbers<T>(shape.width, [&](auto d, std::int64_t n) {
        const auto re = hn::LoadU(d, real + n), im = hn::LoadU(d, imaginary + n);
        auto x = orZero(d, start, n), y = orZero(d, start, n + shape.row);
        for (std::int64_t t = 0; t < shape.steps; ++t) {
            const std::int64_t at = t * shape.row + n;
            const auto oldX = x;
            x = hn::NegMulAdd(im, y, hn::MulAdd(re, x, hn::LoadU(d, u + at)));
            y = hn::MulAdd(im, oldX, hn::MulAdd(re, y, hn::LoadU(d, v + at)));
            if (c == nullptr) continue;
            hn::StoreU(x, d, c + at);
            hn::StoreU(y, d, j + at);
        }
        hn::StoreU(x, d, last + n);
        hn::StoreU(y, d, last + n + shape.row);
    });
}

template <class T>
void turnScanBack(const ScanShape& shape, const T* real, const T* imaginary, const T* c, const T* j, const T* start,
                  const T* dc, const T* dj, const T* after, T* du, T* dv, T* dReal, T* dImaginary, T* before) {
    overNumbers<T>(shape.width, [&](auto d, std::int64_t n) {
        const auto re = hn::LoadU(d, real + n), im = hn::LoadU(d, imaginary + n);
        auto x = orZero(d, after, n), y = orZero(d, after, n + shape.row), sumRe = hn::Zero(d), sumIm = hn::Zero(d);
        for (std::int64_t t = shape.steps - 1; t >= 0; --t) {
            const std::int64_t at = t * shape.row + n;
            const auto gx = hn::Add(x, hn::LoadU(d, dc + at)), gy = hn::Add(y, hn::LoadU(d, dj + at));
            x = hn::MulAdd(re, gx, hn::Mul(im, gy));
            y = hn::NegMulAdd(im, gx, hn::Mul(re, gy));
            if (du == nullptr) continue;
            const auto oldX = t > 0 ? hn::LoadU(d, c + at - shape.row) : orZero(d, start, n),
                       oldY = t > 0 ? hn::LoadU(d, j + at - shape.row) : orZero(d, start, n + shape.row);
            sumRe = hn::MulAdd(gx, oldX, hn::MulAdd(gy, oldY, sumRe));
            sumIm = hn::MulAdd(gy, oldX, hn::NegMulAdd(gx, oldY, sumIm));
            hn::StoreU(gx, d, du + at);
            hn::StoreU(gy, d, dv + at);
        }
        hn::StoreU(x, d, before + n);
        hn::StoreU(y, d, before + n + shape.row);
        if (du == nullptr) return;
        hn::StoreU(sumRe, d, dReal + n);
        hn::StoreU(sumIm, d, dImaginary + n);
    });
}

template <class T>
ScanKernels<T> scanTable() {
    return {hwy::TargetName(HWY_TARGET), forwardScan<T>, backwardScan<T>, turnScan<T>, turnScanBack<T>};
}

const ScanKernels<float>* floatScanKernels() {
    static const ScanKernels<float> table = scanTable<float>();
    return &table;
}

const ScanKernels<double>* doubleScanKernels() {
    static const ScanKernels<double> table = scanTable<double>();
    return &table;
}

}  // namespace gatelab::native::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gatelab::native {

HWY_EXPORT(floatScanKernels);
HWY_EXPORT(doubleScanKernels);

template <>
const ScanKernels<float>& scanKernels<float>() {
    return *HWY_DYNAMIC_DISPATCH(floatScanKernels)();
}

template <>
const ScanKernels<double>& scanKernels<double>() {
    return *HWY_DYNAMIC_DISPATCH(doubleScanKernels)();
}

}  // namespace gatelab::native
#endif
