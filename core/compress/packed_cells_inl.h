// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of the cells over sums that are there. Included once per instruction set (Highway's foreach_target), hence no
// ordinary guard.
#if defined(GATELAB_PACKED_CELLS) == defined(HWY_TARGET_TOGGLE)
#ifdef GATELAB_PACKED_CELLS
#undef GATELAB_PACKED_CELLS
#else
#define GATELAB_PACKED_CELLS
#endif

#include "compress/packed_kernels.h"
#include "kernels/native/simd_math_inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace gatelab::packed::HWY_NAMESPACE {
using namespace native::HWY_NAMESPACE;
namespace hn = hwy::HWY_NAMESPACE;

/// The first n of a vector's numbers, zero behind them, and only these stored: a layer whose units fill no whole vector
/// is as fast for it as one whose do, where the processor masks loads itself.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
HWY_INLINE V<float> loadUnits(const float* from, std::int64_t n) {
    const Tag<float> d;
    return n >= kLanes<float> ? hn::LoadU(d, from)
                              : hn::MaskedLoad(hn::FirstN(d, static_cast<std::size_t>(n)), d, from);
}
HWY_INLINE void storeUnits(V<float> value, float* to, std::int64_t n) {
    const Tag<float> d;
    if (n >= kLanes<float>) return hn::StoreU(value, d, to);
    hn::BlendedStore(value, hn::FirstN(d, static_cast<std::size_t>(n)), d, to);
}
#else
HWY_INLINE V<float> loadUnits(const float* from, std::int64_t n) { return loadFirst<float>(from, n); }
HWY_INLINE void storeUnits(V<float> value, float* to, std::int64_t n) { storeFirst<float>(value, to, n); }
#endif

HWY_INLINE V<float> gateOf(V<float> x) { return sigmoidOf<float>(tanhOf(hn::Mul(x, hn::Set(Tag<float>(), 0.5F)))); }

/// step(row, unit, count): for every row of the batch and vector of units.
template <class Step>
HWY_INLINE void overUnits(const packed::CellJob& job, const Step& step) {
    for (std::int64_t row = 0; row < job.batch; ++row)
        for (std::int64_t unit = 0; unit < job.hidden; unit += kLanes<float>)
            step(row, unit, std::min<std::int64_t>(kLanes<float>, job.hidden - unit));
}

HWY_INLINE V<float> inputPart(const packed::CellJob& job, std::int64_t row, std::int64_t at, std::int64_t count) {
    return loadUnits(job.input + row * job.inputRow + at, count);
}
HWY_INLINE V<float> statePart(const packed::CellJob& job, std::int64_t row, std::int64_t at, std::int64_t count) {
    return loadUnits(job.state + row * job.stateRow + at, count);
}

/// c = f c + i g, h = o tanh(c) (Hochreiter and Schmidhuber 1997; Gers et al. 2000); rows i, f, g, o.
void lstmStep(const packed::CellJob& job) {
    overUnits(job, [&](std::int64_t row, std::int64_t unit, std::int64_t count) {
        const auto sum = [&](std::int64_t gate) {
            const std::int64_t at = gate * job.hidden + unit;
            return hn::Add(inputPart(job, row, at, count), statePart(job, row, at, count));
        };
        float* cell = job.c + row * job.hidden + unit;
        const V<float> written = hn::Mul(gateOf(sum(0)), tanhOf(sum(2)));
        const V<float> c = hn::MulAdd(gateOf(sum(1)), loadUnits(cell, count), written);
        storeUnits(c, cell, count);
        storeUnits(hn::Mul(gateOf(sum(3)), tanhOf(c)), job.h + row * job.hidden + unit, count);
    });
}

/// h = (1 - z) n + z h, n = tanh(W x + b + r (U h + b_h)) (Cho et al. 2014, as PyTorch has it); rows r, z, n.
void gruStep(const packed::CellJob& job) {
    overUnits(job, [&](std::int64_t row, std::int64_t unit, std::int64_t count) {
        const auto gate = [&](std::int64_t which) {
            const std::int64_t at = which * job.hidden + unit;
            return gateOf(hn::Add(inputPart(job, row, at, count), statePart(job, row, at, count)));
        };
        const std::int64_t at = 2 * job.hidden + unit;
        const V<float> apart = hn::Add(statePart(job, row, at, count), loadUnits(job.apart + unit, count));
        const V<float> fresh = tanhOf(hn::MulAdd(gate(0), apart, inputPart(job, row, at, count)));
        float* h = job.h + row * job.hidden + unit;
        storeUnits(mixIn<float>(fresh, loadUnits(h, count), gate(1)), h, count);
    });
}

void tanhStep(const packed::CellJob& job) {
    overUnits(job, [&](std::int64_t row, std::int64_t unit, std::int64_t count) {
        storeUnits(tanhOf(hn::Add(inputPart(job, row, unit, count), statePart(job, row, unit, count))),
                   job.h + row * job.hidden + unit, count);
    });
}

}  // namespace gatelab::packed::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
