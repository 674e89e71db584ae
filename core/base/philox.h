// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#if defined(__CUDACC__)
#define GATELAB_ANYWHERE __host__ __device__ __forceinline__
#else
#define GATELAB_ANYWHERE __attribute__((always_inline)) inline
#endif

namespace gatelab {

/// Philox4x32-10 (Salmon et al., SC 2011) as its users share it: base/rng.h one block at a time, kernels/masks.cpp in
/// vector loops, core/cuda one block per thread of a GPU. C++17: the CUDA compiler reads it too.
struct Philox {
    static constexpr int kRounds = 10;

    /// One of the rounds, on the words of one block.
    GATELAB_ANYWHERE static void round(std::uint32_t& c0, std::uint32_t& c1, std::uint32_t& c2, std::uint32_t& c3,
                                       std::uint32_t k0, std::uint32_t k1) {
        const std::uint64_t p0 = std::uint64_t{0xD2511F53u} * c0, p1 = std::uint64_t{0xCD9E8D57u} * c2;
        c0 = static_cast<std::uint32_t>(p1 >> 32) ^ c1 ^ k0;
        c1 = static_cast<std::uint32_t>(p1);
        c2 = static_cast<std::uint32_t>(p0 >> 32) ^ c3 ^ k1;
        c3 = static_cast<std::uint32_t>(p0);
    }
    /// The key of the next round.
    GATELAB_ANYWHERE static void nextKey(std::uint32_t& k0, std::uint32_t& k1) {
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
};

/// Which random numbers are meant: a seed, a purpose (RandomPurpose, base/rng.h) and a stream of it.
struct PhiloxStream {
    std::uint32_t key0 = 0, key1 = 0, purpose = 0, low = 0, high = 0;

    GATELAB_ANYWHERE static PhiloxStream of(std::uint64_t seed, std::uint32_t purpose, std::uint64_t stream) {
        return {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32), purpose,
                static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)};
    }
    /// The words of block `index` before the first round.
    GATELAB_ANYWHERE void start(std::uint64_t index, std::uint32_t& c0, std::uint32_t& c1, std::uint32_t& c2,
                                std::uint32_t& c3) const {
        c0 = static_cast<std::uint32_t>(index);
        c1 = static_cast<std::uint32_t>(index >> 32) ^ (purpose << 16);
        c2 = low;
        c3 = high;
    }
    /// Block `index`: four random words.
    GATELAB_ANYWHERE void block(std::uint64_t index, std::uint32_t (&words)[4]) const {
        start(index, words[0], words[1], words[2], words[3]);
        std::uint32_t k0 = key0, k1 = key1;
        for (int round = 0; round < Philox::kRounds; ++round) {
            Philox::round(words[0], words[1], words[2], words[3], k0, k1);
            Philox::nextKey(k0, k1);
        }
    }
};

}  // namespace gatelab
