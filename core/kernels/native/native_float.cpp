// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/native/native.h"

// Compiled once for each of SSE4, AVX2, AVX-512, NEON and plain C++; the others would cost build time and are no faster
// here.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/native/native_float.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/native/packing_inl.h"

HWY_BEFORE_NAMESPACE();
namespace gatelab::native::HWY_NAMESPACE {

const Kernels<float>* floatKernels() {
    static const Kernels<float> table = kernelTable<float>();
    return &table;
}

}  // namespace gatelab::native::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gatelab::native {

HWY_EXPORT(floatKernels);

template <>
const Kernels<float>& kernels<float>() {
    return *HWY_DYNAMIC_DISPATCH(floatKernels)();
}

}  // namespace gatelab::native
#endif
