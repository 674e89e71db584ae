// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// Linear recurrences over time in vector code (Highway), number by number; no LibTorch in here. One call runs a
/// stretch of time on some neighbouring numbers; stretches and numbers can be given to threads. Rows of one time step
/// lie `row` numbers apart in every array; those of one step alone have `width` numbers. One thread per call.
namespace gatelab::native {

struct ScanShape {
    std::int64_t steps = 0, width = 0, row = 0;
};

template <class T>
struct ScanKernels {
    const char* instructionSet;

    /// h[t] = a[t] h[t-1] + b[t], h[-1] = start; with h null only the last one, into `last`, and the product of all a
    /// into `product`, both of one step. start null: zeros.
    void (*forward)(const ScanShape& shape, const T* a, const T* b, const T* start, T* h, T* last, T* product);
    /// g[t] = dh[t] + a[t+1] g[t+1], where a[T] g[T] is `after` (null: zeros): db = g, da[t] = g[t] h[t-1], and
    /// `before` = a[0] g[0]. With db null only `before`, and the product of all a. h[-1] = start (null: zeros).
    void (*backward)(const ScanShape& shape, const T* a, const T* h, const T* start, const T* dh, const T* after, T* da,
                     T* db, T* before, T* product);

    /// The same of complex numbers whose factor is that of the unit: c[t] + i j[t] = (real + i imaginary) (c[t-1] + i
    /// j[t-1]) + u[t] + i v[t]. State: c, then j behind it, `row` numbers apart, in `start` and `last`.
    void (*turn)(const ScanShape& shape, const T* real, const T* imaginary, const T* u, const T* v, const T* start,
                 T* c, T* j, T* last);
    /// Gradients of u and v, and those of real and imaginary added up over the steps into dReal and dImaginary;
    /// `after`, `before`: as the state. With du null only `before`.
    void (*turnBack)(const ScanShape& shape, const T* real, const T* imaginary, const T* c, const T* j, const T* start,
                     const T* dc, const T* dj, const T* after, T* du, T* dv, T* dReal, T* dImaginary, T* before);
};

/// Those for this processor.
template <class T>
const ScanKernels<T>& scanKernels();
template <>
const ScanKernels<float>& scanKernels<float>();
template <>
const ScanKernels<double>& scanKernels<double>();

}  // namespace gatelab::native
