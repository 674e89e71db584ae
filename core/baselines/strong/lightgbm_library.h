// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace gatelab {

/// The library of LightGBM's wheel, opened when it is first wanted and never closed: by GATELAB_LIGHTGBM, beside
/// Gatelab's own, or where the set-up put the wheel. It has no header; these seven functions are all that is used.
struct LightGbmLibrary {
    const char* (*lastError)() = nullptr;
    int (*dataset)(const void* data, int type, std::int32_t rows, std::int32_t columns, int rowMajor,
                   const char* parameters, const void* reference, void** out) = nullptr;
    int (*setField)(void* dataset, const char* name, const void* data, int count, int type) = nullptr;
    int (*booster)(const void* dataset, const char* parameters, void** out) = nullptr;
    int (*update)(void* booster, int* finished) = nullptr;
    int (*predict)(void* booster, const void* data, int type, std::int32_t rows, std::int32_t columns, int rowMajor,
                   int kind, int start, int trees, const char* parameters, std::int64_t* length, double* out) = nullptr;
    int (*freeBooster)(void* booster) = nullptr;
    int (*freeDataset)(void* dataset) = nullptr;
};
/// NotFound with the remedy where there is none. Any thread.
Result<const LightGbmLibrary*> lightGbmLibrary();

/// Trees for one answer: 100 of 15 leaves, rate 0.05, half of the columns each, one thread, fixed seed.
/// x [row][column], y [row], asked [row][column]. Any thread.
Result<std::vector<double>> boostedTrees(std::span<const double> x, std::span<const float> y, std::int64_t columns,
                                         std::span<const double> asked);

}  // namespace gatelab
