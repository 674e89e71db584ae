// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"

#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A configuration read from JSON, with what was not understood (unknown keys: kept out, named here, never an error).
struct ConfigReadReport {
    ExperimentConfig config;
    std::vector<Phrase> warnings;
};

/// {"gatelab": 1, "learning_rate": 0.001, ...}: every field, in table order, UTF-8, two-space indent.
std::string configToJson(const ExperimentConfig& config);
/// Fields that are absent keep their default. Wrong types, values out of range and a newer format version are errors
/// that name the key.
Result<ConfigReadReport> configFromJson(std::string_view json);
/// The fields in which two configurations differ: keys in table order.
std::vector<std::string> differingKeys(const ExperimentConfig& a, const ExperimentConfig& b);

}  // namespace gatelab
