// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A run that counts: its settings, its score, and the group (all settings but the seed) that it belongs to.
struct ScoreSample {
    const ExperimentConfig* config = nullptr;
    std::size_t group = 0;
    double score = 0;
};

/// A part of the variance of the scores.
struct ScoreShare {
    /// Together: what settings do beyond each for itself, and what is no column; Rest: that and the seed, where no
    /// group has two scores
    enum class Of { Setting, Together, Seed, Rest };
    Of of = Of::Setting;
    std::string key = {}, with = {};  ///< of a setting its field; Together, of two settings: both
    double share = 0;                 ///< 0 to 1
};

/// What moves the score: the one answer for map, verdict, columns, parallel lines and command line.
struct ScoreShares {
    /// Why there are none: no setting has two values; too few runs for so many values; all scores are the same.
    enum class Lack { None, Settings, Runs, Spread };
    /// Settings, the largest first, then Together and Seed, or Rest; they add up to 1. Empty: see lack
    std::vector<ScoreShare> parts;
    std::size_t runs = 0;  ///< that they rest on
    Lack lack = Lack::Settings;

    /// Of a setting; 0: it explains nothing, or nothing is known.
    [[nodiscard]] double of(std::string_view key) const;
    /// The setting that explains most; null: none explains anything.
    [[nodiscard]] const ScoreShare* strongest() const;
    /// `keys` by their shares, the largest first; those without one stay in their order.
    [[nodiscard]] std::vector<std::string> sorted(std::vector<std::string> keys) const;
};

/// Shares of these settings (at most kMaxShared are weighed) in the variance of the scores of comparable runs; of
/// logarithms where all scores are positive. All settings add their effects in one linear model by the values of each;
/// what several explain alike is parted equally among them (Shapley values of R2: Lindeman, Merenda and Gold 1980). How
/// much they explain is corrected for the number of values (epsilon squared: 1 minus the mean square left over that of
/// all), so that values that were drawn at random explain about nothing. Seed: the mean square within groups. A setting
/// with fewer than three runs for each value, or more than twelve values, counts in parts (three, of many runs up to
/// six): a number from low to high, a choice as its most frequent values and the others. Some ms for 5,000 runs.
ScoreShares scoreShares(std::span<const ScoreSample> samples, std::span<const std::string> keys);
inline constexpr std::size_t kMaxShared = 8;

}  // namespace gatelab
