// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace gatelab {

/// What a random stream is for. One stream per purpose: drawing more of one never shifts another. Values are stored in checkpoints: append only.
enum class RandomPurpose : std::uint32_t { Initialisation = 1, Order = 2, Dropout = 3, Synthetic = 4, Augmentation = 5, GradientNoise = 6, Zoneout = 7, ScheduledSampling = 8, Test = 100 };

/// Counter-based random numbers: Philox4x32-10 (Salmon et al., SC 2011). A value is a pure function of (seed, purpose, stream, index),
/// so nothing has to be saved to resume, and order of evaluation does not matter. Cheap to copy; not thread-safe (copy it).
class Rng {
public:
    Rng(std::uint64_t seed, RandomPurpose purpose, std::uint64_t stream = 0)
        : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}, purpose_(static_cast<std::uint32_t>(purpose)), stream_(stream) {}

    /// Four 32-bit words of block `index`.
    [[nodiscard]] std::array<std::uint32_t, 4> block(std::uint64_t index) const {
        std::array<std::uint32_t, 4> c{static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32) ^ (purpose_ << 16),
                                       static_cast<std::uint32_t>(stream_), static_cast<std::uint32_t>(stream_ >> 32)};
        std::uint32_t k0 = key_[0], k1 = key_[1];
        for (int round = 0; round < 10; ++round) {
            const std::uint64_t p0 = 0xD2511F53ull * c[0], p1 = 0xCD9E8D57ull * c[2];
            c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(p1), static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k1,
                 static_cast<std::uint32_t>(p0)};
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
        return c;
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
    std::array<std::uint32_t, 2> key_;
    std::uint32_t purpose_;
    std::uint64_t stream_;
    std::uint64_t counter_ = 0;
};

}  // namespace gatelab
