// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <string_view>

namespace gatelab {

/// Shapes of csv_shape in which a file is no table but a running text, whose next token the network says.
inline constexpr const char *kAsCharacters = "characters", *kAsWords = "words";
inline bool isTextShape(std::string_view shape) { return shape == kAsCharacters || shape == kAsWords; }
inline bool readsText(const ExperimentConfig& config) { return isTextShape(config.csvShape); }
inline bool readsWords(const ExperimentConfig& config) { return config.csvShape == kAsWords; }

/// Of a running text the reading itself depends on where it is cut, and on what of it may be known.
inline bool isReadAlike(const ExperimentConfig& a, const ExperimentConfig& b) {
    return (!readsText(a) && !readsText(b)) || (a.lookback == b.lookback && a.split == b.split);
}

}  // namespace gatelab
