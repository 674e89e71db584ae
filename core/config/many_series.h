// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <cstddef>
#include <string_view>

namespace gatelab {

/// Many series are read as such: one network learns from all of them.
inline bool readsTogether(const ExperimentConfig& config) { return config.csvShape == "together"; }
/// Series one below the other, each read as columns of its own.
inline bool hasSeriesBelow(const ExperimentConfig& config) { return config.csvShape == "long"; }

/// Times stand side by side, and each series of the table is one of many.
inline constexpr const char* kAcrossShape = "across";
inline bool readsAcross(const ExperimentConfig& config) { return config.csvShape == kAcrossShape; }

/// So many series stand side by side; more are many series for one network.
inline constexpr std::size_t kSideBySide = 8;

/// Whether a shape is one of series below each other.
inline bool isLongShape(std::string_view shape) { return shape == "long" || shape == "together"; }
/// Whether what is read in a shape are many series for one network.
inline bool isManyShape(std::string_view shape) { return shape == "together" || shape == kAcrossShape; }
/// Years stand side by side, and their days or months below each other.
inline bool hasYearsInColumns(const ExperimentConfig& config) { return config.csvShape == "years"; }

/// Whether times stand side by side in a table of this shape, whose series become columns.
inline bool isAcrossShape(std::string_view shape) {
    return shape == "transposed" || shape == "hours" || shape == "months" || shape == "years";
}

}  // namespace gatelab
