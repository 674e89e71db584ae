// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/text.h"
#include "config/config_io.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace gatelab {

/// A whole experiment that comes with the program, data included or, where `file` is not empty, with the file that it
/// needs.
struct PresetExperiment {
    const char* key;
    Text label;
    Text file;                  ///< which file, and whose
    const char* fileName = "";  ///< how its name begins
    /// Of its data; classes 0: a series; length: its rows, or the longest sequence; 0: any
    std::int64_t channels = 0, classes = 0, length = 0;
    [[nodiscard]] bool needsFile() const { return !file.isEmpty(); }
};

/// All of them, those that need no file first.
std::span<const PresetExperiment> readyExperiments();
/// Null when there is no such key.
const PresetExperiment* findPresetExperiment(std::string_view key);
/// Whether a file is called as the one that the experiment needs.
bool isNamedFor(const PresetExperiment& ready, const std::string& path);
/// The name of the experiment with this file: that of its settings, and on which other data where the file is called
/// otherwise.
std::string nameWith(const PresetExperiment& ready, const ExperimentConfig& config);
/// Its settings (share/gatelab/experiments/KEY.json).
Result<ConfigReadReport> readPresetExperiment(const PresetExperiment& experiment);

}  // namespace gatelab
