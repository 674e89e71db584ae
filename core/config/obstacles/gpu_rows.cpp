// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/obstacles/gpu_rows.h"

#include "config/config_check.h"
#include "config/persistent_fit.h"
#include "config/setting_predicates.h"

#include <algorithm>
#include <iterator>

namespace gatelab {

namespace {

using C = ExperimentConfig;
using M = SwitchMachine;

/// Largest LSTM in FP32 whose recurrent weights stay on the chip; above it each step reads the rest anew.
std::int64_t largestOnChip(const M& machine) {
    struct Row {
        std::int64_t sharedBytes, hidden;
    };
    constexpr std::int64_t kKiB = 1024;
    constexpr Row kRows[] = {{227 * kKiB, 264}, {163 * kKiB, 204}, {99 * kKiB, 140}, {64 * kKiB, 108}};
    const std::int64_t bytes = persistent::gpuLimits(machine.computeCapability).sharedPerBlock;
    const auto* row = std::ranges::find_if(kRows, [&](const Row& one) { return one.sharedBytes <= bytes; });
    return row == std::end(kRows) ? 0 : row->hidden;
}

/// Products by the CUDA cores: TF32 and BF16 have no speed of their own.
bool shouldPersist(const C& c, const M& m) {
    constexpr std::int64_t kLeastUnits = 64, kMostUnits = 256, kMostRows = 128;
    const std::int64_t most = std::min(kMostUnits, largestOnChip(m));
    const bool isUnequal = stepsOf(m, c) == 0;  // turned and gathered by cuDNN's side, not by the kernel
    return isFp32(c.precision) && c.hiddenSize >= kLeastUnits && c.hiddenSize <= most &&
           (isUnequal || c.batchSize <= kMostRows);
}

/// LibTorch takes cuDNN's kernels for small layers there, which are slow by then.
bool shouldTune(const C& c, const M&) { return c.hiddenSize > 128 && c.hiddenSize <= 192; }

bool never(const C&, const M&) { return false; }

/// THE table: the yardstick is the first that can. A row is guessed before those below it.
struct GpuRow {
    const char* key;
    bool (*isGuess)(const C& config, const M& machine);
};
constexpr GpuRow kRows[] = {
    {"library", never}, {"persistent", shouldPersist}, {"cudnn-tuned", shouldTune}, {"cell", never}};

bool can(const GpuRow& row, const C& config, const M& machine) {
    return implementationObstacle(row.key, config, machine).isEmpty();
}

}  // namespace

std::vector<std::string> gpuRows(const C& config, const M& machine) {
    std::vector<std::string> rows;
    if (!machine.cuda) return rows;
    for (const GpuRow& row : kRows)
        // The loop over time is for what no other row can do.
        if ((!isStepLoop(row.key) || rows.empty()) && can(row, config, machine)) rows.emplace_back(row.key);
    if (const auto guess = std::ranges::find(rows, guessedGpuRow(config, machine));
        guess != rows.end() && guess != rows.begin())
        std::rotate(rows.begin() + 1, guess, guess + 1);
    return rows;
}

std::string_view guessedGpuRow(const C& config, const M& machine) {
    const GpuRow* first = nullptr;
    for (const GpuRow& row : kRows) {
        if (!machine.cuda || !can(row, config, machine)) continue;
        if (row.isGuess(config, machine)) return row.key;
        if (first == nullptr) first = &row;
    }
    return first == nullptr ? "" : first->key;
}

}  // namespace gatelab
