// SPDX-License-Identifier: GPL-3.0-or-later
#include "compress/packed_kernels.h"

// Compiled once for each of SSE4, AVX2, AVX-512, NEON and plain C++, as the layers are.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compress/packed_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "compress/packed_cells_inl.h"
#include "compress/packed_products_inl.h"

HWY_BEFORE_NAMESPACE();
namespace gatelab::packed::HWY_NAMESPACE {

const packed::PackedKernels* packedKernels() {
    static const packed::PackedKernels table = {hwy::TargetName(HWY_TARGET),
                                                panelProduct,
                                                quantiseRows,
                                                byteProduct,
                                                sparseProduct,
                                                lstmStep,
                                                gruStep,
                                                tanhStep};
    return &table;
}

}  // namespace gatelab::packed::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gatelab::packed {
HWY_EXPORT(packedKernels);
const PackedKernels& kernels() { return *HWY_DYNAMIC_DISPATCH(packedKernels)(); }
}  // namespace gatelab::packed
#endif
