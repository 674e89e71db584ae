// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/masks.h"

#include "base/rng.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace gatelab {
namespace {

constexpr std::int64_t kLanes = 16;  // blocks drawn together; wide enough for two AVX-512 registers

RandomPurpose purposeOf(MaskSite site) {
    if (site == MaskSite::Teacher) return RandomPurpose::ScheduledSampling;
    return site >= MaskSite::ZoneoutHidden ? RandomPurpose::Zoneout : RandomPurpose::Dropout;
}

/// Masks of recurrent dropout are the same at every time step, so all pieces of a sequence share them.
bool isOfSequence(MaskSite site) { return site == MaskSite::RecurrentForward || site == MaskSite::RecurrentReverse; }

std::uint64_t siteOf(int layer, MaskSite site) {
    return static_cast<std::uint64_t>(layer) * 8 + static_cast<std::uint64_t>(site);
}

// kLanes blocks of Philox at once in plain loops that the compiler turns into vector code; the same numbers as
// Rng::block.
template <class T>
[[gnu::always_inline]] inline void fillBody(T* out, std::int64_t count, std::uint32_t threshold, T kept,
                                            const PhiloxStream& stream) {
    for (std::int64_t first = 0; first < count; first += 4 * kLanes) {
        std::uint32_t c0[kLanes], c1[kLanes], c2[kLanes], c3[kLanes];
        for (std::int64_t i = 0; i < kLanes; ++i) {
            stream.start(static_cast<std::uint64_t>(first / 4 + i), c0[i], c1[i], c2[i], c3[i]);
        }
        std::uint32_t k0 = stream.key0, k1 = stream.key1;
        for (int round = 0; round < Philox::kRounds; ++round) {
            for (std::int64_t i = 0; i < kLanes; ++i) Philox::round(c0[i], c1[i], c2[i], c3[i], k0, k1);
            Philox::nextKey(k0, k1);
        }
        T values[4 * kLanes];
        for (std::int64_t i = 0; i < kLanes; ++i) {
            values[4 * i] = c0[i] < threshold ? T(0) : kept;
            values[4 * i + 1] = c1[i] < threshold ? T(0) : kept;
            values[4 * i + 2] = c2[i] < threshold ? T(0) : kept;
            values[4 * i + 3] = c3[i] < threshold ? T(0) : kept;
        }
        std::copy_n(values, std::min(4 * kLanes, count - first), out + first);
    }
}

template <class T>
void fillPlain(T* out, std::int64_t count, std::uint32_t threshold, T kept, const PhiloxStream& stream) {
    fillBody(out, count, threshold, kept, stream);
}

#if defined(__x86_64__)
template <class T>
[[gnu::target("avx2")]] void fillAvx2(T* out, std::int64_t count, std::uint32_t threshold, T kept,
                                      const PhiloxStream& stream) {
    fillBody(out, count, threshold, kept, stream);
}
#endif

template <class T>
void fill(T* out, std::int64_t count, std::uint32_t threshold, T kept, const PhiloxStream& stream) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return fillAvx2(out, count, threshold, kept, stream);
#endif
    fillPlain(out, count, threshold, kept, stream);
}

/// Bits of the number `kept` in the type of the mask.
std::uint64_t bitsOf(double kept, at::ScalarType type) {
    switch (type) {
        case at::kDouble:
            return std::bit_cast<std::uint64_t>(kept);
        case at::kFloat:
            return std::bit_cast<std::uint32_t>(static_cast<float>(kept));
        case at::kHalf:
            return c10::Half(static_cast<float>(kept)).x;
        case at::kBFloat16:
            return c10::BFloat16(static_cast<float>(kept)).x;
        default:
            TORCH_CHECK(false, "masks are floating point numbers");
    }
}

const std::int64_t* pointer(const at::Tensor& scalar) {
    return scalar.defined() ? scalar.const_data_ptr<std::int64_t>() : nullptr;
}

/// The whole mask, but for `out`, `bytes` and `count`.
MaskJob jobOf(double probability, double kept, const RandomPosition& position, int layer, MaskSite site,
              at::ScalarType type) {
    MaskJob job;
    job.kept = bitsOf(kept, type);
    job.threshold = maskThreshold(probability);
    job.deviceThreshold = pointer(position.deviceThreshold);
    job.seed = position.seed;
    job.purpose = static_cast<std::uint32_t>(purposeOf(site));
    job.step = position.step;
    job.piece = isOfSequence(site) ? 0 : position.piece;
    job.site = siteOf(layer, site);
    job.deviceStep = pointer(position.deviceStep);
    return job;
}

at::Tensor drawn(at::IntArrayRef shape, MaskJob& job, const RandomPosition& position,
                 const at::TensorOptions& options) {
    at::Tensor mask = at::empty(shape, options);
    job.out = mask.mutable_data_ptr();
    job.bytes = static_cast<int>(mask.element_size());
    job.count = mask.numel();
    position.draw(options.device().is_cpu() ? 0 : options.device().index(), job);
    return mask;
}

}  // namespace

void fillMask(std::span<float> mask, double probability, double kept, const RandomPosition& position, int layer,
              MaskSite site) {
    const MaskJob job = jobOf(probability, kept, position, layer, site, at::kFloat);
    fill(mask.data(), static_cast<std::int64_t>(mask.size()), static_cast<std::uint32_t>(job.threshold),
         static_cast<float>(kept), job.stream());
}

void fillMask(std::span<double> mask, double probability, double kept, const RandomPosition& position, int layer,
              MaskSite site) {
    const MaskJob job = jobOf(probability, kept, position, layer, site, at::kDouble);
    fill(mask.data(), static_cast<std::int64_t>(mask.size()), static_cast<std::uint32_t>(job.threshold), kept,
         job.stream());
}

std::uint32_t maskThreshold(double probability) {
    return static_cast<std::uint32_t>(std::min(std::nearbyint(probability * 0x1.0p32), 0x1.0p32 - 1));
}

at::Tensor randomMask(at::IntArrayRef shape, double probability, double kept, const RandomPosition& position, int layer,
                      MaskSite site, const at::TensorOptions& options) {
    const at::NoGradGuard noGrad;
    if (position.allRows > 0) {
        const auto rows = static_cast<std::int64_t>(shape.size()) - 2;
        std::vector<std::int64_t> whole = shape.vec();
        whole[static_cast<std::size_t>(rows)] = position.allRows;
        RandomPosition all = position;
        all.firstRow = all.allRows = 0;
        return randomMask(whole, probability, kept, all, layer, site, options)
            .narrow(rows, position.firstRow, shape[static_cast<std::size_t>(rows)])
            .contiguous();
    }
    MaskJob job = jobOf(probability, kept, position, layer, site, c10::typeMetaToScalarType(options.dtype()));
    if (position.draw != nullptr) return drawn(shape, job, position, options);
    TORCH_CHECK(options.device().is_cpu(), "the masks of a GPU are drawn by the CUDA module");
    const PhiloxStream stream = job.stream();
    const auto threshold = static_cast<std::uint32_t>(std::min<std::uint64_t>(job.thresholdNow(), UINT32_MAX));
    if (options.dtype() == at::kDouble) {
        at::Tensor mask = at::empty(shape, options);
        fill(mask.data_ptr<double>(), mask.numel(), threshold, kept, stream);
        return mask;
    }
    at::Tensor mask = at::empty(shape, options.dtype(at::kFloat));
    fill(mask.data_ptr<float>(), mask.numel(), threshold, static_cast<float>(kept), stream);
    return options.dtype() == at::kFloat ? mask : mask.to(options.dtype());
}

}  // namespace gatelab
