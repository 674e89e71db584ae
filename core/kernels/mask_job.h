// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/philox.h"

#include <cstdint>

namespace gatelab {

/// A mask (kernels/masks.h) to be drawn where its memory is. Free of LibTorch: a kernel of the CUDA module reads it,
/// and the host by the same functions. What changes from launch to launch of a recorded graph lies behind pointers.
struct MaskJob {
    void* out = nullptr;  ///< `count` numbers of `bytes` each
    int bytes = 4;        ///< 2, 4 or 8
    std::int64_t count = 0;
    std::uint64_t kept = 0;                         ///< bits of the number that is not 0
    std::uint64_t threshold = 0;                    ///< words below it give 0; at most 2^32
    const std::int64_t* deviceThreshold = nullptr;  ///< in its place where given
    std::uint64_t seed = 0;
    std::uint32_t purpose = 0;
    std::uint64_t step = 0, piece = 0, site = 0;  ///< below 2^40, 2^15 and 2^8
    const std::int64_t* deviceStep = nullptr;     ///< is added to `step` where given

    [[nodiscard]] GATELAB_ANYWHERE PhiloxStream stream() const {
        const std::uint64_t now = step + (deviceStep != nullptr ? static_cast<std::uint64_t>(*deviceStep) : 0);
        return PhiloxStream::of(seed, purpose, (now | piece << 40) << 8 | site);
    }
    [[nodiscard]] GATELAB_ANYWHERE std::uint64_t thresholdNow() const {
        return deviceThreshold != nullptr ? static_cast<std::uint64_t>(*deviceThreshold) : threshold;
    }
};

/// The four numbers of block `index`. Bits: an unsigned integer as wide as a number of the mask, of which 0 is 0.
template <class Bits>
GATELAB_ANYWHERE void drawMaskBlock(const MaskJob& job, const PhiloxStream& stream, std::uint64_t threshold,
                                    std::int64_t index) {
    std::uint32_t words[4];
    stream.block(static_cast<std::uint64_t>(index), words);
    auto* out = static_cast<Bits*>(job.out) + 4 * index;
    const std::int64_t left = job.count - 4 * index;
    for (int i = 0; i < 4 && i < left; ++i) out[i] = words[i] < threshold ? Bits(0) : static_cast<Bits>(job.kept);
}

}  // namespace gatelab
