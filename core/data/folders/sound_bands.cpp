// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/folders/sound_bands.h"

#include "data/look/fourier.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace gatelab {
namespace {

double melOf(double hertz) { return 2595 * std::log10(1 + hertz / 700); }
double hertzOf(double mel) { return 700 * (std::pow(10, mel / 2595) - 1); }

}  // namespace

SoundBands::SoundBands(std::int64_t rate) {
    constexpr double kFrameSeconds = 0.025, kHopShare = 0.4;
    constexpr double kShortest = 64;
    const auto length =
        static_cast<std::size_t>(std::max(kShortest, std::round(kFrameSeconds * static_cast<double>(rate))));
    hop_ = static_cast<std::size_t>(std::round(kHopShare * static_cast<double>(length)));
    window_.resize(length);
    for (std::size_t n = 0; n < length; ++n)
        window_[n] = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(n) / static_cast<double>(length));
    const double sum = std::accumulate(window_.begin(), window_.end(), 0.0);
    scale_ = 1 / (sum * sum);
    const double distance = static_cast<double>(rate) / static_cast<double>(length);  // Hz between lines
    const double top = melOf(static_cast<double>(rate) / 2);
    const auto edge = [&](std::size_t i) { return hertzOf(top * static_cast<double>(i) / (kBands + 1)); };
    for (std::size_t b = 0; b < kBands; ++b) {
        const double low = edge(b), middle = edge(b + 1), high = edge(b + 2);
        Band band;
        for (std::size_t k = 0; k <= length / 2; ++k) {
            const double f = static_cast<double>(k) * distance;
            const double weight = std::min((f - low) / (middle - low), (high - f) / (high - middle));
            if (weight <= 0) continue;
            if (band.weights.empty()) band.first = k;
            band.weights.push_back(weight);
        }
        if (band.weights.empty()) {  // between two lines: the nearest
            band.first = static_cast<std::size_t>(std::round(middle / distance));
            band.weights = {1};
        }
        bands_.push_back(std::move(band));
    }
}

std::size_t SoundBands::frames(std::size_t samples) const {
    return samples < window_.size() ? 1 : 1 + (samples - window_.size()) / hop_;
}

std::vector<double> SoundBands::of(std::span<const double> samples) const {
    constexpr double kLeast = 1e-10;
    std::vector<double> values;
    const std::size_t count = frames(samples.size());
    values.reserve(count * kBands);
    std::vector<double> frame(window_.size());
    for (std::size_t f = 0; f < count; ++f) {
        const auto piece = samples.subspan(std::min(f * hop_, samples.size()));
        const std::size_t taken = std::min(piece.size(), frame.size());
        for (std::size_t n = 0; n < frame.size(); ++n) frame[n] = n < taken ? piece[n] * window_[n] : 0;
        if (!std::ranges::all_of(frame, [](double value) { return std::isfinite(value); })) {
            values.insert(values.end(), kBands, std::numeric_limits<double>::quiet_NaN());
            continue;
        }
        const std::vector<double> power = squaredSpectrum(frame);
        for (const Band& band : bands_) {
            double energy = 0;
            for (std::size_t k = 0; k < band.weights.size(); ++k) energy += band.weights[k] * power[band.first + k];
            values.push_back(10 * std::log10(std::max(energy * scale_, kLeast)));
        }
    }
    return values;
}

std::string SoundBands::name(std::size_t band) { return "band " + std::to_string(band + 1); }

}  // namespace gatelab
