// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// Sound as log mel energies (Davis and Mermelstein 1980), for networks that cannot take a step for each sample: frames
/// of 25 ms every 10 ms (of 64 samples or more), a periodic Hann window w, triangular bands whose edges lie at equal
/// distances on the mel scale m = 2595 log10(1 + f / 700) from 0 to half the rate, linear between the lines of the
/// spectrum. The value of a band is 10 log10 of sum over k of triangle[k] |X[k]|^2 / (sum of w)^2, not below -100 dB;
/// full scale of the samples is 1.
class SoundBands {
public:
    static constexpr std::size_t kBands = 20;
    /// rate: samples a second, above 0.
    explicit SoundBands(std::int64_t rate);
    [[nodiscard]] std::size_t frameSamples() const { return window_.size(); }
    [[nodiscard]] std::size_t hopSamples() const { return hop_; }
    /// Of a recording of so many samples: those that lie in it; of a shorter one than a frame 1, filled up with 0.
    [[nodiscard]] std::size_t frames(std::size_t samples) const;
    /// dB, [frame][band]; NaN in every band of a frame with a sample that is not finite.
    [[nodiscard]] std::vector<double> of(std::span<const double> samples) const;
    /// "band 1", ...
    static std::string name(std::size_t band);

private:
    std::vector<double> window_;
    std::size_t hop_ = 0;
    double scale_ = 0;
    /// Of each band: number of its first line, and the weights from there on.
    struct Band {
        std::size_t first = 0;
        std::vector<double> weights;
    };
    std::vector<Band> bands_;
};

}  // namespace gatelab
