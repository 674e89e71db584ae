// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/philox.h"

#include <array>
#include <cmath>
#include <cstdint>

namespace gatelab {

/// What a random stream is for. One stream per purpose: drawing more of one never shifts another. Values are stored in
/// checkpoints: append only.
enum class RandomPurpose : std::uint32_t {
    Initialisation = 1,
    Order = 2,
    Dropout = 3,
    Synthetic = 4,
    Augmentation = 5,
    GradientNoise = 6,
    Zoneout = 7,
    ScheduledSampling = 8,
    GradientExchange = 9,
    OrderInBlocks = 10,
    Test = 100
};

/// Counter-based random numbers: Philox4x32-10 (Salmon et al., SC 2011). A value is a pure function of (seed, purpose,
/// stream, index), so nothing has to be saved to resume, and order of evaluation does not matter. Cheap to copy; not
/// thread-safe (copy it).
class Rng {
public:
    Rng(std::uint64_t seed, RandomPurpose purpose, std::uint64_t stream = 0)
        : seed_(seed), purpose_(static_cast<std::uint32_t>(purpose)), stream_(stream) {}

    /// Four 32-bit words of block `index`.
    [[nodiscard]] std::array<std::uint32_t, 4> block(std::uint64_t index) const {
        std::uint32_t words[4];
        PhiloxStream::of(seed_, purpose_, stream_).block(index, words);
        return {words[0], words[1], words[2], words[3]};
    }

    /// Next 64 random bits of the sequence.
    std::uint64_t next() {
        const auto b = block(counter_ / 2);
        const bool high = counter_++ % 2 != 0;
        return high ? (std::uint64_t{b[3]} << 32 | b[2]) : (std::uint64_t{b[1]} << 32 | b[0]);
    }
    /// Uniform in [0, 1), 53 bits.
    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    double uniform(double low, double high) { return low + (high - low) * uniform(); }
    /// Standard normal (Box and Muller 1958); uses two uniforms.
    double normal() {
        const double u = 1.0 - uniform(), v = uniform();
        return std::sqrt(-2.0 * std::log(u)) * std::cos(6.283185307179586 * v);
    }
    /// Uniform in [0, bound), without modulo bias (Lemire 2019). bound > 0.
    std::uint64_t below(std::uint64_t bound) {
        __extension__ using Wide = unsigned __int128;
        for (;;) {
            const Wide product = Wide{next()} * bound;
            const auto low = static_cast<std::uint64_t>(product);
            if (low >= bound || low >= (0 - bound) % bound) return static_cast<std::uint64_t>(product >> 64);
        }
    }

private:
    std::uint64_t seed_;
    std::uint32_t purpose_;
    std::uint64_t stream_;
    std::uint64_t counter_ = 0;
};

}  // namespace gatelab
