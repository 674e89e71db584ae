// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/masks.h"

#include "base/rng.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gatelab {
namespace {

constexpr std::uint32_t kMultiplier0 = 0xD2511F53u, kMultiplier1 = 0xCD9E8D57u, kWeyl0 = 0x9E3779B9u, kWeyl1 = 0xBB67AE85u;
constexpr int kRounds = 10;
constexpr int kPieceBit = 40;  // of a piece's number within the step's
constexpr std::int64_t kLanes = 16;  // blocks drawn together; wide enough for two AVX-512 registers

struct Stream {
    std::uint32_t key0, key1, purpose, low, high;
};

RandomPurpose purposeOf(MaskSite site) {
    if (site == MaskSite::Teacher) return RandomPurpose::ScheduledSampling;
    return site >= MaskSite::ZoneoutHidden ? RandomPurpose::Zoneout : RandomPurpose::Dropout;
}

/// Masks of recurrent dropout are the same at every time step, so all pieces of a sequence share them.
bool isOfSequence(MaskSite site) { return site == MaskSite::RecurrentForward || site == MaskSite::RecurrentReverse; }

RandomPosition ofPiece(RandomPosition position) {
    const std::uint64_t piece = position.piece << kPieceBit;
    position.step |= piece;
    if (position.deviceStep.defined()) position.deviceStep = position.deviceStep.bitwise_or(at::Scalar(static_cast<std::int64_t>(piece)));
    position.piece = 0;
    return position;
}

std::uint64_t siteOf(int layer, MaskSite site) { return static_cast<std::uint64_t>(layer) * 8 + static_cast<std::uint64_t>(site); }

// kLanes blocks of Philox at once in plain loops that the compiler turns into vector code; the same numbers as Rng::block.
template <class T>
[[gnu::always_inline]] inline void fillBody(T* out, std::int64_t count, std::uint32_t threshold, T kept, const Stream& stream) {
    for (std::int64_t first = 0; first < count; first += 4 * kLanes) {
        std::uint32_t c0[kLanes], c1[kLanes], c2[kLanes], c3[kLanes];
        for (std::int64_t i = 0; i < kLanes; ++i) {
            const auto index = static_cast<std::uint64_t>(first / 4 + i);
            c0[i] = static_cast<std::uint32_t>(index);
            c1[i] = static_cast<std::uint32_t>(index >> 32) ^ (stream.purpose << 16);
            c2[i] = stream.low;
            c3[i] = stream.high;
        }
        std::uint32_t k0 = stream.key0, k1 = stream.key1;
        for (int round = 0; round < kRounds; ++round) {
            for (std::int64_t i = 0; i < kLanes; ++i) {
                const std::uint64_t p0 = std::uint64_t{kMultiplier0} * c0[i], p1 = std::uint64_t{kMultiplier1} * c2[i];
                c0[i] = static_cast<std::uint32_t>(p1 >> 32) ^ c1[i] ^ k0;
                c1[i] = static_cast<std::uint32_t>(p1);
                c2[i] = static_cast<std::uint32_t>(p0 >> 32) ^ c3[i] ^ k1;
                c3[i] = static_cast<std::uint32_t>(p0);
            }
            k0 += kWeyl0;
            k1 += kWeyl1;
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
void fillPlain(T* out, std::int64_t count, std::uint32_t threshold, T kept, const Stream& stream) {
    fillBody(out, count, threshold, kept, stream);
}

#if defined(__x86_64__)
template <class T>
[[gnu::target("avx2")]] void fillAvx2(T* out, std::int64_t count, std::uint32_t threshold, T kept, const Stream& stream) {
    fillBody(out, count, threshold, kept, stream);
}
#endif

template <class T>
void fill(T* out, std::int64_t count, std::uint32_t threshold, T kept, const Stream& stream) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return fillAvx2(out, count, threshold, kept, stream);
#endif
    fillPlain(out, count, threshold, kept, stream);
}

// The same numbers by tensor operations on int64, for devices and for steps that only the device knows. Products wrap modulo 2^64.
at::Tensor maskByTensors(std::int64_t count, std::uint32_t threshold, double kept, const RandomPosition& position, std::uint64_t site,
                         RandomPurpose purpose, const at::TensorOptions& options) {
    constexpr std::int64_t kLow32 = 0xFFFFFFFFll;
    const auto integers = options.dtype(at::kLong);
    const at::Tensor index = at::arange((count + 3) / 4, integers);
    const at::Tensor step =
        position.deviceStep.defined() ? position.deviceStep.to(integers.device()) : at::full({}, static_cast<std::int64_t>(position.step), integers);
    const at::Tensor stream = step.bitwise_left_shift(at::Scalar(8)).bitwise_or(at::Scalar(static_cast<std::int64_t>(site)));
    const auto low = [&](const at::Tensor& x) { return x.bitwise_and(at::Scalar(kLow32)); };
    const auto high = [&](const at::Tensor& x) { return low(x.bitwise_right_shift(at::Scalar(32))); };
    at::Tensor c0 = low(index), c1 = high(index).bitwise_xor(at::Scalar(static_cast<std::int64_t>(static_cast<std::uint32_t>(purpose) << 16)));
    at::Tensor c2 = low(stream).expand_as(c0), c3 = high(stream).expand_as(c0);
    auto k0 = static_cast<std::uint32_t>(position.seed), k1 = static_cast<std::uint32_t>(position.seed >> 32);
    for (int round = 0; round < kRounds; ++round) {
        const at::Tensor p0 = c0 * at::Scalar(std::int64_t{kMultiplier0}), p1 = c2 * at::Scalar(std::int64_t{kMultiplier1});
        c0 = high(p1).bitwise_xor(c1).bitwise_xor(at::Scalar(std::int64_t{k0}));
        c1 = low(p1);
        c2 = high(p0).bitwise_xor(c3).bitwise_xor(at::Scalar(std::int64_t{k1}));
        c3 = low(p0);
        k0 += kWeyl0;
        k1 += kWeyl1;
    }
    const at::Tensor words = at::stack({c0, c1, c2, c3}, 1).flatten().narrow(0, 0, count);
    return words.ge(at::Scalar(std::int64_t{threshold})).to(options.dtype()).mul_(at::Scalar(kept));
}

}  // namespace

at::Tensor randomMask(at::IntArrayRef shape, double probability, double kept, const RandomPosition& position, int layer, MaskSite site,
                      const at::TensorOptions& options) {
    const at::NoGradGuard noGrad;
    if (position.piece > 0 && !isOfSequence(site)) return randomMask(shape, probability, kept, ofPiece(position), layer, site, options);
    if (position.allRows > 0) {
        const auto rows = static_cast<std::int64_t>(shape.size()) - 2;
        std::vector<std::int64_t> whole = shape.vec();
        whole[static_cast<std::size_t>(rows)] = position.allRows;
        RandomPosition all = position;
        all.firstRow = all.allRows = 0;
        return randomMask(whole, probability, kept, all, layer, site, options).narrow(rows, position.firstRow, shape[static_cast<std::size_t>(rows)]).contiguous();
    }
    const auto threshold = static_cast<std::uint32_t>(std::min(std::nearbyint(probability * 0x1.0p32), 0x1.0p32 - 1));
    const RandomPurpose purpose = purposeOf(site);
    const std::uint64_t stream = position.step << 8 | siteOf(layer, site);
    if (!options.device().is_cpu() || position.deviceStep.defined()) {
        return maskByTensors(c10::multiply_integers(shape), threshold, kept, position, siteOf(layer, site), purpose, options).view(shape);
    }
    const Stream words{static_cast<std::uint32_t>(position.seed), static_cast<std::uint32_t>(position.seed >> 32), static_cast<std::uint32_t>(purpose),
                       static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)};
    if (options.dtype() == at::kDouble) {
        at::Tensor mask = at::empty(shape, options);
        fill(mask.data_ptr<double>(), mask.numel(), threshold, kept, words);
        return mask;
    }
    at::Tensor mask = at::empty(shape, options.dtype(at::kFloat));
    fill(mask.data_ptr<float>(), mask.numel(), threshold, static_cast<float>(kept), words);
    return options.dtype() == at::kFloat ? mask : mask.to(options.dtype());
}

}  // namespace gatelab
