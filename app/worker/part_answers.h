// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/part_questions.h"
#include "io/json/json.h"
#include "worker/output/progress_line.h"

namespace gatelab::worker {

/// What the units of every layer and direction are called, as `units` of the result; in words, one line for each that
/// has a simple name.
Result<> tellNames(Inspector& inspector, WindowPart part, nlohmann::ordered_json* json, ProgressLine& line);

/// What is switched off, as the command line has it: units from 1; empty: nothing.
struct AblationWords {
    std::vector<std::int64_t> units;
    std::string gate, direction = "forward";
    std::int64_t layer = 1;
};
/// How the loss of the whole part changes without them, as `ablation` of the result, or in words.
Result<> tellAblation(Inspector& inspector, WindowPart part, const AblationWords& words, nlohmann::ordered_json* json,
                      ProgressLine& line);

}  // namespace gatelab::worker
