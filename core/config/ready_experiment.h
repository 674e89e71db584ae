// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/text.h"
#include "config/config_io.h"

#include <span>
#include <string_view>

namespace gatelab {

/// A whole experiment that comes with the program, data included or, where `file` is not empty, with the file that it needs.
struct ReadyExperiment {
    const char* key;
    Text label;
    Text file;  ///< which file, and whose
    [[nodiscard]] bool needsFile() const { return file.source[0] != '\0'; }
};

/// All of them, those that need no file first.
std::span<const ReadyExperiment> readyExperiments();
/// Null when there is no such key.
const ReadyExperiment* findReadyExperiment(std::string_view key);
/// Its settings (share/gatelab/experiments/KEY.json).
Result<ConfigReadReport> readReadyExperiment(const ReadyExperiment& experiment);

}  // namespace gatelab
